import type { ProgramView } from '@fournil/contract/programs/program';
import { useGetOne } from 'ra-core';
import { useParams } from 'react-router-dom';

/**
 * The program of the address; `isAfresh` asks again even when it was shown a moment ago, because it is about to be
 * edited.
 */
export function useProgram({ isAfresh = false } = {}) {
  const { id = '' } = useParams();
  return useGetOne<ProgramView>(
    'programs',
    { id },
    { retry: false, enabled: id !== '', ...(isAfresh ? { refetchOnMount: 'always' as const } : {}) },
  );
}
