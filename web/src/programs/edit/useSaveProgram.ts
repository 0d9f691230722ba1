import type { ProgramView } from '@fournil/contract/programs/program';
import { useVersionedSave } from '../../data/index.ts';
import { settledBy } from '../../kit/forms/versions.ts';
import { useT } from '../messages.ts';
import { useProgramFields } from './useProgramFields.ts';

/** Saves a program over the version that was read; the notice says whether it waits for approval. */
export function useSaveProgram(
  program: ProgramView,
  valuesOf: (program: ProgramView) => object,
  onDone: (program: ProgramView) => void,
) {
  const t = useT();
  const fields = useProgramFields();
  const save = useVersionedSave<ProgramView>('programs', program.id, {
    isInputKept: true,
    settle: (theirs, sent) => settledBy({ read: program, theirs, sent, fields, updateOf: valuesOf }),
    done: ({ approved, name }) =>
      t(approved ? 'resources.programs.edit.saved' : 'resources.programs.edit.savedWaits', { name }),
    onDone,
  });
  return { ...save, fields };
}
