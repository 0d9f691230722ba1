import {
  type GivenMenu,
  type HeldProgram,
  type MenuPlace,
  type MenusByPlace,
  menusByPlace,
  type PlacedMachine,
} from '@fournil/contract/menus/holding';
import type { PhaseGroup } from '@fournil/contract/phases/phaseGroups';
import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import { waterCentilitres } from '@fournil/contract/phases/settings';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';

/** What decides which programs the machines of an organisation should hold. */
export interface Facts {
  menus: MenusByPlace;
  /** By structure, the one above it. */
  parents: ReadonlyMap<string, string | null>;
  /** By id, those of `menus` that exist. */
  programs: ReadonlyMap<string, HeldProgram>;
}

/** With the approved revisions of all menus, and of those in `instead` the content given there. */
export async function readFacts(trx: Trx, organisationId: string, instead: readonly GivenMenu[] = []): Promise<Facts> {
  const [stored, structures] = await Promise.all([
    readMenus(trx, organisationId),
    trx.selectFrom('structures').select(['id', 'parentId']).where('organisationId', '=', organisationId).execute(),
  ]);
  const others = stored.filter(({ id }) => instead.every((one) => one.id !== id));
  const menus = [...others, ...instead];
  return {
    menus: menusByPlace(menus),
    parents: new Map(structures.map(({ id, parentId }) => [id, parentId])),
    programs: await readPrograms(trx, organisationId, [...new Set(menus.flatMap(({ programIds }) => programIds))]),
  };
}

async function readMenus(trx: Trx, organisationId: string): Promise<GivenMenu[]> {
  const [menus, places] = await Promise.all([
    trx
      .selectFrom('menus')
      .innerJoin('menuRevisions', (join) =>
        join
          .onRef('menuRevisions.organisationId', '=', 'menus.organisationId')
          .onRef('menuRevisions.menuId', '=', 'menus.id')
          .onRef('menuRevisions.revision', '=', 'menus.approvedRevision'),
      )
      .select([
        'menus.id',
        'menus.category',
        'menuRevisions.season',
        'menuRevisions.additions',
        'menuRevisions.programIds',
      ])
      .where('menus.organisationId', '=', organisationId)
      .execute(),
    readPlaces(trx, organisationId),
  ]);
  return menus.map((menu) => ({ ...menu, places: places.get(menu.id) ?? [] }));
}

/**
 * By menu; without places in the recycle bin, which keep what they were given, except with `withBin`.
 */
export async function readPlaces(
  trx: Trx,
  organisationId: string,
  { menuId, withBin = false }: { menuId?: string; withBin?: boolean } = {},
): Promise<ReadonlyMap<string, MenuPlace[]>> {
  const rows = await trx
    .selectFrom('menuPlaces')
    .select(['menuId', 'structureId', 'machineId'])
    .where('organisationId', '=', organisationId)
    .$if(!withBin, (qb) =>
      qb.where(
        sql<boolean>`("structureId" in (select id from structures where "organisationId" = ${organisationId})
          or "machineId" in (select id from machines where "organisationId" = ${organisationId}))`,
      ),
    )
    .$if(menuId !== undefined, (qb) => qb.where('menuId', '=', menuId ?? ''))
    .execute();
  const places = new Map<string, MenuPlace[]>();
  for (const row of rows) {
    const place = placeOf(row);
    if (place) places.set(row.menuId, [...(places.get(row.menuId) ?? []), place]);
  }
  return places;
}

function placeOf({ structureId, machineId }: { structureId: string | null; machineId: string | null }) {
  if (structureId !== null) return { kind: 'structure', id: structureId } as const;
  return machineId === null ? null : ({ kind: 'machine', id: machineId } as const);
}

async function readPrograms(
  trx: Trx,
  organisationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HeldProgram>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('programs')
    .leftJoin('programRevisions', (join) =>
      join
        .onRef('programRevisions.organisationId', '=', 'programs.organisationId')
        .onRef('programRevisions.programId', '=', 'programs.id')
        .onRef('programRevisions.revision', '=', 'programs.approvedRevision'),
    )
    .select([
      'programs.id',
      sql<PhaseGroup[]>`coalesce("programRevisions"."phaseGroups", programs."phaseGroups")`.as('phaseGroups'),
    ])
    .where('programs.organisationId', '=', organisationId)
    .where(sql<boolean>`programs.id = any(${ids}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ id, phaseGroups }) => [id, { waterCentilitres: waterCentilitres(settingsOf(phaseGroups)) }]),
  );
}

/** A machine where it is now, with its name. */
export interface NamedMachine extends PlacedMachine {
  name: string;
}

/** The machines that satisfy a condition on `machines`, in the order of their ids. */
export async function readMachines(
  trx: Trx,
  organisationId: string,
  condition: RawBuilder<boolean>,
  parents: Facts['parents'],
): Promise<NamedMachine[]> {
  const rows = await trx
    .selectFrom('machines')
    .leftJoin('machineModels', 'machineModels.code', 'machines.model')
    .select([
      'machines.id',
      'machines.name',
      'machines.category',
      'machines.structureId',
      'machines.timezone',
      'machineModels.steamTankCentilitres',
    ])
    .where('machines.organisationId', '=', organisationId)
    .where(condition)
    .orderBy('machines.id')
    .execute();
  return rows.map(({ structureId, timezone, ...machine }) => ({
    ...machine,
    structureIds: pathOf(structureId, parents),
    zone: timezone ?? 'UTC',
  }));
}

function pathOf(structureId: string | null, parents: Facts['parents']): string[] {
  const path: string[] = [];
  for (let id = structureId; id !== null && parents.has(id) && !path.includes(id); id = parents.get(id) ?? null)
    path.push(id);
  return path;
}
