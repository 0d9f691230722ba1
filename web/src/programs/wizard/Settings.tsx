import type { PhaseViolation } from '@fournil/contract/phases/rules';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ProgramEditor, phaseViolationOf } from '../../phases/index.ts';
import { useT } from '../messages.ts';
import { useDraft } from './draft.ts';
import { stepPath, type Violations } from './steps.ts';
import { WizardFrame } from './WizardFrame.tsx';

/** The third step: the settings. The next step needs a total time above 0 and no violation (WIZ-03). */
export function Settings({ refused }: { refused: Violations }) {
  const t = useT();
  const navigate = useNavigate();
  const { draft, change } = useDraft();
  const initial = useRef(draft.settings);
  const kept = useRef(draft.settings);
  const [problems, setProblems] = useState(0);
  const violations = useMemo(
    () => refused.map(phaseViolationOf).filter((violation): violation is PhaseViolation => violation !== null),
    [refused],
  );
  return (
    <WizardFrame
      step={2}
      hint={problems > 0 ? t('resources.programs.edit.toFix', { smart_count: problems }) : null}
      next={
        <button
          type="button"
          className="button button--main"
          disabled={problems > 0}
          onClick={() => navigate(stepPath(3))}
        >
          {t('resources.programs.wizard.next', { step: t('resources.programs.wizard.steps.save').toLocaleLowerCase() })}
        </button>
      }
    >
      <ProgramEditor
        initial={initial.current}
        refused={violations}
        title={<h1>{draft.name}</h1>}
        name={draft.name}
        description={draft.description}
        onChange={(settings, count) => {
          setProblems(count);
          if (settings === kept.current) return;
          kept.current = settings;
          change({ settings });
        }}
      />
    </WizardFrame>
  );
}
