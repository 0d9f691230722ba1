import { hiddenName } from '@fournil/contract/history/historyEvent';
import type { Violation } from '@fournil/contract/kit/validation';
import { say } from '@fournil/contract/kit/words';
import { type MachineCategoryCode, machineCategories } from '@fournil/contract/machines/catalogue';
import type { MenuPlace } from '@fournil/contract/menus/holding';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { lockNamed } from '../db/locks.ts';
import type { Member } from '../kit/caller.ts';
import { forbidden, unprocessable } from '../kit/errors.ts';
import {
  seesEveryMachine,
  visibleMachines,
  visibleMenus,
  visiblePrograms,
  visibleStructures,
} from '../rights/index.ts';
import { readPlaces } from './follow/facts.ts';

/**
 * Locks the menus of an organisation until the end of the transaction, before anything is read for a change: what was
 * checked about other menus is still true when the change is written.
 */
export async function lockMenus(trx: Trx, organisationId: string): Promise<void> {
  await lockNamed(trx, `menus ${organisationId}`);
}

/** 422 for a program that the member does not see, unless the menu has it already, and for one of another category. */
export async function checkPrograms(
  trx: Trx,
  member: Member,
  category: MachineCategoryCode,
  programIds: readonly string[],
  already: readonly string[] = [],
): Promise<void> {
  const rows = await trx
    .selectFrom('programs')
    .select(['id', 'category'])
    .where(visiblePrograms(member))
    .where(sql<boolean>`programs.id = any(${programIds}::uuid[])`)
    .execute();
  const seen = new Map(rows.map((row) => [row.id, row.category]));
  const violations = programIds.flatMap((id, index): Violation[] => {
    const path = `programs.${index}`;
    const found = seen.get(id);
    if (found === undefined) return already.includes(id) ? [] : [{ path, key: 'custom.validation.notFound', args: {} }];
    return found === category ? [] : [otherCategory(member, path, found, category)];
  });
  if (violations.length > 0) throw unprocessable(...violations);
}

function otherCategory(member: Member, path: string, given: MachineCategoryCode, menu: MachineCategoryCode): Violation {
  const name = (code: MachineCategoryCode) => say(machineCategories[code].name, member.language);
  return { path, key: 'custom.menus.otherCategory', args: { given: name(given), menu: name(menu) } };
}

interface SeenPlace {
  name: string;
  /** Of a machine. */
  category: MachineCategoryCode | null;
}

/** Places with the names that this member sees; those that they do not see are missing. */
export async function seenPlaces(
  trx: Trx,
  member: Member,
  places: readonly MenuPlace[],
): Promise<Map<string, SeenPlace>> {
  const idsOf = (kind: MenuPlace['kind']) => places.filter((place) => place.kind === kind).map(({ id }) => id);
  const [structures, machines] = await Promise.all([
    trx
      .selectFrom('structures')
      .select(['id', 'name'])
      .where(visibleStructures(member))
      .where(sql<boolean>`structures.id = any(${idsOf('structure')}::uuid[])`)
      .execute(),
    trx
      .selectFrom('machines')
      .select(['id', 'name', 'category'])
      .where(visibleMachines(member))
      .where(sql<boolean>`machines.id = any(${idsOf('machine')}::uuid[])`)
      .execute(),
  ]);
  return new Map<string, SeenPlace>([
    ...structures.map(({ id, name }) => [id, { name, category: null }] as const),
    ...machines.map(({ id, ...machine }) => [id, machine] as const),
  ]);
}

interface Given {
  /** The menu itself, which may be given to a place again. */
  menuId: string;
  category: MachineCategoryCode;
  isStanding: boolean;
}

/**
 * 422 for a place that the member does not see, for a machine of another category, and, among those of `alone`, for a
 * place that has another standing menu of this category: it would have two, of which one would never apply.
 */
export async function checkPlaces(
  trx: Trx,
  member: Member,
  { menuId, category, isStanding }: Given,
  places: readonly MenuPlace[],
  alone: readonly MenuPlace[] = places,
): Promise<void> {
  const seen = await seenPlaces(trx, member, places);
  const others = isStanding ? await standingMenusOf(trx, member, menuId, category, alone) : new Map<string, string>();
  const violations = places.flatMap(({ id }, index): Violation[] => {
    const path = `places.${index}`;
    const place = seen.get(id);
    if (!place) return [{ path, key: 'custom.validation.notFound', args: {} }];
    if (place.category !== null && place.category !== category)
      return [otherCategory(member, path, place.category, category)];
    const menu = others.get(id);
    return menu ? [{ path, key: 'custom.menus.otherStanding', args: { place: place.name, menu } }] : [];
  });
  if (violations.length > 0) throw unprocessable(...violations);
}

/** By place, the name of another standing menu of this category. */
async function standingMenusOf(
  trx: Trx,
  member: Member,
  menuId: string,
  category: MachineCategoryCode,
  places: readonly MenuPlace[],
): Promise<Map<string, string>> {
  const { organisationId } = member;
  const ids = places.map(({ id }) => id);
  const { rows } = await sql<{ placeId: string; name: string }>`
    select coalesce("menuPlaces"."structureId", "menuPlaces"."machineId") as "placeId",
      (case when ${visibleMenus(member)} then menus.name else ${hiddenName} end) as name
    from "menuPlaces" join menus on menus."organisationId" = "menuPlaces"."organisationId"
      and menus.id = "menuPlaces"."menuId"
    where "menuPlaces"."organisationId" = ${organisationId} and menus.id <> ${menuId}
      and menus.category = ${category} and (menus.season is null or exists (select from "menuRevisions" approved
        where approved."organisationId" = menus."organisationId" and approved."menuId" = menus.id
          and approved.revision = menus."approvedRevision" and approved.season is null))
      and ("menuPlaces"."structureId" = any(${ids}::uuid[]) or "menuPlaces"."machineId" = any(${ids}::uuid[]))`.execute(
    trx,
  );
  return new Map(rows.map(({ placeId, name }) => [placeId, name]));
}

/**
 * The places of a menu. For a member who sees a part of the organisation with those in the recycle bin, which they do
 * not see either: what is decided for a place holds when it is restored.
 */
export async function placesFor(trx: Trx, member: Member, menuId: string): Promise<MenuPlace[]> {
  const places = await readPlaces(trx, member.organisationId, {
    menuIds: [menuId],
    withBin: !seesEveryMachine(member),
  });
  return places.get(menuId) ?? [];
}

/**
 * RGT-05: whether it is also given to places that the member does not see. Then they may write drafts, and give it to
 * what they see, but not change what the other machines hold.
 */
export async function reachesFurther(trx: Trx, member: Member, places: readonly MenuPlace[]): Promise<boolean> {
  return (await seenPlaces(trx, member, places)).size < places.length;
}

/** 403 for a change that would reach machines which the member does not see. */
export function refuseFurther(): never {
  throw forbidden({
    en: 'This menu is also given to places that you do not see: only somebody who sees all of them can do this.',
    fr: 'Cette gamme est aussi donnée à des lieux que vous ne voyez pas : seule une personne qui les voit tous peut le faire.',
  });
}
