import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * In the order in which histories and a machine's faults are listed, so that their first page is read from an index,
 * however long they are.
 */
export const longLogs: Migration = {
  async up(db) {
    for (const [column, where] of [
      ['originId', ''],
      ['targetId', 'where "targetId" is not null'],
      ['actorId', ''],
    ] as const) {
      await sql`create index ${sql.id(`historyEvents_${column}_newest`)}
        on "historyEvents" (${sql.id(column)}, at desc, id desc) ${sql.raw(where)}`.execute(db);
      await sql`drop index if exists ${sql.id(`historyEvents_${column}_at_idx`)}`.execute(db);
    }
    await sql`create index "machineErrors_open_newest"
      on "machineErrors" ("machineId", ("dateEnd" is null) desc, "dateStart" desc, id)`.execute(db);
  },
};
