import type { ProgramDetail } from '@fournil/contract/programs/program';
import { useVersionedSave } from '../../data/index.ts';
import { settledBy } from '../../kit/forms/versions.ts';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import { useProgramFields } from './useProgramFields.ts';

/** Saves a program over the version that was read; the notice says whether it waits for approval or is sent to ovens. */
export function useSaveProgram(
  program: ProgramDetail,
  valuesOf: (program: ProgramDetail) => object,
  onDone: (program: ProgramDetail) => void,
) {
  const t = useT();
  const fields = useProgramFields();
  const save = useVersionedSave<ProgramDetail>('programs', program.id, {
    isInputKept: true,
    settle: (theirs, sent) => settledBy({ read: program, theirs, sent, fields, updateOf: valuesOf }),
    done: ({ approved, approvedRevision, name, sentCount }) => {
      if (!approved) return t('resources.programs.edit.savedWaits', { name });
      const isSent = approvedRevision !== program.approvedRevision && sentCount > 0;
      return t(isSent ? 'resources.programs.edit.sent' : 'resources.programs.edit.saved', {
        name,
        smart_count: sentCount,
      });
    },
    onDone,
  });
  return { ...save, fields };
}

/** The text of the button that saves a change: with the number of ovens where the new revision is sent at once. */
export function useSaveLabel({ approved, sentCount }: ProgramDetail): (isSent: boolean) => string {
  const t = useT();
  const isApproved = useMay()('programs.approve') && approved && sentCount > 0;
  return (isSent) =>
    isSent && isApproved
      ? t('resources.programs.edit.send', { smart_count: sentCount })
      : t('resources.programs.edit.save');
}
