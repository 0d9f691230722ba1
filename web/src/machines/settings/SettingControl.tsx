import { say } from '@fournil/contract/kit/words';
import type { MachineSetting, SettingValue } from '@fournil/contract/machine-link/fields';
import { optionName, settingName } from '@fournil/contract/machines/settingWords';
import { shownNumber as shown, storedNumber as stored, useSettingText } from '../../kit/format/settingText.ts';
import { useKitT } from '../../kit/messages.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';

/** The input: a text until it is checked, because it may be an incomplete number. */
export type Typed = string | boolean;

interface SettingControlProps {
  id: string;
  setting: MachineSetting;
  typed: Typed;
  isInvalid: boolean;
  onType: (typed: Typed) => void;
}

/** The input that fits a setting: number with stepper, text, switch, address or choice. */
export function SettingControl({ id, setting, typed, isInvalid, onType }: SettingControlProps) {
  const language = useLanguage();
  const common = { id, 'aria-invalid': isInvalid, 'aria-describedby': `${id}-foot` };
  if (setting.type === 'BOOL') return <Switch {...common} isOn={typed === true} onType={onType} />;
  if (setting.type === 'TEXTLIST') {
    return (
      <select {...common} className="control" value={String(typed)} onChange={(event) => onType(event.target.value)}>
        {setting.options.map((option) => (
          <option key={option} value={option}>
            {say(optionName(setting.param, option), language)}
          </option>
        ))}
      </select>
    );
  }
  if (setting.type === 'DOUBLE')
    return <NumberControl {...common} setting={setting} typed={String(typed)} onType={onType} />;
  return (
    <input
      {...common}
      className="control"
      type="text"
      autoComplete="off"
      spellCheck={false}
      inputMode={setting.type === 'IP' ? 'decimal' : 'text'}
      value={String(typed)}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

interface Common {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string;
}

function Switch({ isOn, onType, ...common }: Common & { isOn: boolean; onType: (typed: boolean) => void }) {
  const t = useKitT();
  return (
    <span className="switch setting__switch">
      <input
        {...common}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => onType(event.target.checked)}
      />
      <span aria-hidden="true">{t(isOn ? 'kit.setting.on' : 'kit.setting.off')}</span>
    </span>
  );
}

interface NumberControlProps extends Common {
  setting: Extract<MachineSetting, { type: 'DOUBLE' }>;
  typed: string;
  onType: (typed: string) => void;
}

function NumberControl({ setting, typed, onType, ...common }: NumberControlProps) {
  const t = useT();
  const language = useLanguage();
  const { symbol } = useSettingText();
  const name = say(settingName(setting.param), language);
  const step = (by: number) => onType(String(Math.round(((Number(typed.replace(',', '.')) || 0) + by) * 100) / 100));
  return (
    <span className="setting__number">
      <button
        type="button"
        className="icon-button"
        aria-label={t('machines.settings.less', { name })}
        onClick={() => step(-1)}
      >
        <Icon name="minus" size={16} />
      </button>
      <input
        {...common}
        className="control"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          step(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t('machines.settings.more', { name })}
        onClick={() => step(1)}
      >
        <Icon name="plus" size={16} />
      </button>
      <span className="soft">{symbol(setting.unit)}</span>
    </span>
  );
}

/** Converts a value to the input's text and back. */
export function useTyped(setting: MachineSetting) {
  const { temperature } = useSettingText();
  const unit = setting.type === 'DOUBLE' ? setting.unit : undefined;
  const typedOf = (value: SettingValue): Typed => {
    if (typeof value === 'boolean') return value;
    return typeof value === 'number' ? String(shown(value, unit, temperature)) : value;
  };
  return {
    typedOf,
    // GEN-14: a text that shows the present value is that value, to the last digit.
    readTyped: (typed: Typed): SettingValue => {
      if (typeof typed === 'boolean' || setting.type !== 'DOUBLE') return typed;
      if (typed.trim() === typedOf(setting.value)) return setting.value;
      const number = Number(typed.trim().replace(',', '.'));
      return typed.trim() === '' || Number.isNaN(number) ? typed.trim() : stored(number, unit, temperature);
    },
  };
}
