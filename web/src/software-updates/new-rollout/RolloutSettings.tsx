import { useRolloutT } from '../rollouts/rolloutMessages.ts';
import { PlainField } from './PlainField.tsx';
import type { FieldError, RolloutDraft } from './rolloutDraft.ts';

interface RolloutSettingsProps {
  draft: RolloutDraft;
  errorOf: (path: string) => FieldError | undefined;
  onChange: (draft: RolloutDraft) => void;
}

/** The rules of a rollout: when the next ring opens, when it ends by itself, and what happens after it. */
export function RolloutSettings({ draft, errorOf, onChange }: RolloutSettingsProps) {
  const t = useRolloutT();
  const number = (name: 'openAtPercent' | 'abortAtPercent' | 'silenceMinutes', label: string, hint?: string) => (
    <PlainField
      label={label}
      {...(hint ? { hint } : {})}
      value={draft[name]}
      isNumber
      fieldError={errorOf(name)}
      onChange={(value) => onChange({ ...draft, [name]: value })}
    />
  );
  return (
    <section className="rollout-part">
      <h2>{t('rollouts.create.settings')}</h2>
      <div className="rollout-settings">
        {number('openAtPercent', t('rollouts.create.openAt'))}
        {number('abortAtPercent', t('rollouts.create.abortAt'), t('rollouts.create.abortHint'))}
        {number('silenceMinutes', t('rollouts.create.silence'))}
      </div>
      <Switch
        label={t('rollouts.create.general')}
        note={t('rollouts.create.generalHint')}
        isOn={draft.thenGeneral}
        onChange={(thenGeneral) => onChange({ ...draft, thenGeneral })}
      />
      <Switch
        label={t('rollouts.create.older')}
        note={draft.allowOlder ? t('rollouts.create.olderWarning') : ''}
        isWarning
        isOn={draft.allowOlder}
        onChange={(allowOlder) => onChange({ ...draft, allowOlder })}
      />
    </section>
  );
}

interface SwitchProps {
  label: string;
  note: string;
  isWarning?: boolean;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Switch({ label, note, isWarning = false, isOn, onChange }: SwitchProps) {
  return (
    <div className="rollout-switch">
      <label className="switch">
        <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
        {label}
      </label>
      <p className={isWarning ? 'field__error' : 'soft'} role={isWarning ? 'status' : undefined}>
        {note}
      </p>
    </div>
  );
}
