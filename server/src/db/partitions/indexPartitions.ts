import type pg from 'pg';
import { withClient } from '../withClient.ts';
import { inTurn, patiently } from './prepare.ts';

interface Missing {
  index: string;
  definition: string;
  partition: string;
}

/**
 * SCL-03: builds the indexes that a migration has only declared (`create index … on only`), on each partition, without a
 * lock that keeps anybody from writing. New partitions get them by themselves. May be interrupted and repeated; servers
 * that start together take turns.
 */
export async function indexPartitions(url: string): Promise<void> {
  await withClient(url, async (client) => {
    if ((await missingOn(client)).length === 0) return;
    await inTurn(url, async () => {
      for (const one of await missingOn(client)) await build(client, one);
    });
  });
}

/** An index of a partitioned table is valid once each partition has its part. */
async function missingOn(client: pg.Client): Promise<Missing[]> {
  const { rows } = await client.query<Missing>(`
    select whole.relname as index, pg_get_indexdef(whole.oid) as definition, part.relname as partition
    from pg_index declared
      join pg_class whole on whole.oid = declared.indexrelid and whole.relkind = 'I'
        and whole.relnamespace = 'public'::regnamespace
      join pg_inherits inherits on inherits.inhparent = declared.indrelid
      join pg_class part on part.oid = inherits.inhrelid
    where not declared.indisvalid and not exists (
      select from pg_inherits attached join pg_index piece on piece.indexrelid = attached.inhrelid
      where attached.inhparent = whole.oid and piece.indrelid = part.oid)
    order by 1, 3`);
  return rows;
}

async function build(client: pg.Client, { index, definition, partition }: Missing): Promise<void> {
  const piece = `${partition}_${index}`.slice(0, 63);
  const columns = definition.slice(definition.indexOf(' USING '));
  await patiently(async () => {
    // One that was interrupted is not valid.
    await client.query(`drop index concurrently if exists "${piece}"`);
    await client.query(`create index concurrently "${piece}" on "${partition}" ${columns}`);
  });
  await patiently(() => client.query(`alter index "${index}" attach partition "${piece}"`));
}
