import { createHash } from 'node:crypto';
import type { LeftOutReason, RolloutPreview } from '@fournil/contract/rollouts/rollout';
import type { RingInput } from '@fournil/contract/rollouts/rolloutInput';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { unprocessable } from '../kit/errors.ts';
import { modelCodes, refuseUnknownModels } from '../models/index.ts';

/** A machine that a rollout may reach. */
export interface Candidate {
  id: string;
  organisationId: string;
  name: string;
  society: string;
  model: string | null;
  structureId: string | null;
}

export interface Selection<Machine extends Candidate = Candidate> {
  rings: Machine[][];
  leftOut: Map<LeftOutReason, Machine[]>;
}

/**
 * The ring of each machine, and the reason for those in none. The result is deterministic: the machines of a share are
 * chosen by a hash of the machine and of what is rolled out.
 */
export async function fillRings<Machine extends Candidate>(
  trx: Trx,
  candidates: readonly Machine[],
  chosenRings: readonly RingInput[],
  subjectId: string,
  reasonAgainst: (machine: Machine) => LeftOutReason | null,
): Promise<Selection<Machine>> {
  const leftOut = new Map<LeftOutReason, Machine[]>();
  let free: Machine[] = [];
  for (const machine of candidates) {
    const reason = reasonAgainst(machine);
    if (reason === null) free.push(machine);
    else {
      const others = leftOut.get(reason);
      if (others) others.push(machine);
      else leftOut.set(reason, [machine]);
    }
  }
  const rings: Machine[][] = [];
  for (const ring of chosenRings) {
    const isIn = await membership(trx, ring);
    const ringMachines = free
      .filter(isIn)
      .map((machine) => ({ machine, place: hashOf(subjectId, machine.id) }))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ machine }) => machine);
    const taken = new Set(ringMachines.slice(0, Math.ceil((ringMachines.length * ring.sharePercent) / 100)));
    rings.push([...taken]);
    free = free.filter((machine) => !taken.has(machine));
  }
  if (free.length > 0) leftOut.set('noRing', free);
  return { rings, leftOut };
}

function hashOf(subjectId: string, machineId: string): string {
  return createHash('sha256').update(`${subjectId}\n${machineId}`).digest('hex');
}

const examplesShown = 5;

/** The dry run: the machines in each ring, and the others with the reason. */
export function previewOf(chosenRings: readonly RingInput[], { rings, leftOut }: Selection): RolloutPreview {
  return {
    hardwareUntold: 0,
    needsConfirmation: false,
    rings: rings.map((machines, position) => ({ name: chosenRings[position]?.name ?? '', ...told(machines) })),
    leftOut: [...leftOut].map(([reason, machines]) => ({ reason, ...told(machines) })),
  };
}

function told(machines: readonly Candidate[]) {
  return {
    machines: machines.length,
    examples: machines.slice(0, examplesShown).map(({ id, name, society }) => ({ id, name, society })),
  };
}

/** 422 for a model that is not in the list of models. */
export async function refuseStrangeModels(trx: Trx, rings: readonly RingInput[]): Promise<void> {
  const known = await modelCodes(trx);
  for (const [index, { models }] of rings.entries()) refuseUnknownModels(models, known, `rings.${index}.models`);
}

/** SWU-06: an empty ring proves nothing. */
export function refuseEmpty(sizes: readonly number[]): void {
  if (sizes.every((size) => size === 0))
    throw unprocessable({ path: 'rings', key: 'custom.validation.noMachines', args: {} });
  const empty = sizes.flatMap((size, position) =>
    size === 0 ? [{ path: `rings.${position}`, key: 'custom.validation.emptyRing', args: {} }] : [],
  );
  if (empty.length > 0) throw unprocessable(...empty);
}

async function membership(
  trx: Trx,
  { organisations, structures, tags, models }: RingInput,
): Promise<(machine: Candidate) => boolean> {
  const places = structures.length > 0 ? await withBelow(trx, structures) : null;
  const tagged = tags.length > 0 ? await machinesWithTag(trx, tags) : null;
  const [clients, kinds] = [new Set(organisations), new Set<string>(models)];
  return (machine) =>
    (clients.size === 0 || clients.has(machine.organisationId)) &&
    (kinds.size === 0 || (machine.model !== null && kinds.has(machine.model))) &&
    (places === null || (machine.structureId !== null && places.has(machine.structureId))) &&
    (tagged === null || tagged.has(machine.id));
}

/** Level by level, because several nodes recurse within one organisation only. */
async function withBelow(trx: Trx, structures: readonly string[]): Promise<Set<string>> {
  const all = new Set<string>();
  for (let level = [...structures]; level.length > 0; ) {
    for (const id of level) all.add(id);
    const { rows } = await sql<{ id: string }>`select id from structures
      where "parentId" = any(${level}::uuid[])`.execute(trx);
    level = rows.map(({ id }) => id).filter((id) => !all.has(id));
  }
  return all;
}

async function machinesWithTag(trx: Trx, tags: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('installations')
    .innerJoin('programTags', (join) =>
      join
        .onRef('programTags.organisationId', '=', 'installations.organisationId')
        .onRef('programTags.programId', '=', 'installations.programId'),
    )
    .where(sql<boolean>`"programTags"."tagId" = any(${tags}::uuid[])`)
    .select('installations.machineId')
    .distinct()
    .execute();
  return new Set(rows.map(({ machineId }) => machineId));
}
