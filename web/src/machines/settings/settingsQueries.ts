import type { MachineCommandView, MachineSettingsView, SettingInput } from '@fournil/contract/machines/settings';
import { call, isGone, reading } from '../../data/index.ts';

const waitingMilliseconds = 1500;
const idleMilliseconds = 10_000;

/**
 * MAC-07: the settings of a machine. Read again after each report of the machine; at intervals too, because staff
 * receive no live events.
 */
export function settingsReading(machine: string) {
  return reading<MachineSettingsView>({
    about: ['machineParts', machine],
    path: `/machines/${machine}/settings`,
    refetchInterval: ({ state: { data, error } }) => {
      if (isGone(error)) return false;
      return data?.settings.some(({ command }) => isOpen(command)) ? waitingMilliseconds : idleMilliseconds;
    },
  });
}

export function isOpen(command: MachineCommandView | null): boolean {
  return command?.state === 'pending' || command?.state === 'sent';
}

export function sendSetting(input: SettingInput): Promise<MachineCommandView> {
  return call('/machine/update-machine-settings', { method: 'POST', body: input });
}
