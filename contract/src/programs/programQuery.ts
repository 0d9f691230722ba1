import { z } from 'zod';
import { reference, references } from '../kit/hydra.ts';
import { flag, listQuery } from '../kit/listQuery.ts';
import { searchText } from '../kit/text.ts';
import { machineCategoryCodes } from '../machines/catalogue.ts';
import { programLimits, programView } from './program.ts';

/** GET `programs`. */
export const programQuery = listQuery({
  view: programView,
  order: ['categoryName'],
  filters: {
    q: searchText(),
    id: references('programs').optional(),
    category: z.union([z.enum(machineCategoryCodes), z.array(z.enum(machineCategoryCodes)).max(10)]).optional(),
    approved: flag.optional(),
    tags: references('tags').optional(),
    structure: reference('structures').optional(),
    machine: reference('machines').optional(),
    /** The programs that can be installed on a machine, of its category and of others. */
    notOn: reference('machines').optional(),
  },
  itemsPerPage: programLimits.listPageSize,
});
export type ProgramPage = z.output<typeof programQuery>;
