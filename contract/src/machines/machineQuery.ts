import type { z } from 'zod';
import { listQuery } from '../kit/listQuery.ts';
import { machineFilters, machineLimits, machineView } from './machine.ts';

/** GET `machines`. */
export const machineQuery = listQuery({
  view: machineView,
  filters: machineFilters,
  order: ['connectedSince'],
  itemsPerPage: machineLimits.listPageSize,
});
export type MachinePage = z.output<typeof machineQuery>;
