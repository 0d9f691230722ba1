import type { RefusedMessageView } from '@fournil/contract/machines/refusedMessage';
import { isGone, readingItems } from '../../data/index.ts';

const againMilliseconds = 10_000;

/** MKR-01: what was refused of a machine. Read again at intervals too, because staff receive no live events. */
export function refusedReading(machine: string) {
  return readingItems<RefusedMessageView>({
    about: ['machineParts', machine],
    path: `/machines/${machine}/refused`,
    refetchInterval: ({ state: { error } }) => (isGone(error) ? false : againMilliseconds),
  });
}
