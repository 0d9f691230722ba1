import { useActor } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import { mayAnswerYes } from './approval.ts';
import { useDraft } from './draft.ts';

/** WIZ-04: yes or no for those who may approve; the others are told that they cannot. */
export function ApproveQuestion() {
  const t = useT();
  const actor = useActor();
  const { draft, change } = useDraft();
  if (!mayAnswerYes(actor)) {
    return (
      <div className="wizard__approve">
        <h2>{t('resources.programs.wizard.approveQuestion')}</h2>
        <p className="state">
          <StateSign sign="unapproved" /> <strong>{t('resources.programs.wizard.cannotApprove')}</strong>
        </p>
        <p className="soft">{t('resources.programs.wizard.cannotApproveHint')}</p>
      </div>
    );
  }
  const answers = [
    {
      value: true,
      label: t('resources.programs.wizard.approveYes'),
      hint: t('resources.programs.wizard.approveYesHint'),
      sign: 'approved',
    },
    {
      value: false,
      label: t('resources.programs.wizard.approveNo'),
      hint: t('resources.programs.wizard.approveNoHint'),
      sign: 'unapproved',
    },
  ] as const;
  return (
    <fieldset className="wizard__approve">
      <legend>{t('resources.programs.wizard.approveQuestion')}</legend>
      {answers.map(({ value, label, hint, sign }) => (
        <label key={label} data-chosen={draft.approved === value || undefined}>
          <input
            type="radio"
            name="approved"
            checked={draft.approved === value}
            onChange={() => change({ approved: value })}
          />
          <span>
            <span className="state">
              <StateSign sign={sign} /> <strong>{label}</strong>
            </span>
            <small>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
