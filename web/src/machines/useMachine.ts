import type { MachineView } from '@fournil/contract/machines/machine';
import { useParams } from 'react-router-dom';
import { useRecord } from '../data/index.ts';

/**
 * The machine of this address; its tabs share one answer. `isAfresh`: read anew however fresh that answer is, for
 * editing.
 */
export function useMachine({ isAfresh = false } = {}) {
  const { id = '' } = useParams();
  return useRecord<MachineView>('machines', decodeURIComponent(id), { isAfresh });
}
