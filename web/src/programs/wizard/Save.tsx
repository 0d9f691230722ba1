import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import { phaseGroupsOf } from '@fournil/contract/phases/phaseGroups';
import { phaseViolationsOf } from '@fournil/contract/phases/rules';
import type { ProgramView } from '@fournil/contract/programs/program';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useCreateOne, useRead, useTranslatedError, violationsOf } from '../../data/index.ts';
import { useActor } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { ProgramDrawing } from '../../phases/index.ts';
import { tagsReading } from '../inputs/tagsReading.ts';
import { useT } from '../messages.ts';
import { SettingsFacts } from '../SettingsFacts.tsx';
import { Tags } from '../Tags.tsx';
import { ApproveQuestion } from './ApproveQuestion.tsx';
import { answerOf } from './approval.ts';
import { useDraft } from './draft.ts';
import { stepOf, stepPath, type Violations } from './steps.ts';
import { WizardFrame } from './WizardFrame.tsx';

interface SaveProps {
  onRefused: (violations: Violations) => void;
  onSaved: (id: string) => void;
}

/** The last step: a summary, and the question whether to approve the program (WIZ-04). */
export function Save({ onRefused, onSaved }: SaveProps) {
  const t = useT();
  const language = useLanguage();
  const actor = useActor();
  const { draft } = useDraft();
  const create = useSubmit({ onRefused, onSaved });
  const violations = phaseViolationsOf(draft.settings).length;
  const phaseGroups = phaseGroupsOf(draft.settings);
  const isApproved = answerOf(actor, draft);
  return (
    <WizardFrame
      step={3}
      hint={violations > 0 ? t('resources.programs.edit.toFix', { smart_count: violations }) : null}
      next={
        <button
          type="button"
          className="button button--main"
          disabled={violations > 0 || create.isPending}
          onClick={create.submit}
        >
          {t(
            create.isPending
              ? 'resources.programs.wizard.saving'
              : isApproved
                ? 'resources.programs.wizard.submitApproved'
                : 'resources.programs.wizard.submit',
          )}
        </button>
      }
    >
      <h1>{t('resources.programs.wizard.saveTitle')}</h1>
      {create.error !== null && (
        <p className="wizard__failed" role="alert">
          <StateSign sign="refused" size={16} />
          {`${create.error} ${t('resources.programs.wizard.kept_failed')}`}
        </p>
      )}
      <div className="wizard__summary">
        <section>
          <Part title={draft.name} step={1}>
            <p className="soft">{draft.description || t('resources.programs.show.noDescription')}</p>
            <TagNames ids={draft.tags} />
          </Part>
          <Part title={draft.category ? say(machineCategories[draft.category].name, language) : ''} step={0} />
          <ApproveQuestion />
        </section>
        <section>
          <Part title={t('resources.programs.show.drawing')} step={2}>
            <SettingsFacts settings={draft.settings} />
          </Part>
          <ProgramDrawing phaseGroups={phaseGroups} />
        </section>
      </div>
    </WizardFrame>
  );
}

function Part({ title, step, children }: { title: string; step: number; children?: React.ReactNode }) {
  const t = useT();
  return (
    <div className="wizard__part">
      <h2>
        {title}{' '}
        <Link className="link" to={stepPath(step)} aria-label={`${t('resources.programs.wizard.change')} ${title}`}>
          {t('resources.programs.wizard.change')}
        </Link>
      </h2>
      {children}
    </div>
  );
}

/** Creates one program however often the button is pressed; a refusal leads to the step with the violation. */
function useSubmit({ onRefused, onSaved }: SaveProps) {
  const t = useT();
  const navigate = useNavigate();
  const errorText = useTranslatedError();
  const actor = useActor();
  const { draft, drop } = useDraft();
  const isSent = useRef(false);
  const { create, isPending, error } = useCreateOne<ProgramView>('programs', {
    done: ({ approved, name }) =>
      t(approved ? 'resources.programs.wizard.created' : 'resources.programs.wizard.createdWaits', { name }),
    onDone: (program) => {
      onSaved(program.id);
      drop();
    },
    // Violations that belong to no step are shown on this page.
    refused: (failure) => {
      const [first] = violationsOf(failure);
      return stepOf(first?.propertyPath) === null ? null : (first?.message ?? t('resources.programs.create.error'));
    },
    onRefused: (failure) => {
      isSent.current = false;
      const violations = violationsOf(failure);
      onRefused(violations);
      const step = stepOf(violations[0]?.propertyPath);
      if (step !== null) navigate(stepPath(step));
    },
  });
  const submit = () => {
    if (isSent.current) return;
    isSent.current = true;
    create({
      name: draft.name,
      description: draft.description || null,
      category: draft.category,
      tags: draft.tags,
      avatar: draft.avatar ?? null,
      phaseGroups: phaseGroupsOf(draft.settings),
      approved: answerOf(actor, draft),
    });
  };
  return { submit, isPending, error: error ? errorText(error) : null };
}

/** Tags by their ids. */
function TagNames({ ids }: { ids: readonly string[] }) {
  const tags = useRead({ ...tagsReading, enabled: ids.length > 0 }).data?.data;
  return <Tags tags={ids.map((id) => ({ id, name: tags?.find((tag) => tag.id === id)?.name ?? '…' }))} />;
}
