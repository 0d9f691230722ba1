import { z } from 'zod';
import { reference } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { fromCelsius, type TemperatureUnit } from '../kit/units.ts';
import type { Violation } from '../kit/validation.ts';
import {
  type MachineSetting,
  machineSetting,
  type SettingType,
  type SettingValue,
  settingTypes,
  settingValue,
} from '../machine-link/fields.ts';
import { isHostAddress } from './hostAddress.ts';

/** MAC-07: the time that a change waits for the machine; after that it must not be executed. */
export const commandLimits = { validHours: 24 } as const;

/**
 * `pending`: waits for the machine to connect; `sent`: sent, not answered; `expired`: too late, or replaced by a newer
 * change.
 */
export const commandStates = ['pending', 'sent', 'done', 'refused', 'expired'] as const;
export type CommandState = (typeof commandStates)[number];

/** POST `machine/update-machine-settings`. Temperatures are °C here as everywhere on the wire. */
export const settingInput = z.strictObject({
  id: reference('machines'),
  type: z.enum(settingTypes),
  param: z.string().min(1).max(64),
  value: settingValue,
});
export type SettingInput = z.infer<typeof settingInput>;

/** One change: its author, and the machine's answer. */
export const machineCommandView = z.object({
  id: z.string(),
  param: z.string(),
  type: z.enum(settingTypes),
  /** Null when the machine had not reported the value. */
  oldValue: settingValue.nullable(),
  newValue: settingValue,
  state: z.enum(commandStates),
  /** In the reader's language for a known reason; else in the machine's words. */
  reason: z.string().nullable(),
  requestedBy: z.object({ id: z.string(), fullName: z.string() }),
  requestedAt: instant,
  expiresAt: instant,
  answeredAt: instant.nullable(),
});
export type MachineCommandView = z.infer<typeof machineCommandView>;

/** GET `machines/{id}/settings`. */
export const machineSettingsView = z.object({
  machine: z.object({
    id: z.string(),
    name: z.string(),
    serialNumber: z.string(),
    organisation: z.string(),
    timezone: z.string().nullable(),
    paired: z.boolean(),
    connected: z.boolean(),
  }),
  /** The time at which the machine last reported all its settings; null before its first connection. */
  reportedAt: instant.nullable(),
  /** In the machine's order, each with its newest change that is not confirmed or was confirmed just now. */
  settings: z.array(
    z.object({ setting: machineSetting, reportedAt: instant.nullable(), command: machineCommandView.nullable() }),
  ),
});
export type MachineSettingsView = z.infer<typeof machineSettingsView>;

/** GET `machines/by-serial`: what staff need to recognise the machine. */
export const machineBySerialView = z.object({
  id: z.string(),
  name: z.string(),
  organisation: z.string(),
  serialNumber: z.string(),
  paired: z.boolean(),
});
export type MachineBySerialView = z.infer<typeof machineBySerialView>;

/**
 * The broken rule of a value for this setting, by the type and limits that the machine reported; null when it is
 * valid.
 */
export function settingViolation(
  setting: MachineSetting,
  type: SettingType,
  value: SettingValue,
  unit: TemperatureUnit = 'C',
): Violation | null {
  if (type !== setting.type) return { path: 'type', key: 'ra.validation.oneOf', args: { options: setting.type } };
  const violation = (key: string, args: Violation['args'] = {}): Violation => ({ path: 'value', key, args });
  if (!machineSetting.safeParse({ ...setting, value }).success) return wrongValue(setting, value, violation);
  if (setting.type === 'IP' && !isHostAddress(String(value))) return violation('custom.validation.ipHost');
  if (setting.type === 'DOUBLE')
    return outOfLimits(setting, Number(value)) ? violation('custom.phases.limits', shownLimits(setting, unit)) : null;
  if (setting.type === 'TEXT' && String(value).length > setting.maxLength)
    return violation('ra.validation.maxLength', { max: setting.maxLength });
  if (setting.type === 'TEXTLIST' && !setting.options.includes(String(value)))
    return violation('ra.validation.oneOf', { options: setting.options.join(', ') });
  return null;
}

function wrongValue(
  setting: MachineSetting,
  value: SettingValue,
  violation: (key: string, args?: Violation['args']) => Violation,
): Violation {
  if (value === '') return violation('ra.validation.required');
  if (setting.type === 'DOUBLE') return violation('ra.validation.number');
  if (setting.type === 'IP') return violation('custom.validation.ip');
  if (setting.type === 'TEXTLIST') return violation('ra.validation.oneOf', { options: setting.options.join(', ') });
  return violation('custom.validation.invalid');
}

function outOfLimits({ min, max }: { min: number; max: number }, value: number): boolean {
  return value < min || value > max;
}

/** The limits with their unit; temperatures in the reader's unit. */
function shownLimits(
  { min, max, unit: of }: Extract<MachineSetting, { type: 'DOUBLE' }>,
  unit: TemperatureUnit,
): Record<string, string | number> {
  if (of !== 'Celsius') return { min, max };
  const shown = (celsius: number) => `${fromCelsius(celsius, unit)} °${unit}`;
  return { min: shown(min), max: shown(max) };
}
