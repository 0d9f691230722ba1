import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { withDatabase } from './access.ts';
import type { Order } from './order.ts';

export function migrateNow({ config, say }: Order): Promise<number> {
  return withDatabase(config, async (url) => {
    await migrate(url);
    say(`The database has all ${Object.keys(migrations).length} migrations.`);
    return 0;
  });
}
