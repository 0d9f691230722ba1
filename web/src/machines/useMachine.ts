import type { MachineView } from '@fournil/contract/machines/machine';
import { useParams } from 'react-router-dom';
import { useRecord } from '../data/index.ts';

/**
 * The machine of this address, shared by the tabs of its page. `isAfresh`: read again even if the cached one is fresh,
 * for editing.
 */
export function useMachine({ isAfresh = false } = {}) {
  const { id = '' } = useParams();
  return useRecord<MachineView>('machines', decodeURIComponent(id), { isAfresh });
}
