import {
  type MachineInput,
  type MachineUpdate,
  type MachineView,
  pairingLimits,
} from '@fournil/contract/machines/machine';
import { can } from '@fournil/contract/rights/policy';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { isUniqueViolation } from '../db/failures.ts';
import type { MachineRow } from '../db/tables/machines.ts';
import { changesBetween, type Event, type RecordedActor, record } from '../history/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { conflict, forbidden, notFound, stale, unprocessable } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { newId } from '../kit/ids.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { sourceOf } from '../kit/sourceOf.ts';
import { requireMachine, tellSight, visibleStructures } from '../rights/index.ts';
import { countEntry } from './pairing/countEntry.ts';
import { freshPinOf } from './pairing/freshPin.ts';
import { findMachine } from './queries.ts';

export function createMachine(house: House, member: Member, input: MachineInput): Promise<MachineView> {
  return house.db.as(scopeOf(member), async (trx) => {
    const id = newId();
    const { organisationId } = member;
    const structure = await structureToPut(trx, member, input.structure ?? null);
    const origin = { entity: 'machine', id, name: input.name } as const;
    await countEntry(house, trx, member, input.serialNumber, input.pin);
    const events: Event[] = [{ type: 'creation', origin }];
    if (structure) events.push({ type: 'addToStructure', origin, target: { entity: 'structure', ...structure } });
    // Sent together, answered in this order: the first that fails is the cause.
    const [, , , , machine] = await Promise.all([
      insertMachine(house, trx, member, id, input, structure?.id ?? null),
      trx.insertInto('machineStates').values({ machineId: id, organisationId }).execute(),
      record(trx, member, ...events),
      notifyLive(trx, { organisationId, resource: 'machines', op: 'create', ids: [id] }),
      reread(house, trx, member, id),
      house.jobs.announce(trx, 'machine.serialEntered', { organisationId, machineId: id }),
    ]);
    return machine;
  });
}

async function insertMachine(
  house: House,
  trx: Trx,
  member: Member,
  id: string,
  input: MachineInput,
  structureId: string | null,
): Promise<void> {
  await trx
    .insertInto('machines')
    .values({
      id,
      organisationId: member.organisationId,
      name: input.name,
      description: input.description,
      serialNumber: input.serialNumber,
      pinHash: house.keys.pinHash(input.pin, id),
      category: input.category,
      model: input.model ?? null,
      structureId,
      timezone: input.timezone ?? member.timezone,
      createdAt: house.now(),
      updatedAt: house.now(),
    })
    .execute()
    .catch(serialTaken);
}

function serialTaken(error: unknown): never {
  if (isUniqueViolation(error)) throw unprocessable({ path: 'serialNumber', key: 'custom.validation.taken', args: {} });
  throw error;
}

/** The structure named in an input, when this member may put a machine there. */
async function structureToPut(
  trx: Trx,
  member: Member,
  id: string | null,
): Promise<{ id: string; name: string } | null> {
  if (id === null) {
    // Whoever may not see machines without structure would lose it from sight at once.
    if (!can(member, 'machines.seeWithoutStructure'))
      throw unprocessable({ path: 'structure', key: 'ra.validation.required', args: {} });
    return null;
  }
  if (!can(member, 'structures.addMachine')) throw forbidden();
  const found = await trx
    .selectFrom('structures')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where(visibleStructures(member))
    .executeTakeFirst();
  if (!found) throw unprocessable({ path: 'structure', key: 'custom.validation.notFound', args: {} });
  return found;
}

/** MAC-05: the switches have rights of their own; everything that changes is written to the history. */
export function editMachine(
  house: House,
  member: Member,
  id: string,
  update: MachineUpdate,
  expectedVersion: number | null,
): Promise<MachineView> {
  return house.db.as(scopeOf(member), async (trx) => {
    await changeMachine(house, trx, member, id, update, expectedVersion);
    return reread(house, trx, member, id);
  });
}

/** What a machine was before a change that changed something. */
export type MachineBefore = Pick<Selectable<MachineRow>, 'name' | 'structureId' | 'approved' | 'active'>;

/** The same within a transaction; what it was before, or null when nothing of it changed. */
export async function changeMachine(
  house: House,
  trx: Trx,
  member: Member,
  id: string,
  update: MachineUpdate,
  expectedVersion: number | null,
): Promise<MachineBefore | null> {
  await requireMachine(trx, member, id);
  const before = await trx.selectFrom('machines').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!before) throw notFound();
  if (expectedVersion !== null && expectedVersion !== before.version) throw stale();
  checkRights(member, update);
  checkPairing(update, before);
  if (update.pin !== undefined || update.serialNumber !== undefined)
    await countEntry(house, trx, member, update.serialNumber ?? before.serialNumber, update.pin ?? before.pinHash);
  const structure = await newStructure(trx, member, update, before);
  const set = changesOf(house, update, before);
  if (structure !== undefined) set.structureId = structure?.id ?? null;
  if (Object.keys(set).length === 0) return null;
  await trx
    .updateTable('machines')
    .set({ ...set, updatedAt: house.now(), version: sql`version + 1`, desiredVersion: sql`"desiredVersion" + 1` })
    .where('id', '=', id)
    .execute()
    .catch(serialTaken);
  await record(trx, member, ...(await eventsOf(trx, set, before)));
  await notifyLive(trx, { organisationId: member.organisationId, resource: 'machines', op: 'update', ids: [id] });
  if (set.structureId !== undefined) {
    const structures = [before.structureId, set.structureId].filter((one) => one !== null);
    await tellSight(trx, member.organisationId, structures);
  }
  await announceChange(house, trx, { organisationId: member.organisationId, machineId: id }, set);
  return before;
}

async function announceChange(
  house: House,
  trx: Trx,
  machine: { organisationId: string; machineId: string },
  set: Changes,
): Promise<void> {
  if (set.serialNumber !== undefined) await house.jobs.announce(trx, 'machine.serialEntered', machine);
  if (set.active === false) await house.jobs.announce(trx, 'machine.banned', machine);
  else if (set.approved !== undefined || set.active !== undefined)
    await house.jobs.announce(trx, 'machine.desiredChanged', machine);
}

function checkRights(member: Member, { approved, active, ...rest }: MachineUpdate): void {
  if (approved !== undefined && !can(member, 'machines.approve')) throw forbidden();
  if (active !== undefined && !can(member, 'machines.activate')) throw forbidden();
  if (Object.values(rest).some((value) => value !== undefined) && !can(member, 'machines.edit')) throw forbidden();
}

function checkPairing(
  update: MachineUpdate,
  before: { pairedAt: Date | null; serialNumber: string; approved: boolean },
): void {
  if (
    before.pairedAt &&
    (update.pin !== undefined || (update.serialNumber !== undefined && update.serialNumber !== before.serialNumber))
  ) {
    throw conflict({
      en: 'Serial number and PIN cannot change while the machine is paired: release it first.',
      fr: 'Le numéro de série et le code PIN ne changent pas tant que la machine est appairée : libérez-la d’abord.',
    });
  }
  if (update.approved && !before.approved && !before.pairedAt)
    throw conflict({ en: 'Not paired yet', fr: 'Pas encore appairée' });
}

type Changes = Partial<
  Pick<MachineRow, 'name' | 'description' | 'serialNumber' | 'pinHash' | 'structureId' | 'timezone'>
> & {
  approved?: boolean;
  active?: boolean;
};

function changesOf(
  house: House,
  update: MachineUpdate,
  before: { [Field in keyof MachineUpdate]?: unknown } & { id: string },
): Changes {
  const changed = (field: keyof MachineUpdate) => update[field] !== undefined && update[field] !== before[field];
  return {
    ...(changed('name') ? { name: update.name ?? '' } : {}),
    ...(changed('description') ? { description: update.description ?? null } : {}),
    ...(changed('serialNumber') ? { serialNumber: update.serialNumber ?? '' } : {}),
    ...(update.pin === undefined ? {} : { pinHash: house.keys.pinHash(update.pin, before.id) }),
    ...(changed('timezone') ? { timezone: update.timezone ?? null } : {}),
    ...(changed('approved') ? { approved: update.approved ?? false } : {}),
    ...(changed('active') ? { active: update.active ?? false } : {}),
  };
}

/** Undefined: stays where it is. */
async function newStructure(trx: Trx, member: Member, update: MachineUpdate, before: { structureId: string | null }) {
  if (update.structure === undefined || update.structure === before.structureId) return undefined;
  if (!can(member, 'structures.addMachine')) throw forbidden();
  return structureToPut(trx, member, update.structure);
}

async function eventsOf(trx: Trx, set: Changes, before: Selectable<MachineRow>): Promise<Event[]> {
  const origin = { entity: 'machine', id: before.id, name: set.name ?? before.name } as const;
  const { approved, active, structureId, ...rest } = set;
  const fields = Object.keys(rest).map((field) => (field === 'pinHash' ? 'pin' : field));
  const changes = changesBetween(before, rest, ['name', 'description', 'serialNumber', 'timezone']);
  const events: Event[] = fields.length > 0 ? [{ type: 'update', origin, fields, changes }] : [];
  if (approved !== undefined) events.push({ type: approved ? 'approval' : 'disapproval', origin });
  if (active !== undefined) events.push({ type: active ? 'activation' : 'deactivation', origin });
  if (structureId !== undefined) {
    const ids = [before.structureId, structureId].filter((id) => id !== null);
    const names = await trx
      .selectFrom('structures')
      .select(['id', 'name'])
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    const left = names.find((one) => one.id === before.structureId);
    const entered = names.find((one) => one.id === structureId);
    if (left) events.push({ type: 'removeFromStructure', origin, target: { entity: 'structure', ...left } });
    if (entered) events.push({ type: 'addToStructure', origin, target: { entity: 'structure', ...entered } });
  }
  return events;
}

/**
 * LNK-02: opens the pairing window of 15 minutes, for the pin of the plate and for one that the oven shows now. What
 * was tried before goes on counting.
 */
export function openPairing(
  house: House,
  member: Member,
  id: string,
  { address, pin }: { address: string; pin?: string | undefined },
): Promise<MachineView> {
  return house.db.as(scopeOf(member), async (trx) => {
    const machine = await requireMachine(trx, member, id);
    if (machine.pairedAt)
      throw conflict({ en: 'This machine is paired already.', fr: 'Cette machine est déjà appairée.' });
    const pairingOpenUntil = new Date(house.now().getTime() + pairingLimits.windowMinutes * 60_000);
    if (pin !== undefined) await countEntry(house, trx, member, machine.serialNumber, pin);
    const pairingPinHash = pin === undefined ? null : house.keys.pinHash(pin, freshPinOf(id));
    await trx
      .updateTable('machines')
      .set({ pairingOpenUntil, pairingPinHash, pairingOpenedFrom: sourceOf(address) })
      .where('id', '=', id)
      .where('pairedAt', 'is', null)
      .execute();
    await notifyLive(trx, { organisationId: member.organisationId, resource: 'machines', op: 'update', ids: [id] });
    return reread(house, trx, member, id);
  });
}

/**
 * Ends the pairing: the machine's certificate no longer opens anything, and another may pair under its serial number.
 */
export function releaseMachine(house: House, member: Member, id: string): Promise<MachineView> {
  return house.db.as(scopeOf(member), async (trx) => {
    const machine = await requireMachine(trx, member, id);
    await endPairing(house, trx, member, machine);
    return reread(house, trx, member, id);
  });
}

/** The same within a transaction, by whoever may. */
export async function endPairing(
  house: House,
  trx: Trx,
  actor: RecordedActor & { organisationId: string },
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { organisationId } = actor;
  await trx
    .updateTable('machines')
    .set({
      pairedAt: null,
      certificateFingerprint: null,
      formerFingerprint: null,
      certificateExpiresAt: null,
      pairingOpenUntil: null,
      approved: false,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
  await trx.updateTable('machineStates').set({ twoPlacesAt: null }).where('machineId', '=', id).execute();
  await record(trx, actor, { type: 'release', origin: { entity: 'machine', id, name } });
  await house.jobs.announce(trx, 'machine.banned', { organisationId, machineId: id });
  await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', ids: [id] });
}

async function reread(house: House, trx: Trx, member: Member, id: string): Promise<MachineView> {
  const machine = await findMachine(trx, member, id, house.now());
  if (!machine) throw notFound();
  return machine;
}
