import type { ProgramView } from '@fournil/contract/programs/program';
import { useNotify } from 'ra-core';
import { useVersionedSave } from '../kit/useVersionedSave.ts';
import { useT } from './messages.ts';

/** Saves a program of a known version, and says whether it now waits. */
export function useSaveProgram(id: string, onSaved: (program: ProgramView) => void) {
  const t = useT();
  const notify = useNotify();
  return useVersionedSave<ProgramView>({
    resource: 'programs',
    id,
    staleKeys: ['history', 'home', 'programMachines'],
    onSaved(saved) {
      notify(
        t(saved.approved ? 'resources.programs.edit.saved' : 'resources.programs.edit.savedWaits', {
          name: saved.name,
        }),
        { type: 'success' },
      );
      onSaved(saved);
    },
  });
}
