import type { MachineSetting } from '@fournil/contract/machine-link/fields';
import { settingViolation } from '@fournil/contract/machines/settings';
import { useTranslate } from 'ra-core';
import { useSettingText } from '../../kit/format/settingText.ts';

/** The rule that a value breaks, by the same check as the server's. */
export function useErrorText(setting: MachineSetting) {
  const translate = useTranslate();
  const { temperature } = useSettingText();
  return (value: MachineSetting['value']): string | null => {
    const found = settingViolation(setting, setting.type, value, temperature);
    return found && translate(found.key, found.args);
  };
}
