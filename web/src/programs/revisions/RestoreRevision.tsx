import type { ProgramDetail } from '@fournil/contract/programs/program';
import type { ProgramRevisionView } from '@fournil/contract/programs/revision';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useVersionedSave } from '../../data/index.ts';
import { TakeRevisionDialog } from '../../kit/forms/TakeRevisionDialog.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { useProgramFields } from '../edit/useProgramFields.ts';
import { useT } from '../messages.ts';

interface RestoreRevisionProps {
  program: ProgramDetail;
  revision: Pick<ProgramRevisionView, 'revision' | 'phaseGroups'>;
}

/** PRG-03: an older revision of a program becomes its newest. */
export function RestoreRevision({ program, revision }: RestoreRevisionProps) {
  const t = useT();
  const [read, setRead] = useState<ProgramDetail | null>(null);
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
  const fields = useProgramFields();
  const { save, isPending, conflict } = useTake(program, revision.revision);
  const present = conflict ?? program;
  const mayApprove = useMay()('programs.approve');
  const isApproved = present.approved && mayApprove;
  return (
    <TakeRevisionDialog
      title={t('resources.programs.revisions.takeTitle', { revision: revision.revision })}
      confirm={
        isApproved && present.sentCount > 0
          ? t('resources.programs.revisions.takeAndSend', { smart_count: present.sentCount })
          : t('resources.programs.revisions.takeConfirm')
      }
      read={program}
      conflict={conflict}
      fields={fields}
      address={`#/programs/${program.id}/show`}
      isLocked={isPending}
      onTake={() => save({ phaseGroups: revision.phaseGroups }, present.version)}
      onClose={onClose}
    >
      <p>
        {t(`resources.programs.revisions.${isApproved ? 'takeApproved' : 'takeWaits'}`, { next: present.revision + 1 })}
      </p>
    </TakeRevisionDialog>
  );
}

function useTake(program: ProgramDetail, revision: number) {
  const t = useT();
  const navigate = useNavigate();
  return useVersionedSave<ProgramDetail>('programs', program.id, {
    done: ({ approved, name }) =>
      t(`resources.programs.revisions.${approved ? 'taken' : 'takenWaits'}`, { name, revision }),
    onDone: ({ id }) => navigate(`/programs/${id}/show`),
  });
}
