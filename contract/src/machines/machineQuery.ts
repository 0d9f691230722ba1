import type { z } from 'zod';
import { listQuery } from '../kit/listQuery.ts';
import { machineFilters, machineLimits, machineView } from './machine.ts';

/** GET `machines`. `state` is that of `machineStateOf`, in the order of `machineStates`; then by when it connected or left. */
export const machineQuery = listQuery({
  view: machineView,
  filters: machineFilters,
  order: ['connectedSince', 'state', 'categoryName'],
  itemsPerPage: machineLimits.listPageSize,
});
export type MachinePage = z.output<typeof machineQuery>;
