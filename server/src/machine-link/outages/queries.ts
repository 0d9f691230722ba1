import { iri } from '@fournil/contract/kit/addresses';
import type { OutageView } from '@fournil/contract/machines/outages';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Member } from '../../kit/caller.ts';
import { structureAndBelow, visibleMachines, visibleStructures } from '../../rights/index.ts';

interface Whose {
  of: RawBuilder<unknown>;
  isOneMachine: boolean;
}
export const ofMachine = (id: string): Whose => ({ of: sql`machines.id = ${id}`, isOneMachine: true });
export const ofStructure = (member: Member, id: string): Whose => ({
  of: sql`machines."structureId" in (${structureAndBelow(member, id)})`,
  isOneMachine: false,
});

const namesShown = 3;
const iso = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * SCL-01: the outages of some machines (a condition on `machines`), newest first, as far as the member sees their
 * machines. Of a site, times are those of the outage; of one machine, its own.
 */
export async function listOutages(
  trx: Trx,
  member: Member,
  { of, isOneMachine }: Whose,
  { page, itemsPerPage }: { page: number; itemsPerPage: number },
): Promise<{ items: OutageView[]; total: number }> {
  const [begins, ends] = isOneMachine
    ? [sql`asked."lostAt"`, sql`asked."backAt"`]
    : [sql`outages."beganAt"`, sql`outages."endedAt"`];
  const { rows } = await sql<Omit<OutageView, '@id' | '@type'> & { total: number }>`
    with asked as materialized (
      select "outageId", max("lostAt") as "lostAt", case when bool_and("backAt" is not null) then max("backAt") end as "backAt"
      from "outageMachines" as lost join machines on machines.id = lost."machineId"
      where lost."organisationId" = ${member.organisationId} and ${visibleMachines(member)} and ${of} group by 1
    ), shown as materialized (
      select outages.id, "structureId", ${begins} as begins, ${ends} as ends, count(*) over ()::int as total
      from asked join outages on outages."organisationId" = ${member.organisationId} and outages.id = asked."outageId"
      order by begins desc, outages.id limit ${sql.lit(itemsPerPage)} offset ${sql.lit((page - 1) * itemsPerPage)}
    )
    select shown.id, total, ${iso(sql`begins`)} as "dateStart", ${iso(sql`ends`)} as "dateEnd",
      case when structures.id is not null
        then jsonb_build_object('id', structures.id, 'name', structures.name) end as structure, seen.*
    from shown left join structures on structures.id = shown."structureId" and ${visibleStructures(member)},
      lateral (select count(*)::int as machines, (count(*) filter (where "backAt" is null))::int as lost,
          (array_agg(machines.name order by machines.name, machines.id))[1:${sql.lit(namesShown)}] as names
        from "outageMachines" as lost join machines on machines.id = lost."machineId"
        where lost."organisationId" = ${member.organisationId} and lost."outageId" = shown.id
          and ${visibleMachines(member)}) as seen
    order by begins desc, shown.id`.execute(trx);
  const items = rows.map(({ total: _, ...row }) => ({
    '@id': iri('outages', row.id),
    '@type': 'Outage' as const,
    ...row,
  }));
  return { items, total: rows[0]?.total ?? 0 };
}
