import { type TagView, tagLimits } from '@fournil/contract/tags/tag';
import { readingList } from '../../data/index.ts';

/** Every tag, for pick lists (STR-05: 500 in one reading). */
export const tagsReading = readingList<TagView>({
  about: 'tags',
  path: '/tags',
  query: { 'order[name]': 'asc', page: 1, itemsPerPage: tagLimits.pickListSize },
  staleTime: 60_000,
});
