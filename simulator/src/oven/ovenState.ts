import { linkLimits } from '@fournil/contract/machine-link/topics';
import { type MachineModel, seedModelByCode } from '@fournil/contract/machines/catalogue';
import { newMemory } from '../state/newMemory.ts';
import { enqueue, noneStored, type Report } from '../state/queue.ts';
import type { Plate, Remembered, Store } from '../state/store.ts';

/** An oven that is switched on: its memory, its own time, and what is not yet on disk. */
export interface OvenState {
  readonly memory: Remembered;
  readonly model: MachineModel;
  readonly store: Store;
  speed: number;
  /** The oven's own time runs `speed` times as fast as the wall clock from here on. */
  anchor: { ownAt: number; wallAt: number };
  /** The memory has changes that are not on disk. */
  isDirty: boolean;
  savedAt: number;
  saving: Promise<void>;
}

export interface StateNeeds {
  plate: Plate;
  isAdded: boolean;
  store: Store;
  speed: number;
}

/** Loads the memory of the oven with this plate, or creates a new one. */
export async function loadState({ plate, isAdded, store, speed }: StateNeeds): Promise<OvenState> {
  const model = seedModelByCode(plate.model);
  if (!model) throw new Error(`There is no model "${plate.model}".`);
  const memory = (await store.load(plate.serialNumber)) ?? newMemory(plate, isAdded);
  memory.plate = plate;
  // Files of older simulators lack these fields.
  memory.softwareVersion ??= plate.softwareVersion;
  memory.update ??= null;
  memory.stored = { ...noneStored(), ...memory.stored };
  memory.boot += 1;
  await store.save(memory);
  const anchor = { ownAt: memory.work?.nowAt ?? 0, wallAt: memory.workWallAt };
  return { memory, model, store, speed, anchor, isDirty: false, savedAt: Date.now(), saving: Promise.resolve() };
}

export function save(state: OvenState): Promise<void> {
  state.isDirty = false;
  state.savedAt = Date.now();
  // One write after the other, because two would write the same temporary file.
  state.saving = state.saving.catch(() => {}).then(() => state.store.save(state.memory));
  return state.saving;
}

export function ownTime({ anchor, speed }: OvenState, wallAt: number): number {
  return anchor.ownAt + Math.max(0, wallAt - anchor.wallAt) * speed;
}

export function wallTime({ anchor, speed }: OvenState, ownAt: number): number {
  return anchor.wallAt + (ownAt - anchor.ownAt) / speed;
}

/** An instant of the oven's own time by its clock (ISO 8601). */
export function instantOf(state: OvenState, ownAt: number): string {
  return isoOf(wallTime(state, ownAt) + clockOff(state));
}

export function isoOf(at: number): string {
  return new Date(Math.round(at)).toISOString();
}

export function newId({ memory }: OvenState): string {
  memory.counter += 1;
  return `${memory.boot}-${memory.counter}`;
}

/** The fields that every message has. */
export function envelope(state: OvenState) {
  return { v: linkLimits.protocolVersion, id: newId(state), at: isoOf(Date.now() + clockOff(state)) };
}

export function queueReport(state: OvenState, report: Report): void {
  state.memory.queue = enqueue(state.memory.queue, report);
  state.isDirty = true;
}

export function runningProgramId({ memory: { work } }: OvenState): string | null {
  return work?.task.kind === 'program' ? work.task.program.id : null;
}

function clockOff({ memory }: OvenState): number {
  return memory.clockOffMs ?? 0;
}
