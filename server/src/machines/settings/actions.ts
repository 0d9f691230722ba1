import type { MachineSetting } from '@fournil/contract/machine-link/fields';
import { type MachineCommandView, type SettingInput, settingViolation } from '@fournil/contract/machines/settings';
import type { KnownSetting } from '../../db/tables/machines.ts';
import type { Caller } from '../../kit/caller.ts';
import { conflict, notFound, unprocessable } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';
import { reachMachine } from '../../rights/index.ts';
import { toCommandView } from './queries.ts';
import { sendSettings } from './sendSettings.ts';

/**
 * MAC-07: creates a command that changes one setting. The value is checked against the limits that the machine
 * reported; the machine itself decides whether it accepts it. Throws 404, 409 for one that is not paired, 422 naming
 * `param`, `type` or `value`.
 */
export function changeSetting(services: Services, caller: Caller, input: SettingInput): Promise<MachineCommandView> {
  return reachMachine(services, caller, input.id, async (trx, organisationId) => {
    const now = services.now();
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
    const { userId, fullName } = caller.master ?? caller;
    const [row] = await sendSettings(services, trx, { userId, fullName, organisationId }, [
      { machine, param: input.param, type: input.type, oldValue: setting.value, newValue: input.value },
    ]);
    if (!row) throw new Error('a change without a row');
    return toCommandView(row, caller, now);
  });
}

function settingOf(settings: KnownSetting[] | null, param: string): MachineSetting {
  const known = settings?.find((one) => one.param === param);
  if (!known) throw unprocessable({ path: 'param', key: 'custom.validation.notFound', args: {} });
  const { reportedAt: _, ...setting } = known;
  return setting;
}
