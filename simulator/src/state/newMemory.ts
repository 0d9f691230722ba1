import { seedModelByCode } from '@fournil/contract/machines/catalogue';
import { emptyHolding } from './memory.ts';
import { noneStored } from './queue.ts';
import { settingsFor } from './settings.ts';
import type { Plate, Remembered } from './store.ts';

/** The memory of an oven that was never switched on. Throws for an unknown model. */
export function newMemory(plate: Plate, isAdded: boolean): Remembered {
  const model = seedModelByCode(plate.model);
  if (!model) throw new Error(`There is no model "${plate.model}".`);
  return {
    plate,
    added: isAdded,
    privateKey: null,
    credentials: null,
    boot: 0,
    counter: 0,
    session: 0,
    holding: emptyHolding,
    queue: [],
    stored: noneStored(),
    settings: settingsFor(model, plate.timezone),
    answers: [],
    work: null,
    softwareVersion: plate.softwareVersion,
    update: null,
    workWallAt: 0,
  };
}

/** Another entry of the console, perhaps of somebody else: nothing of the former one goes there. */
export function forgetOwner(memory: Remembered): void {
  memory.holding = emptyHolding;
  memory.queue = [];
  memory.answers = [];
  memory.update = null;
}
