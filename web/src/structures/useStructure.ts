import type { StructureDetail } from '@fournil/contract/structures/structure';
import { useGetOne } from 'ra-core';
import { useParams } from 'react-router-dom';

/** The structure of the address; `isAfresh` asks again even when it was shown a moment ago, because it is about to be edited. */
export function useStructureOfAddress({ isAfresh = false } = {}) {
  const { id = '' } = useParams();
  return useGetOne<StructureDetail>(
    'structures',
    { id },
    { retry: false, enabled: id !== '', ...(isAfresh ? { refetchOnMount: 'always' as const } : {}) },
  );
}
