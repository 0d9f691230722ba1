import { downMessages } from '@fournil/contract/machine-link/messages';
import { log } from '../log.ts';
import type { Remembered } from '../state/store.ts';

/**
 * MKR-01: what is refused for ever is not sent again, and logged for the person who looks after the oven. Returns the
 * ids of the reports that are dropped: of a birth or a report about programs only one line of a list is refused, and
 * the message itself is stored.
 */
export function idsOfRefused(memory: Remembered, message: unknown): string[] {
  const parsed = downMessages.refused.safeParse(message);
  if (!parsed.success) return [];
  const { topic, entries } = parsed.data;
  for (const entry of entries) log('refused', { serialNumber: memory.plate.serialNumber, topic, ...entry });
  const ids = entries.flatMap(({ id, list = 'entries' }) => (id !== undefined && list === 'entries' ? [id] : []));
  memory.queue = memory.queue.filter(({ entry }) => !ids.includes(entry.id));
  return ids;
}
