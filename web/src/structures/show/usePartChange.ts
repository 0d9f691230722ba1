import type { Additions, StructureDetail } from '@fournil/contract/structures/structure';
import { call, useAct } from '../../data/index.ts';

/** STR-04: adds to and removes from a structure, machines or users. Rejects after the reason was shown. */
export function usePartChange({ id }: Pick<StructureDetail, 'id'>, part: 'machines' | 'users') {
  const { actAsync, isPending } = useAct({
    changes: 'structures',
    send: (change: Additions) => call<StructureDetail>(`/structures/${id}/${part}`, { method: 'PUT', body: change }),
    answers: 'structures',
  });
  return { change: actAsync, isPending };
}
