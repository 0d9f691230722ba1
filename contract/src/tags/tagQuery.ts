import type { z } from 'zod';
import { references } from '../kit/hydra.ts';
import { listQuery } from '../kit/listQuery.ts';
import { searchText } from '../kit/text.ts';
import { tagLimits, tagView } from './tag.ts';

/** GET `tags`. */
export const tagQuery = listQuery({
  view: tagView,
  filters: { q: searchText(), id: references('tags').optional() },
  itemsPerPage: tagLimits.listPageSize,
});
export type TagPage = z.output<typeof tagQuery>;
