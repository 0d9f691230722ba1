import type { commands, machineSetting } from '@fournil/contract/machine-link/messages';
import { machineSetting as schema } from '@fournil/contract/machine-link/messages';
import type { MachineModel } from '@fournil/contract/machines/catalogue';
import type { z } from 'zod';

export type Setting = z.infer<typeof machineSetting>;
export type Command = z.infer<typeof commands>;

export function settingsFor(model: MachineModel, timezone: string): Setting[] {
  const warm = model.category === 'proofer';
  return [
    { param: 'display.brightness', type: 'DOUBLE', value: 80, min: 10, max: 100 },
    { param: 'display.language', type: 'TEXTLIST', value: 'fr', options: ['fr', 'en'] },
    { param: 'display.name', type: 'TEXT', value: model.name, maxLength: 40 },
    { param: 'buzzer.enabled', type: 'BOOL', value: true },
    { param: 'buzzer.seconds', type: 'DOUBLE', value: 8, min: 1, max: 60 },
    { param: 'manual.temperature', type: 'DOUBLE', value: warm ? 28 : 220, min: 0, max: warm ? 45 : 250 },
    { param: 'sleep.afterMinutes', type: 'DOUBLE', value: 45, min: 5, max: 240 },
    { param: 'timer.enabled', type: 'BOOL', value: true },
    { param: 'clock.timezone', type: 'TEXT', value: timezone, maxLength: 64 },
    { param: 'clock.timeServer', type: 'IP', value: '192.0.2.123' },
  ];
}

export type Outcome = { done: true; settings: Setting[]; setting: Setting } | { done: false; reason: string; setting?: Setting };

/** Sets what the command asks for, or says in plain words why not. */
export function obey(settings: readonly Setting[], command: Command, now: Date): Outcome {
  const { param, type, value } = command.set;
  if (now.getTime() > Date.parse(command.expiresAt)) return { done: false, reason: 'the command came too late' };
  const present = settings.find((one) => one.param === param);
  if (!present) return { done: false, reason: `this oven has no setting "${param}"` };
  if (present.type !== type) return { done: false, reason: `"${param}" is a ${present.type}, not a ${type}`, setting: present };
  const wanted = schema.safeParse({ ...present, value });
  const reason = wanted.success ? limitsBroken(wanted.data) : `"${param}" cannot take this value`;
  if (!wanted.success || reason) return { done: false, reason: reason ?? '', setting: present };
  return { done: true, setting: wanted.data, settings: settings.map((one) => (one === present ? wanted.data : one)) };
}

function limitsBroken(setting: Setting): string | null {
  if (setting.type === 'DOUBLE' && (setting.value < setting.min || setting.value > setting.max)) {
    return `"${setting.param}" takes ${setting.min} to ${setting.max}`;
  }
  if (setting.type === 'TEXT' && setting.value.length > setting.maxLength) return `"${setting.param}" takes ${setting.maxLength} characters`;
  if (setting.type === 'TEXTLIST' && !setting.options.includes(setting.value)) return `"${setting.param}" takes ${setting.options.join(', ')}`;
  return null;
}
