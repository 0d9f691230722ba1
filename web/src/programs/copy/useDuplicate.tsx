import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import type { ProgramView } from '@fournil/contract/programs/program';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Modal } from '../../kit/dialogs/Modal.tsx';
import { useT } from '../messages.ts';
import { emptyDraft, useDraft } from '../wizard/draft.ts';
import { stepPath } from '../wizard/steps.ts';
import { copyName } from './copyName.ts';

const identify = 1;

/** Copies a program into the wizard's draft under a new name; asks before it overwrites an unfinished draft. */
export function useDuplicate(): { duplicate: (program: ProgramView) => void; question: ReactNode } {
  const t = useT();
  const navigate = useNavigate();
  const { draft, change } = useDraft();
  const [asked, setAsked] = useState<ProgramView | null>(null);
  const take = (program: ProgramView) => {
    const { category, id: from, description, tags, avatar, phaseGroups } = program;
    change({
      ...emptyDraft(),
      category,
      from,
      name: copyName(program.name, (name) => t('resources.programs.duplicate.name', { name })),
      description: description ?? '',
      tags: tags.map(({ id }) => id),
      avatar,
      settings: settingsOf(phaseGroups),
    });
    navigate(stepPath(identify));
  };
  return {
    duplicate: (program) => (draft.keptAt ? setAsked(program) : take(program)),
    question: asked && <Overwrite name={draft.name} onReplace={() => take(asked)} onClose={() => setAsked(null)} />,
  };
}

function Overwrite({ name, onReplace, onClose }: { name: string; onReplace: () => void; onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      title={t('resources.programs.duplicate.title')}
      width="xs"
      onClose={onClose}
      actions={
        <>
          <Link className="button" to={stepPath(0)}>
            {t('resources.programs.duplicate.goOn')}
          </Link>
          <button type="button" className="button button--danger-main" onClick={onReplace}>
            {t('resources.programs.duplicate.replace')}
          </button>
        </>
      }
    >
      <p>{t('resources.programs.duplicate.body', { name: name || t('resources.programs.duplicate.unnamed') })}</p>
    </Modal>
  );
}
