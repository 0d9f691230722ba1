import type { TagDetail } from '@fournil/contract/tags/tag';
import { useGetOne } from 'ra-core';
import { useParams } from 'react-router-dom';

/** The tag of the address, asked for anew whenever it is opened. */
export function useTag() {
  const { id = '' } = useParams();
  const { data, ...query } = useGetOne<TagDetail>(
    'tags',
    { id },
    { retry: false, enabled: id !== '', refetchOnMount: 'always' },
  );
  // A list leaves its rows where single ones are kept: these are less than a whole tag.
  return { ...query, data: data && 'programs' in data ? data : undefined };
}
