import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * A history by kind of event, and a machine's activities by kind and by program, in the order in which they are
 * listed, so that a rare kind among a million is found quickly.
 */
export const filteredLogs: Migration = {
  async up(db) {
    for (const [table, columns, where] of [
      ['historyEvents', ['originId', 'type'], ''],
      ['historyEvents', ['targetId', 'type'], 'where "targetId" is not null'],
      ['historyEvents', ['actorId', 'type'], ''],
      ['activities', ['machineId', 'type'], ''],
      ['activities', ['machineId', 'programId'], 'where "programId" is not null'],
    ] as const) {
      const name = sql.id(`${table}_${columns.join('_')}_newest`);
      const by = sql.join(columns.map((column) => sql.id(column)));
      await sql`create index ${name} on ${sql.table(table)} (${by}, at desc, id desc) ${sql.raw(where)}`.execute(db);
    }
    await sql`drop index if exists "activities_machineId_type_at_idx"`.execute(db);
  },
};
