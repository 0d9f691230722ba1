import { describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../../testing/testServer.ts';
import { withClient } from '../withClient.ts';
import { convert } from './distribute.ts';
import { countedTable, distributedTables, localTables, referenceTables } from './tables.ts';

describe.skipIf(inject('citusUrl'))('SCL-03 a schema that becomes distributed', () => {
  it('has each of its tables in one list', async () => {
    const url = await createDatabase();
    const { rows } = await withClient(url, (client) =>
      client.query<{ name: string }>(`select relname::text as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`),
    );
    const listed = [...distributedTables, ...referenceTables, ...localTables, countedTable];
    expect(rows.map(({ name }) => name).sort()).toEqual(listed.sort());
  });

  it('has no sub-select in a policy, no key without the organisation and no trigger, twice converted or once', async () => {
    const url = await createDatabase();
    await withClient(url, async (client) => {
      const before = await foreignKeys();
      for (const add of await convert(client, [...referenceTables, ...distributedTables])) await client.query(add);
      for (const add of await convert(client, [])) await client.query(add);
      const names = [...distributedTables];
      const { rows: policies } = await client.query(
        `select tablename, policyname from pg_policies where schemaname = 'public'
         and concat(qual, with_check) ilike '%select%'`,
      );
      expect(policies).toEqual([]);
      const { rows: keys } = await client.query(
        `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indrelid
         left join pg_inherits on inhrelid = indrelid
         where indisunique and (relname = any($1) or inhparent = any($1::text[]::regclass[]))
           and (select attname from pg_attribute where attrelid = indrelid and attnum = indkey[0]) <> 'organisationId'
           and not exists (select from pg_attribute where attrelid = indrelid and attname = 'organisationId'
             and attnum = any((indkey::smallint[])[0:indnkeyatts - 1]))`,
        [names.map((name) => `"${name}"`)],
      );
      expect(keys).toEqual([]);
      const { rows: triggers } = await client.query(
        `select tgname from pg_trigger where not tgisinternal and tgrelid = any($1::text[]::regclass[])`,
        [names.map((name) => `"${name}"`)],
      );
      expect(triggers).toEqual([]);
      const after = await foreignKeys();
      expect(before.filter((name) => !after.includes(name))).toEqual([
        // Local tables that name their organisation.
        'apiTokens_organisationId_fkey',
        // An action and what it undid: no `set null` of a part of a key.
        'bulkRuns_undoOf_fkey',
        'idempotencyKeys_organisationId_fkey',
        // A view.
        'machineTotals_organisationId_fkey',
        'mails_organisationId_fkey',
        'untoldEvents_organisationId_fkey',
      ]);
      async function foreignKeys() {
        const { rows } = await client.query<{ name: string }>(
          `select conname::text as name from pg_constraint where contype = 'f' and conparentid = 0
           and connamespace = 'public'::regnamespace order by 1`,
        );
        return rows.map(({ name }) => name);
      }
    });
  });
});
