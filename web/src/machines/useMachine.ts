import type { MachineView } from '@fournil/contract/machines/machine';
import { useGetOne } from 'ra-core';
import { useParams } from 'react-router-dom';

/**
 * The machine of this address; its tabs share one answer. `isAfresh`: read anew however fresh that answer is, for
 * editing.
 */
export function useMachine({ isAfresh = false } = {}) {
  const { id = '' } = useParams();
  return useGetOne<MachineView>(
    'machines',
    { id: decodeURIComponent(id) },
    { retry: false, refetchOnMount: isAfresh ? 'always' : true },
  );
}
