import { createHash } from 'node:crypto';
import { type Hardware, hardwareOf, namesHardware } from '@fournil/contract/software-updates/hardware';
import { openStates } from '@fournil/contract/software-updates/machineUpdate';
import type { LeftOutReason, RingInput, RolloutInput } from '@fournil/contract/software-updates/rollout';
import { sql } from 'kysely';
import semver from 'semver';
import type { Trx } from '../../db/database.ts';
import { isInFleet } from '../../db/predicates.ts';
import type { UpdateRow } from '../versions/queries.ts';

export interface Candidate {
  id: string;
  organisationId: string;
  name: string;
  society: string;
  model: string | null;
  softwareVersion: string | null;
  betaAllowed: boolean;
  inService: boolean;
  busy: boolean;
  structureId: string | null;
  /** Null until the machine has reported it. */
  hardware: Hardware | null;
}

export interface Selection {
  rings: Candidate[][];
  leftOut: Map<LeftOutReason, Candidate[]>;
}

/** The ring of each machine in this rollout, and the reason for those in none. The result is deterministic. */
export async function select(
  trx: Trx,
  update: UpdateRow,
  input: Pick<RolloutInput, 'rings' | 'allowOlder'>,
): Promise<Selection> {
  const leftOut = new Map<LeftOutReason, Candidate[]>();
  const leave = (reason: LeftOutReason, machine: Candidate) => {
    const before = leftOut.get(reason);
    if (before) before.push(machine);
    else leftOut.set(reason, [machine]);
  };
  let free: Candidate[] = [];
  for (const machine of await candidates(trx)) {
    const reason = reasonAgainst(machine, update, input.allowOlder);
    if (reason) leave(reason, machine);
    else free.push(machine);
  }
  const rings: Candidate[][] = [];
  for (const ring of input.rings) {
    const isIn = await membership(trx, ring);
    const meant = free
      .filter(isIn)
      .sort((one, other) => (hashOf(update.id, one.id) < hashOf(update.id, other.id) ? -1 : 1));
    const taken = new Set(meant.slice(0, Math.ceil((meant.length * ring.sharePercent) / 100)));
    rings.push([...taken]);
    free = free.filter((machine) => !taken.has(machine));
  }
  if (free.length > 0) leftOut.set('noRing', free);
  return { rings, leftOut };
}

/**
 * The reason why an update is not for this machine; null when it is. Checked when a rollout begins and at each poll.
 */
export function reasonAgainst(
  machine: Pick<Candidate, 'model' | 'softwareVersion' | 'betaAllowed' | 'inService' | 'busy' | 'hardware'>,
  update: Pick<UpdateRow, 'models' | 'version' | 'beta' | 'hardware' | 'hardwareBySection'>,
  allowOlder: boolean,
): LeftOutReason | null {
  if (machine.model === null || !update.models.includes(machine.model)) return 'model';
  if (!machine.inService) return 'notInService';
  if (!isForHardware(machine, update)) return 'hardware';
  if (machine.softwareVersion === update.version) return 'installed';
  if (!allowOlder && isNewer(machine.softwareVersion, update.version)) return 'newer';
  if (update.beta && !machine.betaAllowed) return 'beta';
  return machine.busy ? 'busy' : null;
}

/** SWU-05. A machine that has not reported its hardware is offered the file; its update client checks it too. */
export function isForHardware(
  { hardware, model }: Pick<Candidate, 'hardware' | 'model'>,
  update: Pick<UpdateRow, 'hardware' | 'hardwareBySection'>,
): boolean {
  return hardware === null || namesHardware(update.hardwareBySection ?? { '': update.hardware }, hardware, model);
}

/**
 * A text that is no version counts as older than all versions; of two builds of one version, the later by name is
 * newer.
 */
export function isNewer(version: string | null, than: string): boolean {
  return semver.valid(version) !== null && semver.compareBuild(version ?? '', than) > 0;
}

/** The order in which machines are chosen for a share: by a hash, so always the same one. */
function hashOf(updateId: string, machineId: string): string {
  return createHash('sha256').update(`${updateId}\n${machineId}`).digest('hex');
}

async function candidates(trx: Trx): Promise<Candidate[]> {
  const rows = await trx
    .selectFrom('machines')
    .innerJoin('organisations', 'organisations.id', 'machines.organisationId')
    .select([
      'machines.id',
      'machines.organisationId',
      'machines.name',
      'organisations.name as society',
      'machines.model',
      'machines.softwareVersion',
      'machines.betaAllowed',
      'machines.structureId',
      'machines.updateAttributes',
      isInFleet.as('inService'),
      sql<boolean>`exists (select from "machineUpdates" where "machineUpdates"."machineId" = machines.id
        and "machineUpdates"."organisationId" = machines."organisationId" and state = any(${[...openStates]}::text[]))`.as(
        'busy',
      ),
    ])
    .orderBy(sql`machines.name collate natural_order`)
    .orderBy('machines.id')
    .execute();
  return rows.map(({ updateAttributes, ...row }) => ({ ...row, hardware: hardwareOf(updateAttributes) }));
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

/** Level by level, because Citus recurses within one organisation only. */
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
