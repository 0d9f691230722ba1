import type { MenuDetail } from '@fournil/contract/menus/menu';
import { sql } from 'kysely';
import { isInFleet } from '../db/predicates.ts';
import type { CallContext } from '../kit/context.ts';
import { findRecord } from '../resources/index.ts';
import { placesFor, seenPlaces } from './checks.ts';
import { programsNamed } from './programsNamed.ts';
import { following, menuResource } from './resource.ts';

/** MNU-01: a menu with its programs and the places that the reader sees. */
export async function findMenu(context: CallContext, id: string): Promise<MenuDetail | undefined> {
  const { trx, caller } = context;
  const [menu, revision, places, sentTotal] = await Promise.all([
    findRecord(context, menuResource, id),
    trx.selectFrom('menus').select('programIds').where('id', '=', id).executeTakeFirst(),
    placesFor(trx, caller, id),
    sql<{ count: number }>`select count(*)::int as count ${following(caller)} and "menuId" = ${id}
      and ${isInFleet}`.execute(trx),
  ]);
  if (!(menu && revision)) return undefined;
  const { programIds } = revision;
  const [programs, placesById] = await Promise.all([
    programsNamed(trx, caller, programIds),
    seenPlaces(trx, caller, places),
  ]);
  return {
    ...menu,
    sentCount: sentTotal.rows[0]?.count ?? 0,
    programs: programIds.map(programs),
    places: places
      .flatMap(({ kind, id: placeId }) => {
        const name = placesById.get(placeId)?.name;
        return name === undefined ? [] : [{ kind, id: placeId, name }];
      })
      .sort((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name)),
  };
}
