import type { MachineSetting } from '@fournil/contract/machine-link/fields';
import type { AnswerReason } from '@fournil/contract/machine-link/reasons';
import {
  commandLimits,
  type MachineCommandView,
  type SettingInput,
  settingViolation,
} from '@fournil/contract/machines/settings';
import type { Trx } from '../../db/database.ts';
import type { KnownSetting } from '../../db/tables/machines.ts';
import { record } from '../../history/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { conflict, notFound, unprocessable } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import { newId } from '../../kit/ids.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import { reachMachine } from '../../rights/index.ts';
import { toCommandView } from './queries.ts';

const hour = 3_600_000;

/**
 * MAC-07: creates a command that changes one setting. The value is checked against the limits that the machine
 * reported; the machine itself decides whether it accepts it. Throws 404, 409 for one that is not paired, 422 naming
 * `param`, `type` or `value`.
 */
export function changeSetting(house: House, caller: Caller, input: SettingInput): Promise<MachineCommandView> {
  return reachMachine(house, caller, input.id, async (trx, organisationId) => {
    const now = house.now();
    // Locked: of two changes of one setting at the same moment, one is the newer.
    const machine = await trx
      .selectFrom('machines')
      .select(['id', 'name', 'settings', 'pairedAt'])
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirst();
    if (!machine) throw notFound();
    if (!machine.pairedAt)
      throw conflict({ en: 'This machine is not paired.', fr: 'Cette machine n’est pas appairée.' });
    const setting = settingOf(machine.settings, input.param);
    const violation = settingViolation(setting, input.type, input.value, caller.temperatureUnit);
    if (violation) throw unprocessable(violation);
    await supersede(trx, machine.id, input.param);
    const { userId, fullName } = caller.master ?? caller;
    const row = await trx
      .insertInto('machineCommands')
      .values({
        id: newId(),
        organisationId,
        machineId: machine.id,
        param: input.param,
        type: input.type,
        oldValue: JSON.stringify(setting.value),
        newValue: JSON.stringify(input.value),
        reason: null,
        requestedById: userId,
        requestedByName: fullName,
        requestedAt: now,
        expiresAt: new Date(now.getTime() + commandLimits.validHours * hour),
        answeredAt: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(
      trx,
      { organisationId, userId, fullName },
      {
        type: 'update',
        origin: { entity: 'machine', id: machine.id, name: machine.name },
        fields: ['settings'],
        changes: [{ field: input.param, before: setting.value, after: input.value }],
      },
    );
    await house.jobs.announce(trx, 'machine.commanded', { organisationId, machineId: machine.id });
    await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', moving: true, ids: [machine.id] });
    return toCommandView(row, caller, now);
  });
}

function settingOf(settings: KnownSetting[] | null, param: string): MachineSetting {
  const known = settings?.find((one) => one.param === param);
  if (!known) throw unprocessable({ path: 'param', key: 'custom.validation.notFound', args: {} });
  const { reportedAt: _, ...setting } = known;
  return setting;
}

/** Commands that are not sent yet are replaced by the newer one. */
async function supersede(trx: Trx, machineId: string, param: string): Promise<void> {
  await trx
    .updateTable('machineCommands')
    .set({ state: 'expired', reason: JSON.stringify({ code: 'superseded', values: {} } satisfies AnswerReason) })
    .where('machineId', '=', machineId)
    .where('param', '=', param)
    .where('state', '=', 'pending')
    .execute();
}
