import type { z } from 'zod';
import { listQuery } from '../kit/listQuery.ts';
import { machineFilters, machineLimits, machineView } from './machine.ts';

/**
 * GET `machines`. `state` is that of `machineStateOf`, in the order of `machineStates`; then by when it connected or left;
 * `lastFaultAt` is the begin of the newest fault, machines without one as the oldest. */
export const machineQuery = listQuery({
  view: machineView,
  filters: machineFilters,
  order: ['connectedSince', 'state', 'categoryName', 'lastFaultAt'],
  itemsPerPage: machineLimits.listPageSize,
});
export type MachinePage = z.output<typeof machineQuery>;
