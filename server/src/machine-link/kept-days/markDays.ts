import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations, returningOne } from '../../db/organisations.ts';
import { columnsOf } from '../reports/columns.ts';

/**
 * SCL-03: the kept figures of these days are no longer those of the log, because reports of them have been stored. The
 * caller holds the locks of the machines' states, so that no figures are counted meanwhile. A day that is marked
 * already is not written again.
 */
export async function markDays(
  trx: Trx,
  reports: readonly { organisationId: string; machineId: string; at: string }[],
): Promise<void> {
  if (reports.length === 0) return;
  const days = new Map(
    reports.map(({ organisationId, machineId, at }) => {
      const day = new Date(at).toISOString().slice(0, 10);
      return [`${machineId} ${day}`, { organisationId, machineId, day }] as const;
    }),
  );
  const dayTable = ofDays([...days.values()]);
  const { rows: marked } = await sql<{
    machineId: string;
    day: string;
  }>`select known."machineId", known.day::text as day
    from ${dayTable} join "machineDays" as known on known."organisationId" = asked."organisationId"
      and known."machineId" = asked."machineId" and known.day = asked.day
    where ${isOfOrganisations('known.organisationId', reports)} and known."isStale"`.execute(trx);
  for (const { machineId, day } of marked) days.delete(`${machineId} ${day}`);
  if (days.size === 0) return;
  await sql`insert into "machineDays" ("organisationId", "machineId", day)
    select "organisationId", "machineId", day from ${ofDays([...days.values()])}
    on conflict ("organisationId", "machineId", day) do update set "isStale" = true
    ${returningOne}`.execute(trx);
}

function ofDays(days: readonly { organisationId: string; machineId: string; day: string }[]): RawBuilder<unknown> {
  const all = columnsOf(days, 'organisationId', 'machineId', 'day');
  return sql`unnest(${all.organisationId}::uuid[], ${all.machineId}::uuid[], ${all.day}::date[])
    as asked ("organisationId", "machineId", day)`;
}
