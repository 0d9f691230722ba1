import type { TagDetail } from '@fournil/contract/tags/tag';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call, problemOf } from '../kit/api.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';

interface TagChange {
  path: string;
  body: object;
  version?: number;
}

/** Changes what belongs to a tag. Rejects after it has said why, and then shows what is true. */
export function useTagChange(id: string) {
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ path, body, version }: TagChange) =>
      call<TagDetail>(path, { method: 'PUT', body, ...(version === undefined ? {} : { version }) }),
    onSuccess: (tag) => queryClient.setQueryData(['tags', 'getOne', { id, meta: undefined }], tag),
    // What was refused is named by the rule that it broke.
    onError: (error) => notify(problemOf(error)?.violations?.[0]?.message ?? errorText(error), { type: 'warning' }),
    onSettled: () => {
      for (const key of ['tags', 'programs', 'history']) void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
  return { change: mutateAsync, isPending };
}
