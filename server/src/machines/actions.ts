import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import type { MachineInput, MachineUpdate, MachineView } from '@fournil/contract/machines/machine';
import { can } from '@fournil/contract/rights/policy';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { isUniqueViolation } from '../db/failures.ts';
import { keepTree } from '../db/structureTree.ts';
import type { MachineRow } from '../db/tables/machines.ts';
import { changesBetween, type Event, record } from '../history/index.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { conflict, forbidden, notFound, refuseOther, unprocessable } from '../kit/errors.ts';
import { newId } from '../kit/ids.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { refuseStale } from '../kit/refuseStale.ts';
import type { Services } from '../kit/services.ts';
import { categoriesOf } from '../models/index.ts';
import { requireMachine, visibleStructures } from '../rights/index.ts';
import { countEntry } from './pairing/countEntry.ts';
import { relocateMachines } from './placeMachines.ts';
import { showMachine } from './queries.ts';
import { type MachineSwitch, notPairedWords, switchMachines } from './switchMachines.ts';
import { announceZones, zoneOfStructure, zoneThatCounts } from './zones.ts';

export async function createMachine(context: CallContext, input: MachineInput): Promise<MachineView> {
  const { trx, caller, jobs } = context;
  const id = newId();
  const { organisationId } = caller;
  await keepTree(trx, organisationId);
  const structure = await structureToPut(trx, caller, input.structure ?? null);
  if (input.model) await checkModel(trx, input.model, input.category);
  const origin = { entity: 'machine', id, name: input.name } as const;
  const place = { placeId: structure?.id ?? null, placeName: structure?.name ?? null };
  const events: Event[] = [{ type: 'creation', origin, ...place }];
  if (structure) events.push({ type: 'addToStructure', origin, target: { entity: 'structure', ...structure } });
  await countEntry(context, input.serialNumber, input.pin);
  await insertMachine(context, id, input, structure?.id ?? null);
  await Promise.all([
    trx.insertInto('machineStates').values({ machineId: id, organisationId, daysFilled: true }).execute(),
    record(trx, caller, ...events),
    notifyLive(trx, { organisationId, resource: 'machines', op: 'create', ids: [id] }),
    jobs.announce(trx, 'machine.serialEntered', { organisationId, machineId: id }),
    // A new machine outside structures follows no menu: menus are given to structures and to existing machines.
    structure ? jobs.announce(trx, 'menus.affected', { organisationId, machineIds: [id] }) : null,
  ]);
  return showMachine(context, id);
}

async function insertMachine(
  context: CallContext,
  id: string,
  input: MachineInput,
  structureId: string | null,
): Promise<void> {
  const { trx, caller: member } = context;
  const inherited = await zoneOfStructure(trx, member.organisationId, structureId);
  const { timezone = inherited === null ? member.timezone : null } = input;
  await trx
    .insertInto('machines')
    .values({
      id,
      organisationId: member.organisationId,
      name: input.name,
      description: input.description,
      serialNumber: input.serialNumber,
      pinHash: context.keys.pinHash(input.pin, id),
      category: input.category,
      model: input.model ?? null,
      structureId,
      ownTimezone: timezone,
      timezone: timezone ?? inherited,
      createdAt: context.now(),
      updatedAt: context.now(),
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
    // Without the right to see machines without a structure, its creator would not see it.
    if (!can(member, 'machines.seeWithoutStructure'))
      throw unprocessable({ path: 'structure', key: 'ra.validation.required', args: {} });
    return null;
  }
  if (!can(member, 'structures.addMachine')) throw forbidden();
  const structure = await trx
    .selectFrom('structures')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where(visibleStructures(member))
    .executeTakeFirst();
  if (!structure) throw unprocessable({ path: 'structure', key: 'custom.validation.notFound', args: {} });
  return structure;
}

/** The model must be one of the maker's, of this category. */
async function checkModel(trx: Trx, model: string, category: MachineCategoryCode): Promise<void> {
  const known = (await categoriesOf(trx, [model])).get(model);
  if (known === category) return;
  const key = known === undefined ? 'custom.validation.unknownModel' : 'custom.validation.modelOfOther';
  throw unprocessable({ path: 'model', key, args: {} });
}

/**
 * MAC-05: edits one machine. Its own fields are written here; switches and structure change by the functions for many
 * machines. Every change is recorded in the history. Throws 404, 403, 409, 412 and 422.
 */
export async function editMachine(context: CallContext, id: string, update: MachineUpdate): Promise<MachineView> {
  const { trx, caller } = context;
  if (update.structure !== undefined || update.timezone !== undefined) await keepTree(trx, caller.organisationId);
  await requireMachine(trx, caller, id);
  const before = await trx.selectFrom('machines').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!before) throw notFound();
  refuseStale(context.expectedVersion, before);
  const { approved, active, ...fields } = update;
  checkEdit(caller, fields);
  refuseOther('category', update.category, before.category);
  checkPairing(update, before);
  await changeFields(context, fields, before);
  if (fields.structure !== undefined && fields.structure !== before.structureId) {
    const structure = await structureToPut(trx, caller, fields.structure);
    await relocateMachines(context, structure?.id ?? null, [id]);
  }
  if (approved !== undefined) await switchMachine(context, id, { approved });
  if (active !== undefined) await switchMachine(context, id, { active });
  return showMachine(context, id);
}

async function switchMachine(context: CallContext, id: string, to: MachineSwitch): Promise<void> {
  const { unpaired } = await switchMachines(context, [id], to);
  if (unpaired.length > 0) throw conflict(notPairedWords);
}

/** The switches have rights of their own. */
function checkEdit(member: Member, fields: MachineUpdate): void {
  const isEdit = Object.values(fields).some((value) => value !== undefined);
  if (isEdit && !can(member, 'machines.edit')) throw forbidden();
}

async function changeFields(
  context: CallContext,
  fields: MachineUpdate,
  before: Selectable<MachineRow>,
): Promise<void> {
  const { trx, caller: member } = context;
  const isNewSerial = fields.serialNumber !== undefined && fields.serialNumber !== before.serialNumber;
  if (fields.pin !== undefined || isNewSerial)
    await countEntry(context, fields.serialNumber ?? before.serialNumber, fields.pin ?? before.pinHash);
  const changes = changesOf(context, fields, before);
  const names = Object.keys(changes).map(fieldOf);
  if (names.length === 0) return;
  const { id } = before;
  const { organisationId } = member;
  const { ownTimezone } = changes;
  await trx
    .updateTable('machines')
    .set({
      ...changes,
      ...(ownTimezone === undefined ? {} : { timezone: zoneThatCounts(sql`${ownTimezone}::text`) }),
      ...(isNewSerial ? withoutClaim : {}),
      updatedAt: context.now(),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
    .catch(serialTaken);
  await record(trx, member, {
    type: 'update',
    origin: { entity: 'machine', id, name: changes.name ?? before.name },
    fields: names,
    changes: changesBetween(before, changes, ['name', 'description', 'serialNumber', 'ownTimezone']).map(
      ({ field, ...values }) => ({ field: fieldOf(field), ...values }),
    ),
  });
  await notifyLive(trx, { organisationId, resource: 'machines', op: 'update', ids: [id] });
  if (ownTimezone !== undefined) await announceZones(context, [id]);
  if (changes.serialNumber !== undefined)
    await context.jobs.announce(trx, 'machine.serialEntered', { organisationId, machineId: id });
}

/** The name by which callers know a column. */
function fieldOf(column: string): string {
  if (column === 'pinHash') return 'pin';
  return column === 'ownTimezone' ? 'timezone' : column;
}

/** The certificate of a lost pairing was of the former serial number. */
const withoutClaim = { certificateFingerprint: null, formerFingerprint: null, certificateExpiresAt: null };

function checkPairing(update: MachineUpdate, before: { pairedAt: Date | null; serialNumber: string }): void {
  if (
    before.pairedAt &&
    (update.pin !== undefined || (update.serialNumber !== undefined && update.serialNumber !== before.serialNumber))
  ) {
    throw conflict({
      en: 'Serial number and PIN cannot change while the machine is paired: release it first.',
      fr: 'Le numéro de série et le code PIN ne changent pas tant que la machine est appairée : libérez-la d’abord.',
    });
  }
}

type Changes = Partial<Pick<MachineRow, 'name' | 'description' | 'serialNumber' | 'pinHash'>> & {
  ownTimezone?: string | null;
};

function changesOf(
  services: Services,
  update: MachineUpdate,
  before: { [Field in keyof MachineUpdate]?: unknown } & { id: string; ownTimezone: string | null },
): Changes {
  const changed = (field: keyof MachineUpdate) => update[field] !== undefined && update[field] !== before[field];
  return {
    ...(changed('name') ? { name: update.name ?? '' } : {}),
    ...(changed('description') ? { description: update.description ?? null } : {}),
    ...(changed('serialNumber') ? { serialNumber: update.serialNumber ?? '' } : {}),
    ...(update.pin === undefined ? {} : { pinHash: services.keys.pinHash(update.pin, before.id) }),
    ...(changed('timezone') && update.timezone !== before.ownTimezone ? { ownTimezone: update.timezone ?? null } : {}),
  };
}
