import type { ProgramView } from '@fournil/contract/programs/program';
import { useVersionedSave } from '../../data/index.ts';
import { useT } from '../messages.ts';

/** Saves a program of a known version, and says whether it now waits. */
export function useSaveProgram(id: string, onDone: (program: ProgramView) => void) {
  const t = useT();
  return useVersionedSave<ProgramView>('programs', id, {
    done: ({ approved, name }) =>
      t(approved ? 'resources.programs.edit.saved' : 'resources.programs.edit.savedWaits', { name }),
    onDone,
  });
}
