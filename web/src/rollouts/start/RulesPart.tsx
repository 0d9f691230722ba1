import type { RolloutKindName } from '@fournil/contract/rollouts/rollout';
import { Switch } from '../../kit/inputs/Switch.tsx';
import { useRolloutT } from '../messages.ts';
import { PlainField } from './PlainField.tsx';
import type { FieldError, RolloutDraft } from './rolloutDraft.ts';

interface RulesPartProps {
  kind: RolloutKindName;
  draft: RolloutDraft;
  errorOf: (path: string) => FieldError | undefined;
  onChange: (draft: RolloutDraft) => void;
}

type NumberName = 'openAtPercent' | 'abortAtPercent' | 'silenceMinutes' | 'bakesToOpen' | 'abortAtInterruptedPercent';

/** The rules of a rollout: when the next ring opens, when it ends by itself, and what happens after it. */
export function RulesPart({ kind, draft, errorOf, onChange }: RulesPartProps) {
  const t = useRolloutT();
  const number = (name: NumberName, label: string, hint?: string) => (
    <PlainField
      label={label}
      {...(hint ? { hint } : {})}
      value={draft[name]}
      isNumber
      fieldError={errorOf(name)}
      onChange={(value) => onChange({ ...draft, [name]: value })}
    />
  );
  const areBakesAsked = draft.bakesToOpen.trim() !== '0';
  return (
    <section className="rollout-part">
      <h2>{t('rollouts.create.settings')}</h2>
      <div className="rollout-settings">
        {number('openAtPercent', t('rollouts.create.openAt'))}
        {number('abortAtPercent', t('rollouts.create.abortAt'), t('rollouts.create.abortHint'))}
        {number('silenceMinutes', t('rollouts.create.silence'))}
      </div>
      {kind !== 'software' && (
        <div className="rollout-settings">
          {number(
            'bakesToOpen',
            t('rollouts.create.bakes'),
            t(kind === 'setting' ? 'rollouts.create.bakesHintSetting' : 'rollouts.create.bakesHint'),
          )}
          {areBakesAsked &&
            number('abortAtInterruptedPercent', t('rollouts.create.interrupted'), t('rollouts.create.interruptedHint'))}
        </div>
      )}
      {kind === 'software' ? (
        <SoftwareSwitches draft={draft} onChange={onChange} />
      ) : (
        <p className="soft">
          {t('rollouts.create.hours')} {kind !== 'setting' && t('rollouts.create.approved')}
        </p>
      )}
    </section>
  );
}

function SoftwareSwitches({ draft, onChange }: Pick<RulesPartProps, 'draft' | 'onChange'>) {
  const t = useRolloutT();
  return (
    <>
      <Switch
        label={t('rollouts.create.general')}
        hint={t('rollouts.create.generalHint')}
        isChoice
        isOn={draft.thenGeneral}
        onChange={(thenGeneral) => onChange({ ...draft, thenGeneral })}
      />
      <div className="rollout-switch">
        <Switch
          label={<span className="strong">{t('rollouts.create.older')}</span>}
          isChoice
          isOn={draft.allowOlder}
          onChange={(allowOlder) => onChange({ ...draft, allowOlder })}
        />
        <p className="switch__hint field__error" role="status">
          {draft.allowOlder && t('rollouts.create.olderWarning')}
        </p>
      </div>
    </>
  );
}
