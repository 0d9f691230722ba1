import { type TagView, tagLimits } from '@fournil/contract/tags/tag';
import { queryOptions } from '@tanstack/react-query';
import { members } from '../kit/api.ts';

/** Every tag, for pick lists (STR-05: 500 in one reading). */
export const tagsQuery = queryOptions({
  queryKey: ['tags', 'pickList'],
  queryFn: async ({ signal }) =>
    (await members<TagView>('/tags', { 'order[name]': 'asc', page: 1, itemsPerPage: tagLimits.pickListSize }, signal))
      .data,
  staleTime: 60_000,
});
