import type { Change } from '@fournil/contract/live/change';
import type { QueryClient } from '@tanstack/react-query';
import { patchRecord } from './records.ts';

/** Applies a change to every cached list and record; false when the data has to be read again instead. */
export function applyChange(queryClient: QueryClient, { resource, op, id, item }: Change): boolean {
  if (op !== 'update' || !item) return false;
  patchRecord(queryClient, resource, id, item);
  return true;
}
