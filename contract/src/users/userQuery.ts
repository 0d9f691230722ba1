import { z } from 'zod';
import { reference, references } from '../kit/hydra.ts';
import { listQuery } from '../kit/listQuery.ts';
import { searchText } from '../kit/text.ts';
import { userLimits, userView } from './user.ts';

/** GET `users`. */
export const userQuery = listQuery({
  view: userView,
  filters: {
    q: searchText(),
    id: references('users').optional(),
    kind: z.enum(['clientAdmin', 'user']).optional(),
    without: reference('users').optional(),
    active: z.stringbool().optional(),
    structure: reference('structures').optional(),
    twoStep: z.stringbool().optional(),
    rightsTemplate: reference('rights-templates').optional(),
  },
  itemsPerPage: userLimits.listPageSize,
});
export type UserPage = z.output<typeof userQuery>;
