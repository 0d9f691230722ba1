import { log } from '../log.ts';
import type { Remembered } from '../state/store.ts';
import type { InTurn } from '../turns.ts';
import { locate } from './pairing.ts';

export interface LocatingNeeds {
  memory: Remembered;
  server: string;
  /** It asks after this time without a connection, and up to as long again by chance. */
  locateSeconds: number;
  /** Switched on, with a network and without a connection. */
  isAway: () => boolean;
  save: () => Promise<void>;
  inTurn: InTurn;
}

/** LNK-02: an oven that cannot connect for minutes asks its server for the address of the broker. */
export function openLocating(needs: LocatingNeeds) {
  const later = (nowAt: number) => nowAt + needs.locateSeconds * 1000 * (1 + Math.random());
  let dueAt = later(Date.now());
  return {
    tick: (nowAt: number) => {
      if (!needs.isAway()) dueAt = later(nowAt);
      if (nowAt < dueAt) return;
      dueAt = later(nowAt);
      const { serialNumber } = needs.memory.plate;
      needs
        .inTurn(() => askAndFollow(needs))
        .catch((error: Error) => log('notLocated', { serialNumber, reason: error.message }));
    },
  };
}

async function askAndFollow({ memory, server, save }: LocatingNeeds): Promise<void> {
  const { credentials, privateKey, plate } = memory;
  if (!credentials || !privateKey) return;
  const { serialNumber } = plate;
  const result = await locate(server, credentials, privateKey);
  if (!('answer' in result)) return log('notLocated', { serialNumber, reason: result.reason });
  const { brokerUrl } = result.answer;
  if (protocolOf(brokerUrl) !== protocolOf(credentials.brokerUrl))
    return log('notLocated', { serialNumber, reason: `the address ${brokerUrl} is without TLS` });
  // It was paired again meanwhile.
  if (memory.credentials !== credentials) return;
  memory.credentials = { ...credentials, brokerUrl };
  await save();
  log('located', { serialNumber, brokerUrl });
}

function protocolOf(url: string): string | null {
  return URL.parse(url)?.protocol ?? null;
}
