import { fromCelsius, type TemperatureUnit, toCelsius } from '@fournil/contract/kit/units';
import { type Language, say } from '@fournil/contract/kit/words';
import type { MachineSetting, SettingValue } from '@fournil/contract/machine-link/fields';
import { optionName } from '@fournil/contract/machines/settingWords';
import { useKitT } from '../messages.ts';
import { useProfile } from '../session/profile.ts';
import { useLanguage } from '../useT.ts';

type Unit = Extract<MachineSetting, { type: 'DOUBLE' }>['unit'];

/** GEN-08: converts a number of a setting to the reader's unit and back. */
export function shownNumber(value: number, unit: Unit, temperature: TemperatureUnit): number {
  return unit === 'Celsius' ? fromCelsius(value, temperature, temperature === 'C' ? 2 : 0) : value;
}

export function storedNumber(value: number, unit: Unit, temperature: TemperatureUnit): number {
  return unit === 'Celsius' ? toCelsius(value, temperature) : value;
}

/** The texts of settings' values. */
export function useSettingText() {
  const t = useKitT();
  const language = useLanguage();
  const temperature = useProfile()?.temperatureUnitPreference ?? 'C';
  const symbol = (unit: Unit): string => {
    if (unit === undefined) return '';
    return unit === 'Celsius' ? `°${temperature}` : t(`kit.setting.units.${unit}`);
  };
  const number = (value: number, unit: Unit) =>
    [shownNumber(value, unit, temperature).toLocaleString(language === 'FR' ? 'fr-FR' : 'en-GB'), symbol(unit)]
      .filter(Boolean)
      .join('\u00a0');
  const value = (of: SettingValue, setting: { param: string; unit?: Unit }) => {
    if (typeof of === 'boolean') return t(of ? 'kit.setting.on' : 'kit.setting.off');
    return typeof of === 'number' ? number(of, setting.unit) : optionText(setting.param, of, language);
  };
  return { temperature, symbol, number, value };
}

function optionText(param: string, value: string, language: Language): string {
  return say(optionName(param, value), language);
}
