import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isLarge } from './isLarge.ts';

/** DAY-16: the orders in which the faults of an organisation are listed. */
export const faults: Migration = {
  async up(db) {
    // Everybody waits behind a waiting request for these locks; the start tries again when they are not given.
    await sql`set local lock_timeout = '150ms'`.execute(db);
    // In a large database their parts are built later, beside the running product (`indexPartitions`).
    const only = sql.raw((await isLarge(db, 'machineErrors')) ? 'only' : '');
    for (const [name, columns] of [
      ['by_start', '"dateStart"'],
      // `faultEnd`; those that have not ended are at its end.
      ['by_end', `coalesce("dateEnd", 'infinity'::timestamptz)`],
      // `faultDuration`
      ['by_duration', `coalesce("dateEnd" - "dateStart", '1000 years'::interval)`],
      ['by_code', 'code, "dateStart"'],
    ] as const)
      await sql`create index ${sql.id(`machineErrors_${name}`)} on ${only} "machineErrors"
        ("organisationId", ${sql.raw(columns)})`.execute(db);
    // `isLongFault`. Row-level security lets no condition on a difference be looked up, but it may be that of an index.
    await sql`create index "machineErrors_long" on ${only} "machineErrors" ("organisationId", "dateStart")
      where coalesce("dateEnd" - "dateStart", '1000 years'::interval) >= '1 day'::interval`.execute(db);
    await sql`create index "outageMachines_by_begin" on "outageMachines" ("organisationId", "lostAt")`.execute(db);
    await sql`set local lock_timeout = 0`.execute(db);
  },
};
