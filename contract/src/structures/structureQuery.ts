import { z } from 'zod';
import { reference, references } from '../kit/hydra.ts';
import { flag, listQuery } from '../kit/listQuery.ts';
import { searchText } from '../kit/text.ts';
import { structureView } from './structure.ts';
import { structureLimits } from './structureLimits.ts';

/** GET `structures`. */
export const structureQuery = listQuery({
  view: structureView,
  filters: {
    lvl: z.coerce.number().int().min(0).max(64).optional(),
    /** The same as `lvl=0`. */
    lvl0Only: flag.optional(),
    parent: reference('structures').optional(),
    id: references('structures').optional(),
    /** Without this structure and everything below it: the possible parents. */
    notUnder: reference('structures').optional(),
    relatedUser: reference('users').optional(),
    /** Structures that directly contain a machine that the reader sees. */
    withMachines: flag.optional(),
    q: searchText(),
  },
  order: ['path'],
  itemsPerPage: structureLimits.listPageSize,
});
export type StructurePage = z.output<typeof structureQuery>;
