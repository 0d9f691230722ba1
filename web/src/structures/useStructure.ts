import type { StructureDetail } from '@fournil/contract/structures/structure';
import { useGetOne } from 'ra-core';
import { useParams } from 'react-router-dom';

/** The structure of the address, asked for anew whenever it is opened. */
export function useStructureOfAddress() {
  const { id = '' } = useParams();
  const { data, ...query } = useGetOne<StructureDetail>(
    'structures',
    { id },
    { retry: false, enabled: id !== '', refetchOnMount: 'always' },
  );
  // A list leaves its rows where single ones are kept: these are less than a whole structure.
  return { ...query, data: data && 'ancestors' in data ? data : undefined };
}
