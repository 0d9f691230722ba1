import { say } from '@fournil/contract/kit/words';
import type { MachineSetting } from '@fournil/contract/machine-link/fields';
import type { MachineCommandView } from '@fournil/contract/machines/settings';
import { settingName } from '@fournil/contract/machines/settingWords';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAct, violationsOf } from '../../data/index.ts';
import { useSettingText } from '../../kit/format/settingText.ts';
import { useProfile } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { CommandState } from './CommandState.tsx';
import { SettingControl, type Typed, useTyped } from './SettingControl.tsx';
import { useErrorText } from './settingErrors.ts';
import { sendSetting } from './settingsQueries.ts';

interface SettingFieldProps {
  machine: { id: string; timezone: string | null };
  setting: MachineSetting;
  command: MachineCommandView | null;
}

/** A setting for people who may only read it: its value as text, not an input. */
export function SettingShown({ machine, setting, command }: SettingFieldProps) {
  const language = useLanguage();
  const { value } = useSettingText();
  return (
    <div className="setting" data-param={setting.param}>
      <span className="setting__name">{say(settingName(setting.param), language)}</span>
      <strong>{value(setting.value, setting)}</strong>
      <p className="setting__foot">
        <Hint setting={setting} />
      </p>
      <div className="setting__state">
        {command && <CommandState command={command} setting={setting} machine={machine} />}
      </div>
    </div>
  );
}

/** One setting with its own Send button: the current value, the requested one, and the oven's answer. */
export function SettingField({ machine, setting, command }: SettingFieldProps) {
  const t = useT();
  const id = useId();
  const language = useLanguage();
  const { typedOf, readTyped } = useTyped(setting);
  const held = typedOf(setting.value);
  const [typed, setTyped] = useState<Typed>(held);
  const [error, setError] = useState<string | null>(null);
  const errorOf = useErrorText(setting);
  const send = useSend(machine.id, setting, setError);
  // A value reported by the oven replaces the field's, unless the field is being edited.
  useEffect(() => setTyped(held), [held]);
  const isChanged = typed !== held;
  const name = say(settingName(setting.param), language);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = readTyped(typed);
    const found = errorOf(value);
    setError(found);
    if (!found) send.act(value);
  };
  return (
    <form noValidate className="setting" onSubmit={submit} data-param={setting.param}>
      <label className="setting__name" htmlFor={id}>
        {name}
      </label>
      <div className="setting__control">
        <SettingControl
          id={id}
          setting={setting}
          typed={typed}
          isInvalid={error !== null}
          onType={(next) => {
            setTyped(next);
            setError(null);
          }}
        />
        <button
          type="submit"
          className="button button--main"
          disabled={!isChanged || send.isPending}
          aria-label={t('machines.settings.saveNamed', { name })}
        >
          {t('machines.settings.save')}
        </button>
      </div>
      <p className="setting__foot" id={`${id}-foot`} aria-live="polite">
        {error ? (
          <span className="field__error">
            <StateSign sign="refused" size={12} />
            {error}
          </span>
        ) : (
          <Hint setting={setting} />
        )}
      </p>
      <div className="setting__state" aria-live="polite">
        {command && <CommandState command={command} setting={setting} machine={machine} />}
      </div>
      <ForOthers machineId={machine.id} setting={setting} typed={typed} />
    </form>
  );
}

/** MNU-03: the same value for other ovens of the organisation, for the maker's staff within a control session. */
function ForOthers({ machineId, setting, typed }: { machineId: string; setting: MachineSetting; typed: Typed }) {
  const t = useT();
  const language = useLanguage();
  const profile = useProfile();
  if (!profile?.master) return null;
  return (
    <Link
      className="link setting__others"
      to={`/machines/${machineId}/settings/rollout?param=${encodeURIComponent(setting.param)}`}
      state={{ typed }}
      aria-label={t('machines.settings.othersNamed', { name: say(settingName(setting.param), language) })}
    >
      {t('machines.settings.onOthers')}
    </Link>
  );
}

function Hint({ setting }: { setting: MachineSetting }) {
  const t = useT();
  const { number } = useSettingText();
  if (setting.type === 'DOUBLE')
    return t('machines.settings.limits', {
      min: number(setting.min, setting.unit),
      max: number(setting.max, setting.unit),
    });
  if (setting.type === 'TEXT') return t('machines.settings.letters', { max: setting.maxLength });
  return setting.type === 'IP' ? t('machines.settings.ip') : null;
}

function useSend(machineId: string, setting: MachineSetting, setError: (text: string) => void) {
  return useAct({
    changes: 'machineCommands',
    send: (value: MachineSetting['value']) =>
      sendSetting({ id: machineId, param: setting.param, type: setting.type, value }),
    isAwaited: true,
    isForm: true,
    onRefused(error) {
      const [first] = violationsOf(error);
      if (first) setError(first.message);
    },
  });
}
