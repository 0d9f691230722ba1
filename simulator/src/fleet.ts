import { mkdir } from 'node:fs/promises';
import { log } from './log.ts';
import { type Oven, openOven } from './oven/oven.ts';
import { openStore, type Plate } from './state/store.ts';

export interface FleetNeeds {
  server: string;
  folder: string;
  plates: readonly Plate[];
  speed: number;
  pastDays: number;
  updateFailures: number;
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
}: FleetNeeds): Promise<Fleet> {
  await mkdir(folder, { recursive: true });
  const store = openStore(folder);
  const ovens = new Map<string, Oven>();
  const opening = new Set<string>();

  const add = async (plate: Plate, added: boolean) => {
    if (ovens.has(plate.serialNumber) || opening.has(plate.serialNumber)) return null;
    opening.add(plate.serialNumber);
    try {
      const oven = await openOven({
        plate,
        added,
        server,
        store,
        speed,
        pastDays: added ? 0 : pastDays,
        updateFailures,
      });
      ovens.set(plate.serialNumber, oven);
      return oven;
    } finally {
      opening.delete(plate.serialNumber);
    }
  };

  for (const plate of plates) await add(plate, false);
  for (const plate of await store.added()) await add(plate, true);

  const ticker = setInterval(() => {
    const nowMs = Date.now();
    for (const oven of ovens.values()) tickSafely(oven, nowMs);
  }, 1000);
  return {
    list: () => [...ovens.values()],
    find: (serialNumber) => ovens.get(serialNumber),
    add: (plate) => add(plate, true),
    close: async () => {
      clearInterval(ticker);
      await Promise.allSettled([...ovens.values()].map((oven) => oven.close()));
    },
  };
}

/** An error in one oven does not stop the others. */
function tickSafely(oven: Oven, nowMs: number): void {
  try {
    oven.tick(nowMs);
  } catch (error) {
    log('ovenFailed', { serialNumber: oven.serialNumber, reason: (error as Error).message });
  }
}
