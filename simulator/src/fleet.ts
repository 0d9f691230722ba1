import { mkdir } from 'node:fs/promises';
import { log } from './log.ts';
import { type Oven, openOven } from './oven/oven.ts';
import { openStore, type Plate } from './state/store.ts';
import { openTurns } from './turns.ts';

/**
 * SCL-05: how many ovens do the same at once. Real ones have a processor each, but these share one, and the handshakes
 * of thousands at once would all take longer than a server waits for one.
 */
const atOnce = { opening: 32, connecting: 50, updating: 20, closing: 200 };

export interface FleetNeeds {
  server: string;
  folder: string;
  plates: readonly Plate[];
  speed: number;
  pastDays: number;
  updateFailures: number;
  locateSeconds: number;
}

export interface Fleet {
  list: () => Oven[];
  find: (serialNumber: string) => Oven | undefined;
  /** Null when an oven with this serial number exists already. */
  add: (plate: Plate) => Promise<Oven | null>;
  close: () => Promise<void>;
}

/** All ovens on one timer; each tick processes everything that is due, however late it comes. */
export async function openFleet({
  server,
  folder,
  plates,
  speed,
  pastDays,
  updateFailures,
  locateSeconds,
}: FleetNeeds): Promise<Fleet> {
  await mkdir(folder, { recursive: true });
  const store = openStore(folder);
  /** In the order in which they were named; null while an oven opens. */
  const ovens = new Map<string, Oven | null>();
  const list = () => [...ovens.values()].filter((oven) => oven !== null);
  const [inOpening, inClosing] = [openTurns(atOnce.opening), openTurns(atOnce.closing)];
  const turns = { connecting: openTurns(atOnce.connecting), updating: openTurns(atOnce.updating) };

  const add = async (plate: Plate, isAdded: boolean) => {
    if (ovens.has(plate.serialNumber)) return null;
    ovens.set(plate.serialNumber, null);
    try {
      const days = isAdded ? 0 : pastDays;
      const needs = { plate, isAdded, server, store, speed, pastDays: days, updateFailures, locateSeconds, turns };
      const oven = await inOpening(() => openOven(needs));
      ovens.set(plate.serialNumber, oven);
      return oven;
    } catch (error) {
      ovens.delete(plate.serialNumber);
      throw error;
    }
  };

  await Promise.all(plates.map((plate) => add(plate, false)));
  for (const plate of await store.added([...ovens.keys()])) await add(plate, true);

  const ticker = setInterval(() => {
    const nowAt = Date.now();
    for (const oven of ovens.values()) if (oven) tickSafely(oven, nowAt);
  }, 1000);
  return {
    list,
    find: (serialNumber) => ovens.get(serialNumber) ?? undefined,
    add: (plate) => add(plate, true),
    close: async () => {
      clearInterval(ticker);
      await Promise.allSettled(list().map((oven) => inClosing(oven.close)));
    },
  };
}

/** An error in one oven does not stop the others. */
function tickSafely(oven: Oven, nowAt: number): void {
  try {
    oven.tick(nowAt);
  } catch (error) {
    log('ovenFailed', { serialNumber: oven.serialNumber, reason: (error as Error).message });
  }
}
