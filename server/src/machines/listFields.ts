import { imageAddressParts } from '@fournil/contract/images/images';
import { machineStates } from '@fournil/contract/machines/machine';
import type { MachinePage } from '@fournil/contract/machines/machineQuery';
import { can } from '@fournil/contract/rights/policy';
import { type RawBuilder, sql } from 'kysely';
import { addressColumn, type FieldColumns, placeOfCategory } from '../db/fields.ts';
import type { Member } from '../kit/caller.ts';

type Field = NonNullable<MachinePage['order']>['field'];

/**
 * INT-01: what the list of machines sorts and filters by. A reader who may only pick a machine (decision 0020) finds
 * nothing by a field that is not shown to them.
 */
export function machineColumns(reader: Member): FieldColumns<Field> {
  const kind = `${reader.language} ${can(reader, 'machines.show')}`;
  const columns = columnsByKind.get(kind) ?? columnsFor(reader);
  columnsByKind.set(kind, columns);
  return columns;
}

/** Made once for each kind of reader, because a list needs one of them and is read most of all. */
const columnsByKind = new Map<string, FieldColumns<Field>>();

function columnsFor(reader: Member): FieldColumns<Field> {
  const column = (name: string) => sql.ref(`machines.${name}`);
  const picture = sql`coalesce(${pictureOf('model')}, ${pictureOf('category')})`;
  const alwaysShown = {
    id: column('id'),
    name: sql`machines.name collate natural_order`,
    category: column('category'),
    categoryName: placeOfCategory(column('category'), reader.language),
    model: sql`coalesce(${ofModel('name')}, machines.model)`,
    format: ofModel('format', reader.language.toLowerCase()),
    type: ofModel('type'),
    avatar: sql`(case when ${pictureOf('model')} is not null then machines.model
      when ${pictureOf('category')} is not null then machines.category end)`,
    imageUrl: addressColumn(picture, imageAddressParts),
    structure: column('structureId'),
    structureName: sql`(select structures.name collate natural_order from structures
      where structures.id = machines."structureId")`,
    active: column('active'),
    approved: column('approved'),
    createdAt: column('createdAt'),
    updatedAt: column('updatedAt'),
    version: column('version'),
  };
  const shownWithRight = {
    description: column('description'),
    serialNumber: column('serialNumber'),
    softwareVersion: column('softwareVersion'),
    timezone: column('timezone'),
    ownTimezone: column('ownTimezone'),
    openErrorCount: stateOf('openErrorCount'),
    programCount: sql`(select count(*) from installations where "machineId" = machines.id)`,
    connectedSince: stateOf('connectionSince'),
    lastFaultAt: sql`coalesce(${stateOf('lastErrorStart')}, '-infinity')`,
    state: sql`(${placeOfState}, ${stateOf('connectionSince')})`,
  };
  if (can(reader, 'machines.show')) return { ...alwaysShown, ...shownWithRight };
  const nothing = Object.fromEntries(Object.keys(shownWithRight).map((name) => [name, sql`null::text`]));
  return { ...alwaysShown, ...(nothing as typeof shownWithRight) };
}

/** `machineStateOf` in SQL, as its place in `machineStates`. */
const placeOfState = sql`array_position(${sql.lit(`{${machineStates.join()}}`)}::text[], case
  when not machines.active then 'inactive'
  when machines."pairedAt" is null then 'notPaired'
  when not machines.approved then 'notApproved'
  when not ${stateOf('connected')} then 'away'
  when ${stateOf('openErrorCount')} > 0 then 'failing'
  else 'connected' end)`;

function stateOf(name: string): RawBuilder<unknown> {
  return sql`(select ${sql.ref(name)} from "machineStates" where "machineId" = machines.id)`;
}

function pictureOf(what: 'model' | 'category'): RawBuilder<unknown> {
  return sql`(select "pictureId" from "machineImages" where "machineCode" = ${sql.ref(`machines.${what}`)})`;
}

function ofModel(column: string, ...path: string[]): RawBuilder<unknown> {
  const value = [sql.ref(`machineModels.${column}`), ...path.map((key) => sql`${sql.lit(key)}`)];
  return sql`(select ${sql.join(value, sql` ->> `)} from "machineModels" where "machineModels".code = machines.model)`;
}
