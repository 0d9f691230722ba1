import { checkDistributable, distribute, NotDistributable } from '../db/distribution/distribute.ts';
import { openLogins } from '../db/logins.ts';
import { readMasterKey } from '../db/masterKey.ts';
import { migrate } from '../db/migrate.ts';
import { type CommandCall, WrongUse } from './commandCall.ts';
import { counted } from './counted.ts';

/** SCL-03: distributes the tables of the database in DATABASE_URL over the nodes that it knows, by organisation. */
export async function distributeNow({ config, say }: CommandCall, shards: number): Promise<number> {
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (!url) throw new WrongUse('The embedded database has one node: DATABASE_URL names the coordinator of a Citus.');
  try {
    await checkDistributable(url);
    await migrate(url);
    const masterKey = await readMasterKey(config.masterKey);
    await openLogins(url, masterKey);
    const { distributed, reference, nodes } = await distribute(url, masterKey, { shards });
    say(
      distributed.length + reference.length === 0
        ? 'Every table is in its place already.'
        : `${counted(distributed.length, 'table')} distributed by organisation over ${counted(nodes, 'node')}, ${counted(reference.length, 'table')} copied to each.`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof NotDistributable)) throw error;
    say(`No table was distributed. ${error.message}`);
    return 1;
  }
}
