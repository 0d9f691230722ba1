import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** LNK-05: a fault dated by a wrong clock is stored once, also when it arrives twice at the same moment. */
export const errorsOnce: Migration = {
  async up(db) {
    await sql`alter table "machineErrors" no force row level security`.execute(db);
    await sql`alter table "machineStates" no force row level security`.execute(db);
    for (const column of ['reportId', 'endReportId']) {
      const id = sql.id(column);
      const { rows } = await sql<{ machineId: string }>`delete from "machineErrors" doubled
        using "machineErrors" first
        where doubled."saidStart" is not null and doubled."machineId" = first."machineId" and doubled.code = first.code
          and doubled."saidStart" = first."saidStart" and doubled.${id} = first.${id}
          and (first."dateStart", first.id) < (doubled."dateStart", doubled.id)
        returning doubled."machineId"`.execute(db);
      await sql`update "machineStates" state set "openErrorCount" =
          (select count(*) from "machineErrors" error where error."machineId" = state."machineId" and "dateEnd" is null)
        where "machineId" = any(${rows.map(({ machineId }) => machineId)}::uuid[])`.execute(db);
      await sql`create unique index ${sql.id(`machineErrors_${column}_once`)}
        on "machineErrors" ("machineId", code, "saidStart", ${id})
        where "saidStart" is not null and ${id} is not null`.execute(db);
    }
    await sql`alter table "machineErrors" force row level security`.execute(db);
    await sql`alter table "machineStates" force row level security`.execute(db);
  },
};
