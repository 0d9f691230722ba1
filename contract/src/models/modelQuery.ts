import type { z } from 'zod';
import { listQuery } from '../kit/listQuery.ts';
import { searchText } from '../kit/text.ts';
import { modelLimits, modelView } from './model.ts';

export const modelQuery = listQuery({
  view: modelView,
  order: ['categoryName'],
  filters: { q: searchText() },
  itemsPerPage: modelLimits.listPageSize,
});
export type ModelPage = z.output<typeof modelQuery>;
