import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { makeDatabase, withDatabase } from './access.ts';
import type { CommandCall } from './commandCall.ts';

export async function migrateNow({ config, say }: CommandCall): Promise<number> {
  await makeDatabase(config);
  return withDatabase(config, async (url) => {
    await migrate(url);
    say(`The database has all ${Object.keys(migrations).length} migrations.`);
    return 0;
  });
}
