import type { ProgramView } from '@fournil/contract/programs/program';
import { useParams } from 'react-router-dom';
import { useRecord } from '../data/index.ts';

/** The program of the address. `isAfresh`: read again even if the cached one is fresh, for editing. */
export function useProgram({ isAfresh = false } = {}) {
  const { id = '' } = useParams();
  return useRecord<ProgramView>('programs', id, { isAfresh });
}
