import type { TagDetail } from '@fournil/contract/tags/tag';
import { useGetOne } from 'ra-core';
import { useParams } from 'react-router-dom';

/** The tag of the address; `isAfresh` asks again even when it was shown a moment ago, because it is about to be edited. */
export function useTag({ isAfresh = false } = {}) {
  const { id = '' } = useParams();
  return useGetOne<TagDetail>('tags', { id }, { retry: false, enabled: id !== '', ...(isAfresh ? { refetchOnMount: 'always' as const } : {}) });
}
