import {
  type GivenMenu,
  type HeldProgram,
  type MenuPlace,
  type MenuSays,
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
  /** By id, the programs of menus that exist. */
  programs: ReadonlyMap<string, HeldProgram>;
  /** MNU-03: the machines that follow another revision of a menu than the approved one. */
  ownContent: ReadonlySet<string>;
}

export async function readFacts(trx: Trx, organisationId: string): Promise<Facts> {
  return factsOf(trx, organisationId, await readMenus(trx, organisationId));
}

/** As they are, and as they would be with this menu: in place of the stored one, or in addition. */
export async function readFactsWith(
  trx: Trx,
  organisationId: string,
  draft: GivenMenu,
): Promise<{ before: Facts; after: Facts }> {
  const menuRows = await readMenus(trx, organisationId);
  const facts = await factsOf(trx, organisationId, [...menuRows, draft]);
  const others = menuRows.filter(({ id }) => id !== draft.id);
  return {
    before: { ...facts, menus: menusByPlace(menuRows) },
    after: { ...facts, menus: menusByPlace([...others, draft]) },
  };
}

async function factsOf(trx: Trx, organisationId: string, menus: readonly GivenMenu[]): Promise<Facts> {
  const programIds = [...new Set(menus.flatMap(programIdsOf))];
  const [structures, programs] = await Promise.all([
    trx.selectFrom('structures').select(['id', 'parentId']).where('organisationId', '=', organisationId).execute(),
    readPrograms(trx, organisationId, programIds),
  ]);
  return {
    menus: menusByPlace(menus),
    parents: new Map(structures.map(({ id, parentId }) => [id, parentId])),
    programs,
    ownContent: new Set(menus.flatMap(({ saysOn }) => [...(saysOn?.keys() ?? [])])),
  };
}

function programIdsOf({ programIds, saysOn }: GivenMenu): string[] {
  return [...programIds, ...[...(saysOn?.values() ?? [])].flatMap((says) => says.programIds)];
}

/** The approved revisions, and those that are being rolled out to some machines. */
async function readMenus(trx: Trx, organisationId: string): Promise<GivenMenu[]> {
  const [menus, givenRevisions, places] = await Promise.all([
    trx
      .selectFrom('menus')
      .leftJoin('menuRevisions', (join) =>
        join
          .onRef('menuRevisions.organisationId', '=', 'menus.organisationId')
          .onRef('menuRevisions.menuId', '=', 'menus.id')
          .onRef('menuRevisions.revision', '=', 'menus.approvedRevision'),
      )
      .select([
        'menus.id',
        'menus.category',
        'menuRevisions.revision',
        'menuRevisions.season',
        'menuRevisions.additions',
        'menuRevisions.programIds',
      ])
      .where('menus.organisationId', '=', organisationId)
      .execute(),
    readGiven(trx, organisationId),
    readPlaces(trx, organisationId),
  ]);
  return menus.flatMap(({ id, category, revision, ...content }): GivenMenu[] => {
    const saysOn = givenRevisions.get(id);
    if (revision === null && !saysOn) return [];
    const { season, additions, programIds } = content;
    return [
      {
        id,
        category,
        season,
        additions,
        programIds: programIds ?? [],
        revision: revision ?? 0,
        places: places.get(id) ?? [],
        isApproved: revision !== null,
        ...(saysOn ? { saysOn } : {}),
      },
    ];
  });
}

/** MNU-03: by menu and machine, the revision that it follows in place of the approved one; each is read once. */
async function readGiven(trx: Trx, organisationId: string): Promise<ReadonlyMap<string, Map<string, MenuSays>>> {
  const givenMenus = trx.selectFrom('givenMenus').where('organisationId', '=', organisationId);
  const [rows, revisions] = await Promise.all([
    givenMenus.select(['menuId', 'machineId', 'revision']).execute(),
    trx
      .selectFrom('menuRevisions')
      .select(['menuId', 'revision', 'season', 'additions', 'programIds'])
      .where('organisationId', '=', organisationId)
      .where(({ refTuple, eb }) =>
        eb(
          refTuple('menuId', 'revision'),
          'in',
          givenMenus.select(['menuId', 'revision']).$asTuple('menuId', 'revision'),
        ),
      )
      .execute(),
  ]);
  const known = new Map(revisions.map(({ menuId, ...says }) => [`${menuId} ${says.revision}`, says]));
  const byMenu = new Map<string, Map<string, MenuSays>>();
  for (const { menuId, machineId, revision } of rows) {
    const says = known.get(`${menuId} ${revision}`);
    if (says) byMenu.set(menuId, (byMenu.get(menuId) ?? new Map<string, MenuSays>()).set(machineId, says));
  }
  return byMenu;
}

/**
 * By menu; without places in the recycle bin, which keep what they were given, except with `withBin`.
 */
export async function readPlaces(
  trx: Trx,
  organisationId: string,
  { menuIds, withBin = false }: { menuIds?: readonly string[]; withBin?: boolean } = {},
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
    .$if(menuIds !== undefined, (qb) => qb.where(sql<boolean>`"menuId" = any(${menuIds}::uuid[])`))
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
