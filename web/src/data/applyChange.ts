import type { Change } from '@fournil/contract/live/change';
import type { QueryClient } from '@tanstack/react-query';
import { patchRecord } from './records.ts';

/** Puts one change into every cached list and record; false when it has to be asked for instead. */
export function applyChange(queryClient: QueryClient, { resource, op, id, item }: Change): boolean {
  if (op !== 'update' || !item) return false;
  patchRecord(queryClient, resource, id, item);
  return true;
}

/** The parts of one server-sent event. */
export function eventOf(block: string): { id?: string; event?: string; data?: string } {
  const parts: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, '');
    parts[name] = parts[name] === undefined ? value : `${parts[name]}\n${value}`;
  }
  return parts;
}
