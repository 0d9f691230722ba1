import { machineModels } from '@fournil/contract/machines/catalogue';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import { columnsOf, latest } from './columns.ts';
import type { ReportOf } from './report.ts';

/** LNK-04: a machine that is back within this time counts as connected throughout. */
const shortAbsenceSeconds = 30;

/** Marks machines as connected: since now, or since before, after an absence of less than 30 seconds. */
export async function storeBirths(trx: Trx, reports: ReportOf<'birth'>[], now: Date): Promise<void> {
  if (reports.length === 0) return;
  const newest = latest(
    reports,
    (report) => report.machineId,
    (report, over) => report.message.session >= over.message.session,
  );
  const rows = newest.map(({ machineId, message }) => ({
    machineId,
    session: message.session,
    softwareVersion: message.softwareVersion,
    model: machineModels.some((model) => model.code === message.model) ? message.model : null,
  }));
  const all = columnsOf(rows, 'machineId', 'session', 'softwareVersion', 'model');
  await sql`update "machineStates" state set connected = true, session = report.session,
      "connectionSince" = case
        when state.connected then coalesce(state."connectionSince", ${now}::timestamptz)
        when state."connectedBefore" is not null
          and state."connectionSince" > ${now}::timestamptz - make_interval(secs => ${shortAbsenceSeconds})
          then state."connectedBefore"
        else ${now}::timestamptz end
    from unnest(${all.machineId}::uuid[], ${all.session}::int[]) as report ("machineId", session)
    where state."machineId" = report."machineId" and report.session >= state.session`.execute(trx);
  await sql`update machines set "softwareVersion" = report."softwareVersion", model = coalesce(report.model,
    machines.model)
    from unnest(${all.machineId}::uuid[], ${all.softwareVersion}::text[], ${all.model}::text[])
      as report ("machineId", "softwareVersion", model)
    where machines.id = report."machineId"
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
  for (const { machineId, message } of newest) {
    await trx
      .updateTable('machines')
      .set({ softwareVersion: message.softwareVersion ?? null })
      .where('id', '=', machineId)
      .execute();
  }
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
    rows.map(({ machineId, message }) => ({ machineId, session: message.session })),
    'machineId',
    'session',
  );
  await sql`update "machineStates" state set connected = false, "connectedBefore" = state."connectionSince",
    "connectionSince" = ${now}::timestamptz
    from unnest(${all.machineId}::uuid[], ${all.session}::int[]) as report ("machineId", session)
    where state."machineId" = report."machineId" and state.connected and state.session = report.session`.execute(trx);
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
  trx: Trx,
  { machineId, organisationId }: LinkedMachine,
  session: number,
  now: Date,
): Promise<void> {
  const [gone] = await trx
    .updateTable('machineStates')
    .set((eb) => ({ connected: false, connectedBefore: eb.ref('connectionSince'), connectionSince: now }))
    .where('machineId', '=', machineId)
    .where('session', '=', session)
    .where('connected', '=', true)
    .returning('machineId')
    .execute();
  if (gone)
    await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', moving: true, ids: [machineId] });
}

/** An embedded broker that starts has no connections; machines that still run reconnect within seconds. */
export async function forgetPresence(trx: Trx, now: Date): Promise<void> {
  await trx
    .updateTable('machineStates')
    .set((eb) => ({ connected: false, connectedBefore: eb.ref('connectionSince'), connectionSince: now }))
    .where('connected', '=', true)
    .execute();
}
