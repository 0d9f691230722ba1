import type { Additions, StructureDetail } from '@fournil/contract/structures/structure';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call } from '../kit/api.ts';
import { useFaultText } from '../kit/useTranslatedError.ts';

const stale = ['structures', 'machines', 'machineCounts', 'history', 'home', 'users'];

/** STR-04: adds to and removes from a structure, machines or users. Rejects after it has said why. */
export function usePartChange({ id }: Pick<StructureDetail, 'id'>, part: 'machines' | 'users') {
  const notify = useNotify();
  const faultText = useFaultText();
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (change: Additions) =>
      call<StructureDetail>(`/structures/${id}/${part}`, { method: 'PUT', body: change }),
    onSuccess: (structure) => {
      queryClient.setQueryData(['structures', 'getOne', { id, meta: undefined }], structure);
      for (const key of stale) void queryClient.invalidateQueries({ queryKey: [key] });
    },
    // What was refused is named by the rule that it broke.
    onError: (error) => notify(faultText(error), { type: 'warning' }),
  });
  return { change: mutateAsync, isPending };
}
