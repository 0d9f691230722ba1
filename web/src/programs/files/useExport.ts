import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { fetchFile } from '../../kit/api.ts';
import { saveFile } from '../../kit/saveFile.ts';
import { useTranslatedError } from '../../kit/useTranslatedError.ts';
import { useT } from '../messages.ts';

/** PRG-04: one file for each program, one call each. */
export function useExport() {
  const t = useT();
  const notify = useNotify();
  const errorText = useTranslatedError();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) saveFile(await fetchFile(`/programs/${id}/export`));
      return ids.length;
    },
    onSuccess: (count) => notify(t('resources.programs.files.exported', { smart_count: count }), { type: 'success' }),
    onError: (error) => notify(errorText(error), { type: 'warning' }),
  });
}
