import { hourMilliseconds } from '@fournil/contract/kit/durations';
import type { SettingType, SettingValue } from '@fournil/contract/machine-link/fields';
import type { AnswerReason } from '@fournil/contract/machine-link/reasons';
import { commandLimits } from '@fournil/contract/machines/settings';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { MachineCommandRow } from '../../db/tables/machines.ts';
import { record } from '../../history/index.ts';
import { newId } from '../../kit/ids.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import type { Services } from '../../kit/services.ts';

/** A change of one setting on one machine; the caller has checked the value. */
export interface SettingChange {
  machine: { id: string; name: string };
  param: string;
  type: SettingType;
  /** Null when the machine has not reported it. */
  oldValue: SettingValue | null;
  newValue: SettingValue;
}

/**
 * MAC-07: commands that change one setting on each of these machines, with their history; a change that is not sent yet
 * is replaced. Returns the rows, in the order of the changes.
 */
export async function sendSettings(
  services: Services,
  trx: Trx,
  { organisationId, userId, fullName }: { organisationId: string; userId: string; fullName: string },
  changes: readonly SettingChange[],
): Promise<Selectable<MachineCommandRow>[]> {
  if (changes.length === 0) return [];
  const now = services.now();
  const ids = changes.map(({ machine }) => machine.id);
  const [first] = changes;
  await trx
    .updateTable('machineCommands')
    .set({ state: 'expired', reason: JSON.stringify({ code: 'superseded', values: {} } satisfies AnswerReason) })
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`"machineId" = any(${ids}::uuid[])`)
    .where('param', '=', first?.param ?? '')
    .where('state', '=', 'pending')
    .execute();
  const rows = await trx
    .insertInto('machineCommands')
    .values(
      changes.map(({ machine, param, type, oldValue, newValue }) => ({
        id: newId(),
        organisationId,
        machineId: machine.id,
        param,
        type,
        oldValue: oldValue === null ? null : JSON.stringify(oldValue),
        newValue: JSON.stringify(newValue),
        reason: null,
        requestedById: userId,
        requestedByName: fullName,
        requestedAt: now,
        expiresAt: new Date(now.getTime() + commandLimits.validHours * hourMilliseconds),
        answeredAt: null,
      })),
    )
    .returningAll()
    .execute();
  await record(
    trx,
    { organisationId, userId, fullName },
    ...changes.map(({ machine: { id, name }, param, oldValue, newValue }) => ({
      type: 'update' as const,
      origin: { entity: 'machine' as const, id, name },
      fields: ['settings'],
      changes: [{ field: param, before: oldValue, after: newValue }],
    })),
  );
  await services.jobs.announceAll(
    trx,
    'machine.commanded',
    ids.map((machineId) => ({ organisationId, machineId })),
  );
  await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', moving: true, ids });
  return rows;
}
