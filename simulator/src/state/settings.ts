import { isTimezone } from '@fournil/contract/kit/zones';
import { type MachineSetting, machineSetting as schema } from '@fournil/contract/machine-link/fields';
import type { Command } from '@fournil/contract/machine-link/fromServer';
import type { AnswerReason } from '@fournil/contract/machine-link/reasons';
import type { MachineModel } from '@fournil/contract/machines/catalogue';

export type Setting = MachineSetting;

export function settingsFor(model: MachineModel, timezone: string): Setting[] {
  const isProofer = model.category === 'proofer';
  return [
    { param: 'display.brightness', type: 'DOUBLE', value: 80, min: 10, max: 100, unit: 'percent' },
    { param: 'display.language', type: 'TEXTLIST', value: 'fr', options: ['fr', 'en'] },
    { param: 'display.name', type: 'TEXT', value: model.name, maxLength: 40 },
    { param: 'buzzer.enabled', type: 'BOOL', value: true },
    { param: 'buzzer.seconds', type: 'DOUBLE', value: 8, min: 1, max: 60, unit: 'seconds' },
    {
      param: 'manual.temperature',
      type: 'DOUBLE',
      value: isProofer ? 28 : 220,
      min: 0,
      max: isProofer ? 45 : 250,
      unit: 'Celsius',
    },
    { param: 'sleep.afterMinutes', type: 'DOUBLE', value: 45, min: 5, max: 240, unit: 'minutes' },
    { param: 'timer.enabled', type: 'BOOL', value: true },
    { param: 'clock.timezone', type: 'TEXT', value: timezone, maxLength: 64 },
    { param: 'clock.timeServer', type: 'IP', value: '192.0.2.123' },
  ];
}

export type Outcome =
  | { done: true; settings: Setting[]; setting: Setting }
  | { done: false; reason: AnswerReason; setting?: Setting };

/** Applies the command, or returns the reason why not. */
export function applyCommand(settings: readonly Setting[], command: Command, now: Date): Outcome {
  const { param, type, value } = command.set;
  if (now.getTime() > Date.parse(command.expiresAt)) return { done: false, reason: because('tooLate') };
  const present = settings.find((one) => one.param === param);
  if (!present) return { done: false, reason: because('unknownSetting') };
  if (present.type !== type) return { done: false, reason: because('wrongType'), setting: present };
  const wanted = schema.safeParse({ ...present, value });
  const reason = wanted.success ? refusalReason(wanted.data) : because('invalid');
  if (!wanted.success || reason) return { done: false, reason: reason ?? because('invalid'), setting: present };
  return { done: true, setting: wanted.data, settings: settings.map((one) => (one === present ? wanted.data : one)) };
}

type Code = Exclude<AnswerReason, string>['code'];

function because(code: Code, values: Record<string, number> = {}): AnswerReason {
  return { code, values };
}

/** Checks limits, length, options and timezone; the server does not know which timezones this oven knows. */
function refusalReason(setting: Setting): AnswerReason | null {
  if (setting.type === 'DOUBLE' && (setting.value < setting.min || setting.value > setting.max)) {
    const { min, max, unit } = setting;
    return unit === 'Celsius'
      ? because('outOfTemperatures', { minCelsius: min, maxCelsius: max })
      : because('outOfLimits', { min, max });
  }
  if (setting.type === 'TEXT' && setting.value.length > setting.maxLength)
    return because('tooLong', { maxLength: setting.maxLength });
  if (setting.type === 'TEXTLIST' && !setting.options.includes(setting.value)) return because('notOffered');
  return setting.param === 'clock.timezone' && !isTimezone(String(setting.value)) ? because('unknownTimezone') : null;
}
