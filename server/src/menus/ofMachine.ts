import { iri } from '@fournil/contract/kit/addresses';
import type { FollowedMenuView } from '@fournil/contract/menus/menu';
import { sql } from 'kysely';
import type { CallContext } from '../kit/context.ts';
import { requireMachine, visibleMenus, visibleStructures } from '../rights/index.ts';
import { programsNamed } from './programsNamed.ts';

/** MNU-01: the menus that a machine follows, in the order of its list, and why; 404 when the member does not see it. */
export async function listMenusOf({ trx, caller: member }: CallContext, machineId: string) {
  const machine = await requireMachine(trx, member, machineId);
  const rows = await trx
    .selectFrom('machineMenus')
    .innerJoin('menus', (join) =>
      join
        .onRef('menus.organisationId', '=', 'machineMenus.organisationId')
        .onRef('menus.id', '=', 'machineMenus.menuId'),
    )
    .innerJoin('menuRevisions', (join) =>
      join
        .onRef('menuRevisions.organisationId', '=', 'menus.organisationId')
        .onRef('menuRevisions.menuId', '=', 'menus.id')
        .on(sql<boolean>`"menuRevisions".revision = coalesce("machineMenus".revision, menus."approvedRevision")`),
    )
    .select([
      'menus.id',
      sql<string | null>`(case when ${visibleMenus(member)} then menus.name end)`.as('name'),
      'menuRevisions.season',
      'menuRevisions.additions',
      'machineMenus.structureId',
      'machineMenus.isOn',
      'machineMenus.missing',
      sql<string | null>`(select name from structures where id = "machineMenus"."structureId"
        and ${visibleStructures(member)})`.as('placeName'),
    ])
    .where('machineMenus.organisationId', '=', member.organisationId)
    .where('machineMenus.machineId', '=', machineId)
    .orderBy('machineMenus.rank')
    .execute();
  const programs = await programsNamed(
    trx,
    member,
    rows.flatMap(({ missing }) => missing.map(({ programId }) => programId)),
  );
  const items = rows.map(
    ({ id, name, season, additions, structureId, placeName, isOn, missing }): FollowedMenuView => ({
      menu: { '@id': iri('menus', id), id, name, season, additions },
      place:
        structureId === null
          ? { kind: 'machine', id: machineId, name: machine.name }
          : { kind: 'structure', id: structureId, name: placeName },
      isOn,
      missing: missing.map(({ programId, reason }) => ({ id: programId, name: programs(programId).name, reason })),
    }),
  );
  return { items, total: items.length };
}
