import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { answerReasonText } from '@fournil/contract/machine-link/reasons';
import type { MachineBySerialView, MachineCommandView, MachineSettingsView } from '@fournil/contract/machines/settings';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { MachineCommandRow } from '../../db/tables/machines.ts';
import type { Caller } from '../../kit/caller.ts';
import { notFound } from '../../kit/errors.ts';
import { cappedPage } from '../../kit/page.ts';

/**
 * MAC-07: all settings with their limits, and the newest change of each. The caller has checked that the reader reaches
 * this machine.
 */
export async function findSettings(
  trx: Trx,
  reader: Caller,
  machineId: string,
  now: Date,
): Promise<MachineSettingsView> {
  const machine = await trx
    .selectFrom('machines')
    .innerJoin('machineStates as state', 'state.machineId', 'machines.id')
    .innerJoin('organisations', 'organisations.id', 'machines.organisationId')
    .select([
      'machines.id',
      'machines.name',
      'machines.serialNumber',
      'machines.timezone',
      'machines.settings',
      'machines.settingsReportedAt',
      'machines.pairedAt',
      'state.connected',
      'organisations.name as organisation',
    ])
    .where('machines.id', '=', machineId)
    .executeTakeFirst();
  if (!machine) throw notFound();
  const newest = await trx
    .selectFrom('machineCommands')
    .selectAll()
    .distinctOn('param')
    .where('machineId', '=', machineId)
    // Changes answered or expired longer ago are only in the list of all changes.
    .where((eb) =>
      eb.or([eb('expiresAt', '>', now), eb('answeredAt', '>', new Date(now.getTime() - shownForMilliseconds))]),
    )
    .orderBy('param')
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const { settings, settingsReportedAt, pairedAt, ...head } = machine;
  return {
    machine: { ...head, paired: pairedAt !== null },
    reportedAt: settingsReportedAt?.toISOString() ?? null,
    settings: (settings ?? []).map(({ reportedAt, ...setting }) => {
      const command = newest.find((one) => one.param === setting.param);
      return { setting, reportedAt: reportedAt ?? null, command: command ? toCommandView(command, reader, now) : null };
    }),
  };
}

const shownForMilliseconds = dayMilliseconds;

/** Every change of this machine's settings, newest first. */
export async function listCommands(
  trx: Trx,
  reader: Caller,
  machineId: string,
  page: { page: number; itemsPerPage: number },
  now: Date,
) {
  const query = trx.selectFrom('machineCommands').where('machineId', '=', machineId);
  const { rows, total } = await cappedPage(trx, query, page, (qb) =>
    qb.selectAll().orderBy('requestedAt', 'desc').orderBy('id', 'desc'),
  );
  return { items: rows.map((row) => toCommandView(row, reader, now)), total };
}

export function toCommandView(row: Selectable<MachineCommandRow>, reader: Caller, now: Date): MachineCommandView {
  const isOpen = row.state === 'pending' || row.state === 'sent';
  return {
    id: row.id,
    param: row.param,
    type: row.type,
    oldValue: row.oldValue,
    newValue: row.newValue,
    state: isOpen && row.expiresAt <= now ? 'expired' : row.state,
    reason: row.reason === null ? null : answerReasonText(row.reason, reader.language, reader.temperatureUnit),
    requestedBy: { id: row.requestedById, fullName: row.requestedByName },
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
}

/** The machines with this serial number in all organisations, the paired one first. Runs as the login `staff`. */
export function listBySerial(trx: Trx, serialNumber: string): Promise<MachineBySerialView[]> {
  return trx
    .selectFrom('machines')
    .innerJoin('organisations', 'organisations.id', 'machines.organisationId')
    .select([
      'machines.id',
      'machines.name',
      'machines.serialNumber',
      'organisations.name as organisation',
      sql<boolean>`machines."pairedAt" is not null`.as('paired'),
    ])
    .where(sql<boolean>`lower(machines."serialNumber") = lower(${serialNumber})`)
    .orderBy('paired', 'desc')
    .orderBy('machines.id')
    .limit(50)
    .execute();
}
