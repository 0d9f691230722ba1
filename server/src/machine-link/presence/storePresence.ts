import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations, organisationsOfMachines, rowLock } from '../../db/organisations.ts';
import type { Services } from '../../kit/services.ts';
import { announceEvents } from '../../webhooks/index.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import { columnsOf, latest } from '../reports/columns.ts';
import type { ReportOf } from '../reports/report.ts';
import { tellBrowsers } from '../tellBrowsers.ts';
import { connectedEvent, lostEvent } from '../webhook-events/connectionEvents.ts';

/** LNK-04: a machine that is back within this time counts as connected throughout. */
const shortAbsenceSeconds = 30;
/** `heardAt` is written at most this often for one machine. */
const heardStepSeconds = 20;
/** Machines per statement, so that many at once hold no locks for long. */
const machinesPerStep = 5000;

/** Computed here, because what depends on the time zone is no constant to a database of several nodes. */
const secondsBefore = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

/** The start of a connection that was noticed at `now`. */
function connectionStart(now: Date) {
  return sql`case
    when state.connected then coalesce(state."connectionSince", ${now}::timestamptz)
    when state."connectedBefore" is not null
      and state."connectionSince" > ${secondsBefore(now, shortAbsenceSeconds)}::timestamptz
      then state."connectedBefore"
    else ${now}::timestamptz end`;
}

/**
 * Locks rows in the order of their subquery, so that two servers with the same machines wait for each other without a
 * deadlock. On several nodes nothing is locked, and a deadlock is resolved by trying again.
 */
function locking(services: Services, waiting: '' | 'skip locked' = '') {
  return rowLock(services.db, sql.raw(`for no key update ${waiting}`));
}

/** A message of a machine that was just released or taken out of service may still be on its way. */
const isInService = sql`exists (select from machines where machines."organisationId" = state."organisationId"
  and machines.id = state."machineId" and active and "pairedAt" is not null)`;

/** Marks machines as connected: since now, or since before, after an absence of less than 30 seconds. */
export async function storeBirths(
  services: Services,
  trx: Trx,
  reports: ReportOf<'birth'>[],
  now: Date,
): Promise<void> {
  if (reports.length === 0) return;
  const newest = latest(
    reports,
    (report) => report.machineId,
    (report, over) => report.message.session >= over.message.session,
  );
  const rows = newest.map(({ machineId, message, isPresenceOnly }) => ({
    machineId,
    session: message.session,
    softwareVersion: isPresenceOnly ? null : message.softwareVersion,
    model: isPresenceOnly ? null : message.model,
  }));
  const all = columnsOf(rows, 'machineId', 'session', 'softwareVersion', 'model');
  await sql`update "machineStates" state set connected = true, session = report.session, "heardAt" = ${now}::timestamptz,
      "connectionEnded" = false, "leftInOrder" = false, "connectionSince" = ${connectionStart(now)},
      "brokerUrl" = ${services.config.brokerUrl}
    from unnest(${all.machineId}::uuid[], ${all.session}::int[]) as report ("machineId", session)
    where ${isOfOrganisations('state.organisationId', reports)} and state."machineId" = report."machineId"
      and ${isInService} and (report.session > state.session
      or report.session = state.session and not state."connectionEnded")`.execute(trx);
  await sql`update machines set "softwareVersion" = report."softwareVersion", model = coalesce(report.model,
    machines.model)
    from (select "machineId", "softwareVersion", known.code as model
      from unnest(${all.machineId}::uuid[], ${all.softwareVersion}::text[], ${all.model}::text[])
        as told ("machineId", "softwareVersion", model)
      left join "machineModels" known on known.code = told.model) as report
    where ${isOfOrganisations('machines.organisationId', reports)} and machines.id = report."machineId"
      and report."softwareVersion" is not null
      and (machines."softwareVersion", machines.model) is distinct
        from (report."softwareVersion", coalesce(report.model, machines.model))`.execute(trx);
}

/** The software version, when it changed without a new connection. */
export async function storeSoftware(trx: Trx, reports: ReportOf<'reported'>[]): Promise<void> {
  const newest = latest(
    reports.filter(({ message }) => message.softwareVersion !== undefined),
    (report) => report.machineId,
    (report, over) => report.message.at >= over.message.at,
  );
  for (const { machineId, organisationId, message } of newest) {
    await trx
      .updateTable('machines')
      .set({ softwareVersion: message.softwareVersion ?? null })
      .where('organisationId', '=', organisationId)
      .where('id', '=', machineId)
      .execute();
  }
}

/**
 * Any other message of a machine means that it is connected, unless its connection is known to have ended (SCL-01).
 * Returns the machines that were not connected before.
 */
export async function storeSigns(trx: Trx, reports: LinkedMachine[], now: Date): Promise<LinkedMachine[]> {
  const ids = [...new Set(reports.map(({ machineId }) => machineId))];
  if (ids.length === 0) return [];
  const { rows } = await sql<{ machineId: string; wasConnected: boolean }>`update "machineStates" state
    set connected = true, "heardAt" = ${now}::timestamptz, "connectionSince" = ${connectionStart(now)}
    from "machineStates" former
    where ${isOfOrganisations('state.organisationId', reports)} and state."machineId" = any(${ids}::uuid[])
      and former."machineId" = state."machineId"
      and former."organisationId" = state."organisationId"
      and not state."connectionEnded" and ${isInService}
      and (not state.connected or state."heardAt" is null
        or state."heardAt" < ${secondsBefore(now, heardStepSeconds)}::timestamptz)
    returning state."machineId", former.connected as "wasConnected"`.execute(trx);
  const back = new Set(rows.filter((row) => !row.wasConnected).map(({ machineId }) => machineId));
  return reports.filter(({ machineId }) => back.has(machineId));
}

/** Marks machines as away, unless a newer session has begun. */
export async function storeWills(trx: Trx, reports: ReportOf<'will'>[], now: Date): Promise<void> {
  if (reports.length === 0) return;
  const rows = latest(
    reports,
    (report) => report.machineId,
    (report, over) => report.message.session >= over.message.session,
  );
  const all = columnsOf(
    rows.map(({ machineId, message }) => ({
      machineId,
      session: message.session,
      leaving: message.leaving ?? false,
    })),
    'machineId',
    'session',
    'leaving',
  );
  await sql`update "machineStates" state set ${away(now)}, "leftInOrder" = report.leaving
    from unnest(${all.machineId}::uuid[], ${all.session}::int[], ${all.leaving}::boolean[])
      as report ("machineId", session, leaving)
    where ${isOfOrganisations('state.organisationId', rows)} and state."machineId" = report."machineId"
      and state.session = report.session
      and (state.connected or not state."connectionEnded")`.execute(trx);
}

/** The connection is known to have ended. A machine that was only silent keeps the time since when it is away. */
function away(now: Date) {
  return sql`connected = false, "connectionEnded" = true,
    "connectedBefore" = case when state.connected then state."connectionSince" else state."connectedBefore" end,
    "connectionSince" = case when state.connected then ${now}::timestamptz else state."connectionSince" end`;
}

/** The session that the machine's last birth began. */
export async function findSession(trx: Trx, machineId: string): Promise<number | null> {
  const state = await trx
    .selectFrom('machineStates')
    .select('session')
    .where('machineId', '=', machineId)
    .executeTakeFirst();
  return state?.session ?? null;
}

/** Marks a machine as away when the connection of this session has ended, with or without a last will. */
export async function storeAbsence(
  services: Services,
  trx: Trx,
  { machineId, organisationId }: Pick<LinkedMachine, 'machineId' | 'organisationId'>,
  session: number,
  now: Date,
): Promise<void> {
  const { rows } = await sql`update "machineStates" state set ${away(now)}
    where state."organisationId" = ${organisationId} and state."machineId" = ${machineId}
      and state.session = ${session} and state.connected
    returning state."machineId"`.execute(trx);
  if (rows.length === 0) return;
  await tellBrowsers(trx, 'machines', [{ machineId, organisationId }]);
  await announceEvents(services, trx, [lostEvent({ machineId, organisationId }, now)]);
}

/** A machine that may no longer connect; its broker may still hold the connection for a moment. */
export async function storeBan(
  services: Services,
  trx: Trx,
  { machineId, organisationId }: Pick<LinkedMachine, 'machineId' | 'organisationId'>,
  now: Date,
): Promise<void> {
  // Waits for a birth that is being stored; a later one finds that the machine is out of service.
  const { rows } = await sql<{ session: number }>`select session from "machineStates" state
    where "organisationId" = ${organisationId} and "machineId" = ${machineId} and not ${isInService}
    for no key update`.execute(trx);
  if (rows[0]) await storeAbsence(services, trx, { machineId, organisationId }, rows[0].session, now);
}

/**
 * The machines that this server's own broker knows to be connected, though they may have sent nothing for a while: also
 * one that counts as away, because nobody could store that it was heard of.
 */
export async function storeConnected(
  services: Services,
  trx: Trx,
  machineIds: readonly string[],
  now: Date,
): Promise<void> {
  for (let from = 0; from < machineIds.length; from += machinesPerStep) {
    const ids = machineIds.slice(from, from + machinesPerStep);
    const isHere = await organisationsOfMachines(services.db, trx, ids);
    const { rows } = await sql<Moved>`update "machineStates" state set connected = true,
        "heardAt" = ${now}::timestamptz, "connectionSince" = ${connectionStart(now)}
      from (select "organisationId", "machineId", connected from "machineStates"
        where ${isHere('organisationId')} and "machineId" = any(${ids}::uuid[]) and not "connectionEnded"
          and (not connected or "heardAt" < ${secondsBefore(now, heardStepSeconds)}::timestamptz)
        order by "machineId" ${locking(services)}) as quiet
      where ${isHere('state.organisationId')} and state."organisationId" = quiet."organisationId"
        and state."machineId" = quiet."machineId"
      returning state."machineId", state."organisationId", quiet.connected as "wasConnected"`.execute(trx);
    const back = rows.filter(({ wasConnected }) => !wasConnected);
    await tellBrowsers(trx, 'machines', back);
    await announceEvents(
      services,
      trx,
      back.map((machine) => connectedEvent(machine, now)),
    );
  }
}

interface Moved {
  machineId: string;
  organisationId: string;
  wasConnected: boolean;
}

/**
 * SCL-01: marks machines as away of which nothing was heard for `silenceSeconds`. They are not connected since they were
 * last heard. Returns their number. The former version stores no `heardAt`; its reports and births count too.
 */
export async function storeSilence(services: Services, trx: Trx, silenceSeconds: number, now: Date): Promise<number> {
  const heardAt = sql`greatest(state."heardAt", state."connectionSince", state."readingAt", state."activityAt")`;
  const isSilent = sql`state.connected
    and ${heardAt} < ${secondsBefore(now, silenceSeconds)}::timestamptz`;
  const { rows } = await sql<Omit<Moved, 'wasConnected'>>`update "machineStates" state
    set connected = false, "connectedBefore" = state."connectionSince", "connectionSince" = ${heardAt}
    from (select "organisationId", "machineId" from "machineStates" state where ${isSilent}
      order by "machineId" limit ${machinesPerStep} ${locking(services, 'skip locked')}) as silent
    where state."organisationId" = silent."organisationId" and state."machineId" = silent."machineId" and ${isSilent}
    returning state."machineId", state."organisationId"`.execute(trx);
  await tellBrowsers(trx, 'machines', rows);
  await announceEvents(
    services,
    trx,
    rows.map((machine) => lostEvent(machine, now)),
  );
  return rows.length;
}
