import type { z } from 'zod';
import { reference, references } from '../kit/hydra.ts';
import { listQuery } from '../kit/listQuery.ts';
import { programMachineView } from './installation.ts';

/** GET `programMachines`. */
export const programMachineQuery = listQuery({
  view: programMachineView,
  filters: {
    id: references('programMachines').optional(),
    machine: reference('machines').optional(),
    program: reference('programs').optional(),
  },
  itemsPerPage: 100,
});
export type ProgramMachinePage = z.output<typeof programMachineQuery>;
