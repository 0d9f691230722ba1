import type { z } from 'zod';
import { reference, references } from '../kit/hydra.ts';
import { flag, listQuery } from '../kit/listQuery.ts';
import { programMachineView } from './installation.ts';

/** GET `programMachines`. */
export const programMachineQuery = listQuery({
  view: programMachineView,
  filters: {
    id: references('programMachines').optional(),
    machine: reference('machines').optional(),
    program: reference('programs').optional(),
    /** With everything below it. */
    structure: reference('structures').optional(),
    /** MNU-01: that a menu puts there. */
    menu: reference('menus').optional(),
    /** MNU-02: changed at the oven. */
    changed: flag.optional(),
    /** With `changed=true`: somebody has decided that the oven keeps its own, or nobody has. */
    kept: flag.optional(),
  },
  itemsPerPage: 100,
});
export type ProgramMachinePage = z.output<typeof programMachineQuery>;
