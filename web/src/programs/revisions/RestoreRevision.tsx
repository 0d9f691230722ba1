import type { ProgramView } from '@fournil/contract/programs/program';
import type { ProgramRevisionView } from '@fournil/contract/programs/revision';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useVersionedSave } from '../../data/index.ts';
import { Modal } from '../../kit/dialogs/Modal.tsx';
import { ConflictNotice } from '../../kit/forms/ConflictNotice.tsx';
import { changesBetween } from '../../kit/forms/versions.ts';
import { useKitT } from '../../kit/messages.ts';
import { useMay } from '../../kit/session/profile.ts';
import { useProgramFields } from '../edit/useProgramFields.ts';
import { useT } from '../messages.ts';

interface RestoreRevisionProps {
  program: ProgramView;
  revision: Pick<ProgramRevisionView, 'revision' | 'phaseGroups'>;
}

/** Restores an older revision by an edit of the program, with the same call and rules (PRG-03, API-06). */
export function RestoreRevision({ program, revision }: RestoreRevisionProps) {
  const t = useT();
  const [read, setRead] = useState<ProgramView | null>(null);
  const isSame = JSON.stringify(program.phaseGroups) === JSON.stringify(revision.phaseGroups);
  return (
    <>
      <button
        type="button"
        className="button button--main"
        disabled={isSame}
        title={isSame ? t('resources.programs.revisions.samePresent') : undefined}
        onClick={() => setRead(program)}
      >
        {t('resources.programs.revisions.take')}
      </button>
      {read && <Question program={read} revision={revision} onClose={() => setRead(null)} />}
    </>
  );
}

/** `program` is the version that was read when the dialog was opened. */
function Question({ program, revision, onClose }: RestoreRevisionProps & { onClose: () => void }) {
  const t = useT();
  const kitT = useKitT();
  const mayApprove = useMay()('programs.approve');
  const fields = useProgramFields();
  const { save, isPending, conflict } = useTake(program, revision.revision);
  const present = conflict ?? program;
  const becomes = present.approved && mayApprove ? 'takeApproved' : 'takeWaits';
  const take = () => save({ phaseGroups: revision.phaseGroups }, present.version);
  return (
    <Modal
      title={t('resources.programs.revisions.takeTitle', { revision: revision.revision })}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {kitT('kit.cancel')}
          </button>
          {!conflict && (
            <button type="button" className="button button--main" disabled={isPending} onClick={take}>
              {t('resources.programs.revisions.takeConfirm')}
            </button>
          )}
        </>
      }
    >
      {conflict && (
        <ConflictNotice
          savedAt={conflict.updatedAt}
          address={`#/programs/${program.id}/show`}
          changes={changesBetween(program, conflict, fields)}
          onTake={onClose}
          onMine={take}
        />
      )}
      <p>{t(`resources.programs.revisions.${becomes}`, { next: present.revision + 1 })}</p>
    </Modal>
  );
}

function useTake(program: ProgramView, revision: number) {
  const t = useT();
  const navigate = useNavigate();
  return useVersionedSave<ProgramView>('programs', program.id, {
    done: ({ approved, name }) =>
      t(`resources.programs.revisions.${approved ? 'taken' : 'takenWaits'}`, { name, revision }),
    onDone: ({ id }) => navigate(`/programs/${id}/show`),
  });
}
