import { StartRefused } from '../base/config.ts';
import { findPrefix, setPasswords } from '../db/logins.ts';
import { readMasterKey } from '../db/masterKey.ts';
import { migrate } from '../db/migrate.ts';
import { resealSecrets } from '../db/secrets.ts';
import { withClient } from '../db/withClient.ts';
import { withDatabase } from './access.ts';
import type { CommandCall } from './commandCall.ts';
import { counted } from './counted.ts';

/**
 * SEC-05: encrypts the keys in the database with the master key in `file`, which is created when it does not exist,
 * and changes the passwords of the database's logins accordingly. Only while the product is stopped, because its
 * connections use the former ones.
 */
export function rotateKey({ config, say }: CommandCall, file: string): Promise<number> {
  return withDatabase(config, async (url) => {
    await migrate(url);
    await refuseWhileRunning(url);
    const former = await readMasterKey(config.masterKey);
    const next = await readMasterKey({ file });
    const count = await resealSecrets(url, former, next);
    await setPasswords(url, await findPrefix(url), next);
    say(`${counted(count, 'key')} sealed with the master key in ${file}.`);
    say(
      'given' in config.masterKey
        ? 'Set SECRETS_KEY to what is in it'
        : `Set SECRETS_KEY_FILE to it, or move it to ${config.masterKey.file}`,
    );
    say(
      'for every server of this database, before the next start. The former key opens backups that were made before.',
    );
    return 0;
  });
}

async function refuseWhileRunning(url: string): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'fournil-pulse'
        limit 1`,
    ),
  );
  if (rows.length > 0)
    throw new StartRefused(
      'The product is running on this database: stop it first, its connections use the former key.',
    );
}
