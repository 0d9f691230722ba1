import type { ProgramView } from '@fournil/contract/programs/program';
import { useVersionedSave } from '../../data/index.ts';
import { useT } from '../messages.ts';

/** Saves a program over the version that was read; the notice says whether it waits for approval. */
export function useSaveProgram(id: string, onDone: (program: ProgramView) => void) {
  const t = useT();
  return useVersionedSave<ProgramView>('programs', id, {
    done: ({ approved, name }) =>
      t(approved ? 'resources.programs.edit.saved' : 'resources.programs.edit.savedWaits', { name }),
    onDone,
  });
}
