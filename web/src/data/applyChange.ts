import type { Change } from '@fournil/contract/live/change';
import type { QueryClient } from '@tanstack/react-query';
import { patchRecord } from './records.ts';

/** Puts one change into every cached list and record; false when it has to be asked for instead. */
export function applyChange(queryClient: QueryClient, { resource, op, id, item }: Change): boolean {
  if (op !== 'update' || !item) return false;
  patchRecord(queryClient, resource, id, item);
  return true;
}
