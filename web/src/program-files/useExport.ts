import { fetchFile, saveFile, useAct } from '../data/index.ts';
import { useT } from '../programs/messages.ts';

/** PRG-04: one file for each program, one call each. */
export function useExport() {
  const t = useT();
  return useAct({
    changes: 'nothing',
    send: async (ids: readonly string[]) => {
      for (const id of ids) saveFile(await fetchFile(`/programs/${id}/export`));
      return ids.length;
    },
    done: (count) => t('resources.programs.files.exported', { smart_count: count }),
  });
}
