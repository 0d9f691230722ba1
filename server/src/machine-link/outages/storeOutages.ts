import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { outageLimits } from '@fournil/contract/machines/outages';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { tryLockNamed } from '../../db/locks.ts';
import { isInFleet } from '../../db/predicates.ts';
import { structuresAbove } from '../../db/structureTree.ts';
import { newId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';
import { tellBrowsers } from '../tellBrowsers.ts';
import { type Group, groupLost, type LostMachine, type Site } from './groupLost.ts';

/** SCL-01: not connected, though nobody has switched it off and it did not say that it disconnects. */
const isLost = sql<boolean>`(not state.connected and not state."leftInOrder" and state.occupation <> 'off')`;

/** Lost since these machines are looked at, and not in an outage already, open or over, because of the same loss. */
function isNewlyLost(now: Date) {
  return sql<boolean>`(${isLost} and state."connectionSince" >= "outagesFrom"()
    and state."connectionSince" > ${now}::timestamptz - make_interval(hours => ${outageLimits.noticedWithinHours})
    and not exists (select from "outageMachines" as known
      where known."organisationId" = state."organisationId" and known."machineId" = state."machineId"
        and (known."backAt" is null or known."lostAt" = state."connectionSince")))`;
}

/** The organisations in which an outage may begin or end. */
export async function organisationsToLookAt(trx: Trx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select "organisationId" as id from "machineStates" as state where ${isNewlyLost(now)}
      and state."connectionSince" <= ${now}::timestamptz - make_interval(mins => ${outageLimits.afterMinutes})
    union
    select "organisationId" from outages where "endedAt" is null`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Ends and begins the outages of an organisation. Of several servers one does it. */
export async function storeOutages(
  services: Services,
  trx: Trx,
  organisationId: string,
  { mayBegin }: { mayBegin: boolean },
): Promise<void> {
  if (!(await tryLockNamed(trx, `outages ${organisationId}`))) return;
  await endOutages(services, trx, organisationId);
  if (!mayBegin) return;
  await joinOutages(trx, organisationId, services.now());
  await beginOutages(services, trx, organisationId);
}

/** A machine leaves an outage when it is connected, and also when it is no longer one that ought to be. */
async function endOutages(services: Services, trx: Trx, organisationId: string): Promise<void> {
  const { rows: back } = await sql<{ machineId: string }>`update "outageMachines" as lost
    set "backAt" = greatest(lost."lostAt", case when state.connected then state."connectionSince" else ${services.now()} end)
    from "machineStates" as state
    where lost."organisationId" = ${organisationId} and lost."backAt" is null
      and state."machineId" = lost."machineId"
      and (state.connected or not exists (select from machines where machines.id = lost."machineId" and ${isInFleet}))
    returning lost."machineId"`.execute(trx);
  const { rows: endedOutages } = await sql<{ id: string }>`update outages set "endedAt" = coalesce((select max("backAt")
      from "outageMachines" as lost where lost."organisationId" = outages."organisationId"
        and lost."outageId" = outages.id), ${services.now()}::timestamptz)
    where "organisationId" = ${organisationId} and "endedAt" is null and not exists (select from "outageMachines" as lost
      where lost."organisationId" = outages."organisationId" and lost."outageId" = outages.id and lost."backAt" is null)
    returning id`.execute(trx);
  for (const { id } of endedOutages)
    await services.jobs.announce(trx, 'outage.changed', { organisationId, outageId: id, ended: true });
  await tell(trx, organisationId, back);
}

/** What is lost at a site during its outage belongs to it, also a machine that was back for a while. */
async function joinOutages(trx: Trx, organisationId: string, now: Date): Promise<void> {
  const open = await trx
    .selectFrom('outages')
    .select(['id', 'structureId'])
    .where('organisationId', '=', organisationId)
    .where('endedAt', 'is', null)
    .where('structureId', 'is not', null)
    .orderBy('beganAt')
    .execute();
  if (open.length === 0) return;
  const lost = (await findLost(trx, organisationId, now)).filter(
    ({ lostAt }) => now.getTime() - lostAt.getTime() >= outageLimits.afterMinutes * minuteMilliseconds,
  );
  for (const machine of lost) {
    if (machine.structureId === null) continue;
    const { rows } = await structuresAbove([machine.structureId]).execute(trx);
    const above = new Set(rows.map(({ id }) => id));
    const outage = open.find(({ structureId }) => structureId !== null && above.has(structureId));
    if (outage) await addMachines(trx, organisationId, outage.id, [machine]);
  }
}

async function beginOutages(services: Services, trx: Trx, organisationId: string): Promise<void> {
  const now = services.now();
  const lostMachines = await findLost(trx, organisationId, now);
  if (lostMachines.length === 0) return;
  const { rows: sites } = await sql<Site>`select structures.id, "parentId", (select count(*)::int from machines
      join "machineStates" as state on state."machineId" = machines.id
      where machines."structureId" = structures.id and ${isInFleet} and state.connected) as connected
    from structures where structures."organisationId" = ${organisationId}`.execute(trx);
  for (const group of groupLost(lostMachines, sites, now)) await begin(services, trx, organisationId, group);
}

async function begin(
  services: Services,
  trx: Trx,
  organisationId: string,
  { structureId, machines }: Group,
): Promise<void> {
  const id = newId();
  const beganAt = new Date(Math.min(...machines.map(({ lostAt }) => lostAt.getTime())));
  await trx.insertInto('outages').values({ organisationId, id, structureId, beganAt, endedAt: null }).execute();
  await addMachines(trx, organisationId, id, machines);
  await services.jobs.announce(trx, 'outage.changed', { organisationId, outageId: id, ended: false });
}

async function findLost(trx: Trx, organisationId: string, now: Date): Promise<LostMachine[]> {
  const { rows } = await sql<LostMachine>`
    select machines.id as "machineId", machines."structureId", state."connectionSince" as "lostAt"
    from "machineStates" as state join machines on machines.id = state."machineId"
    where state."organisationId" = ${organisationId} and ${isInFleet} and ${isNewlyLost(now)}
    order by state."connectionSince", machines.id`.execute(trx);
  return rows;
}

async function addMachines(
  trx: Trx,
  organisationId: string,
  outageId: string,
  machines: readonly LostMachine[],
): Promise<void> {
  // The time as it is stored, which may be more exact than a Date.
  await sql`insert into "outageMachines" ("organisationId", "outageId", "machineId", "lostAt")
    select "organisationId", ${outageId}::uuid, "machineId", "connectionSince" from "machineStates"
    where "machineId" = any(${machines.map(({ machineId }) => machineId)}::uuid[])
    on conflict ("organisationId", "outageId", "machineId")
      do update set "lostAt" = excluded."lostAt", "backAt" = null`.execute(trx);
  await tell(trx, organisationId, machines);
}

/** The home page and the lists of outages are read again. */
function tell(trx: Trx, organisationId: string, machines: readonly { machineId: string }[]): Promise<void> {
  return tellBrowsers(
    trx,
    'machines',
    machines.map(({ machineId }) => ({ machineId, organisationId })),
  );
}
