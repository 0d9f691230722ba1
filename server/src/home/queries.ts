import type { FleetInfos, HomeInfos } from '@fournil/contract/home/homeInfos';
import { type HeldReason, reasonText } from '@fournil/contract/machine-link/reasons';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import { staffScope, type Trx } from '../db/database.ts';
import { isInFleet, wantedRevision } from '../db/predicates.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import type { Services } from '../kit/services.ts';
import { isUndecided, joinedInstallations } from '../machines/index.ts';
import { visibleMachines, visiblePrograms, visibleStructures } from '../rights/index.ts';

const shown = 5;

/** HOM-01, HOM-03: every number counts what this person sees, by the same conditions as the lists that it links to. */
export async function findHomeInfos(context: CallContext): Promise<HomeInfos> {
  const { trx, caller: member } = context;
  const seesMachines = can(member, 'machines.list');
  const seesPrograms = can(member, 'programs.list');
  const [
    machines,
    structures,
    failing,
    outages,
    waitingMachines,
    programs,
    waitingPrograms,
    refusedPrograms,
    differences,
    person,
  ] = await Promise.all([
    countMachines(trx, member),
    countStructures(trx, member),
    seesMachines ? listFailing(trx, member) : [],
    seesMachines ? listOpenOutages(trx, member) : [],
    can(member, 'machines.approve') ? listWaitingMachines(trx, member) : [],
    countPrograms(trx, member),
    can(member, 'programs.approve') ? listWaitingPrograms(trx, member) : [],
    seesMachines && seesPrograms ? listRefused(trx, member) : [],
    countDifferences(trx, member),
    findPerson(trx, member),
  ]);
  return {
    securityCode: codeFor(context, person.securityCode),
    ...(seesMachines ? { ...machines, ...structures } : nothing({ ...machines, ...structures })),
    ...(seesPrograms ? programs : nothing(programs)),
    usersCount: person.usersCount,
    failing,
    outages,
    waitingMachines,
    waitingPrograms,
    refusedPrograms,
    differences,
  };
}

function nothing<Counts extends Record<string, number>>(counts: Counts): Counts {
  return Object.fromEntries(Object.keys(counts).map((key) => [key, 0])) as Counts;
}

function countMachines(trx: Trx, member: Member) {
  const count = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  return trx
    .selectFrom('machines')
    .innerJoin('machineStates as state', 'state.machineId', 'machines.id')
    .where(visibleMachines(member))
    .select([
      count(sql`true`).as('machines'),
      count(sql`state.connected`).as('machinesConnected'),
      count(
        sql`${isInFleet} and state.connected and state.occupation in ('preheat', 'program', 'wash', 'manual',
          'diagnostic')`,
      ).as('machinesWorking'),
      count(sql`${isInFleet} and state.connected and state."openErrorCount" > 0`).as('machinesFailing'),
      count(sql`${isInFleet} and not state.connected`).as('machinesAway'),
      count(sql`not machines.approved`).as('machinesToBeApproved'),
      count(sql`machines."pairedAt" is null`).as('machinesNotPaired'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Starts from the structures, which are few: classifying a hundred thousand machines by structure would take as long
 * as the rest of this page.
 */
function countStructures(trx: Trx, member: Member) {
  return trx
    .selectFrom('structures')
    .where(visibleStructures(member))
    .where(sql<boolean>`exists (select from machines where machines."structureId" = structures.id)`)
    .select(sql<number>`count(*)::int`.as('structureWithMachines'))
    .executeTakeFirstOrThrow();
}

async function listFailing(trx: Trx, member: Member): Promise<HomeInfos['failing']> {
  const rows = await trx
    .selectFrom('machines')
    .innerJoin('machineStates as state', 'state.machineId', 'machines.id')
    .where(visibleMachines(member))
    .where('state.openErrorCount', '>', 0)
    .where('state.connected', '=', true)
    .where('machines.active', '=', true)
    .where('machines.approved', '=', true)
    .select(['machines.id', 'machines.name', 'state.lastErrorCode', 'state.lastErrorStart'])
    .orderBy('state.lastErrorStart', 'desc')
    .orderBy('machines.id')
    .limit(shown)
    .execute();
  return rows.flatMap((row) =>
    row.lastErrorCode && row.lastErrorStart
      ? [{ id: row.id, name: row.name, code: row.lastErrorCode, since: row.lastErrorStart.toISOString() }]
      : [],
  );
}

async function listOpenOutages(trx: Trx, member: Member): Promise<HomeInfos['outages']> {
  const isNamed = can(member, 'structures.open') ? visibleStructures(member) : sql<boolean>`false`;
  const { rows } = await sql<Omit<HomeInfos['outages'][number], 'since'> & { since: Date }>`
    with seen as (
      select outages.id, outages."structureId", outages."beganAt" as since, count(*)::int as machines,
        (array_agg(jsonb_build_object('id', machines.id, 'name', machines.name)))[1] as one
      from outages join "outageMachines" as lost on lost."organisationId" = outages."organisationId"
        and lost."outageId" = outages.id and lost."backAt" is null
      join machines on machines.id = lost."machineId" and ${visibleMachines(member)}
      where outages."organisationId" = ${member.organisationId} and outages."endedAt" is null
      group by outages."organisationId", outages.id
      order by since desc, outages.id limit ${shown}
    )
    select seen.id, since, machines, case when machines = 1 then one end as machine,
      case when structures.id is not null
        then jsonb_build_object('id', structures.id, 'name', structures.name) end as structure
    from seen left join structures on structures.id = seen."structureId" and ${isNamed}
    order by since desc, seen.id`.execute(trx);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

function listWaitingMachines(trx: Trx, member: Member): Promise<HomeInfos['waitingMachines']> {
  return trx
    .selectFrom('machines')
    .where(visibleMachines(member))
    .where('machines.approved', '=', false)
    .select(['machines.id', 'machines.name', sql<boolean>`machines."pairedAt" is not null`.as('paired')])
    .orderBy('machines.pairedAt', (order) => order.desc().nullsLast())
    .orderBy('machines.id')
    .limit(shown)
    .execute();
}

function countPrograms(trx: Trx, member: Member) {
  return trx
    .selectFrom('programs')
    .where(visiblePrograms(member))
    .select([
      sql<number>`(count(*) filter (where approved))::int`.as('programsApproved'),
      sql<number>`(count(*) filter (where not approved))::int`.as('programsToBeApproved'),
    ])
    .executeTakeFirstOrThrow();
}

async function listWaitingPrograms(trx: Trx, member: Member): Promise<HomeInfos['waitingPrograms']> {
  return (
    trx
      .selectFrom('programs')
      .leftJoin('programRevisions as newest', (join) =>
        join.onRef('newest.programId', '=', 'programs.id').onRef('newest.revision', '=', 'programs.revision'),
      )
      .where(visiblePrograms(member))
      .where('approved', '=', false)
      // The author of the waiting revision, not the program's creator.
      .select((eb) => [
        'programs.id',
        'programs.name',
        eb.fn.coalesce('newest.createdByName', 'programs.createdByName').as('createdBy'),
      ])
      .orderBy('programs.updatedAt', 'desc')
      .orderBy('programs.id')
      .limit(shown)
      .execute()
  );
}

async function listRefused(trx: Trx, member: Member): Promise<HomeInfos['refusedPrograms']> {
  const rows = await trx
    .selectFrom('installations')
    .innerJoin('machines', 'machines.id', 'installations.machineId')
    .innerJoin('programs', 'programs.id', 'installations.programId')
    .where(visibleMachines(member))
    .where(visiblePrograms(member))
    .where('installations.reportedState', '=', sql.lit('refused'))
    .where('installations.reportedRevision', '=', wantedRevision)
    .groupBy(['programs.id', 'programs.name'])
    .select([
      'programs.id',
      'programs.name',
      sql<number>`count(*)::int`.as('machines'),
      sql<HeldReason | null>`(array_agg("reportedReason"))[1]`.as('reason'),
    ])
    .orderBy('programs.name')
    .orderBy('programs.id')
    .limit(shown)
    .execute();
  return rows.map((row) => ({
    ...row,
    reason: row.reason ? reasonText(row.reason, member.language, member.temperatureUnit) : '',
  }));
}

async function countDifferences(trx: Trx, member: Member): Promise<number> {
  if (!can(member, 'programMachines.list')) return 0;
  const { count } = await joinedInstallations(trx)
    .where(visibleMachines(member))
    .where(isUndecided)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function findPerson(trx: Trx, member: Member) {
  return trx
    .selectFrom('users')
    .where('id', '=', member.userId)
    .select([
      'securityCode',
      sql<number>`(select count(*)::int from users other where other."organisationId" = ${member.organisationId}
        and other.active)`.as('usersCount'),
    ])
    .executeTakeFirstOrThrow();
}

/** HOM-04: numbers of the whole fleet, no organisation's records. */
export async function findFleetInfos(services: Services): Promise<FleetInfos> {
  return services.db.readLate(staffScope, async (trx) => {
    const [counts, versions] = await Promise.all([
      sql<Omit<FleetInfos, 'softwareVersions'>>`select
        (select count(*)::int from organisations) as organisations,
        (select count(*)::int from machines) as machines,
        (select count(*)::int from "machineStates" where connected) as "machinesConnected",
        (select count(*)::int from "machineStates" where connected and "openErrorCount" > 0) as "machinesFailing",
        (select coalesce(sum(count), 0)::int from "refusedMessages") as "refusedMessages"`.execute(trx),
      trx
        .selectFrom('machines')
        .where('softwareVersion', 'is not', null)
        .groupBy('softwareVersion')
        .select([sql<string>`"softwareVersion"`.as('version'), sql<number>`count(*)::int`.as('machines')])
        .orderBy('machines', 'desc')
        .orderBy('version', 'desc')
        .limit(20)
        .execute(),
    ]);
    const [row] = counts.rows;
    if (!row) throw new Error('no counts');
    return { ...row, softwareVersions: versions };
  });
}

/** In a control session the security code is hidden, because with it the master could enter again (IMP-04). */
function codeFor({ caller, keys }: CallContext, stored: string | null): string | null {
  return stored === null || caller.master ? null : keys.decrypt(stored);
}
