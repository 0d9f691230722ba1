import { fetchFile, saveFile, useAct } from '../data/index.ts';
import { useT } from './messages.ts';

/** PRG-04: one file for each program, one call each; with the name of this action. */
export function useExport() {
  const t = useT();
  const exporting = useAct({
    changes: 'nothing',
    send: async (ids: readonly string[]) => {
      for (const id of ids) saveFile(await fetchFile(`/programs/${id}/export`));
      return ids.length;
    },
    done: (count) => t('programFiles.exported', { smart_count: count }),
  });
  return { ...exporting, label: t('programFiles.export') };
}
