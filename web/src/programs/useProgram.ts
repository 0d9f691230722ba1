import type { ProgramView } from '@fournil/contract/programs/program';
import { useParams } from 'react-router-dom';
import { useRecord } from '../data/index.ts';

/**
 * The program of the address; `isAfresh` asks again even when it was shown a moment ago, because it is about to be
 * edited.
 */
export function useProgram({ isAfresh = false } = {}) {
  const { id = '' } = useParams();
  return useRecord<ProgramView>('programs', id, { isAfresh });
}
