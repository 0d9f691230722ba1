import { say } from '@fournil/contract/kit/words';
import { settingName } from '@fournil/contract/machines/settingWords';
import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import { useSettingText } from '../../kit/format/settingText.ts';
import { useLanguage } from '../../kit/useT.ts';
import { useRolloutT } from '../messages.ts';

type Setting = NonNullable<RolloutView['subject']['setting']>;
type Unit = Parameters<ReturnType<typeof useSettingText>['number']>[1];

/** What a rollout gives, as a text: "4.3.0", "Baguette, revision 7", "Brightness: 40 %". */
export function useSubjectText() {
  const t = useRolloutT();
  const settingText = useSettingTextOf();
  return ({ name, revision, setting }: Pick<RolloutView['subject'], 'name' | 'revision' | 'setting'>): string => {
    if (setting) return settingText(setting, setting.unit ?? undefined);
    return revision === null ? name : t('rollouts.subject.revision', { name, revision });
  };
}

/** A setting with its value; the unit where an oven has told it. */
export function useSettingTextOf() {
  const t = useRolloutT();
  const language = useLanguage();
  const { value } = useSettingText();
  return (setting: Pick<Setting, 'param' | 'value'>, unit?: Unit) =>
    t('rollouts.subject.setting', {
      name: say(settingName(setting.param), language),
      value: value(setting.value, { param: setting.param, ...(unit ? { unit } : {}) }),
    });
}
