import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useDates } from '../../kit/format/dates.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { type ProgramDraft, useDraft } from './draft.ts';
import { stepNames, stepPath } from './steps.ts';

interface WizardFrameProps {
  step: 0 | 1 | 2 | 3;
  /** The button to the next step. */
  next: ReactNode;
  /** The reason why the next step cannot be opened yet. */
  hint?: string | null;
  children: ReactNode;
}

/** The frame of each step: the four steps, buttons back and forward, and when the draft was stored. */
export function WizardFrame({ step, next, hint, children }: WizardFrameProps) {
  const t = useT();
  const dates = useDates();
  const { draft } = useDraft();
  return (
    <div className="wizard">
      <div className="wizard__bar">
        <StepList step={step} draft={draft} />
        <div className="wizard__go">
          {draft.keptAt && (
            <span className="soft wizard__kept">
              {t('resources.programs.wizard.kept', { at: dates.date(draft.keptAt, 'time') })}
            </span>
          )}
          {step > 0 && (
            <Link className="button" to={stepPath(step - 1)}>
              {t('resources.programs.wizard.back')}
            </Link>
          )}
          {next}
          {hint && (
            <strong className="wizard__hint" role="status">
              {hint}
            </strong>
          )}
        </div>
      </div>
      <div className="page wizard__page">{children}</div>
    </div>
  );
}

function StepList({ step, draft }: { step: number; draft: ProgramDraft }) {
  const t = useT();
  const { language } = useDates();
  const notes: Record<(typeof stepNames)[number], string> = {
    category: draft.category ? say(machineCategories[draft.category].name, language) : '',
    identify: draft.name ? t('resources.programs.wizard.notes.tags', { smart_count: draft.tags.length }) : '',
    settings: '',
    save: '',
  };
  return (
    <nav aria-label={t('resources.programs.wizard.steps.label')}>
      <ol className="wizard__steps">
        {stepNames.map((name, index) => {
          const isDone = index < step;
          const label = t(`resources.programs.wizard.steps.${name}`);
          const inner = (
            <>
              <span className="wizard__disc">{isDone ? <Icon name="check" size={14} /> : index + 1}</span>
              <span className="wizard__name">
                {label}
                {isDone && notes[name] && <small>{notes[name]}</small>}
              </span>
            </>
          );
          return (
            <li
              key={name}
              data-state={isDone ? 'done' : index === step ? 'now' : 'ahead'}
              aria-current={index === step ? 'step' : undefined}
            >
              {isDone ? <Link to={stepPath(index)}>{inner}</Link> : <span className="wizard__step">{inner}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
