import type { MachineCategoryCode } from '../machines/catalogue.ts';
import { waterRefusal } from '../programs/refusal.ts';
import { type Season, seasonAt } from './season.ts';

/*
 * MNU-01: what a machine should hold, as pure functions of the menus and of where the machine is: the same whatever the
 * order of the changes that led there.
 */

/** Where a machine is, and what it can do. */
export interface PlacedMachine {
  id: string;
  category: MachineCategoryCode;
  /** Its structure and those above it, nearest first. */
  structureIds: readonly string[];
  /** IANA zone, in which seasons begin and end. */
  zone: string;
  /** Its water tank; null where its model is not known. */
  steamTankCentilitres: number | null;
}

/** To what a menu is given. */
export const placeKinds = ['machine', 'structure'] as const;
export type PlaceKind = (typeof placeKinds)[number];
export interface MenuPlace {
  kind: PlaceKind;
  id: string;
}

/** What a revision of a menu says. */
export interface MenuSays {
  season: Season | null;
  /** How many programs a shop may add; null for any number. */
  additions: number | null;
  /** In their order. */
  programIds: readonly string[];
  /** For what is written of it; it decides nothing. */
  revision?: number;
}

/** The approved content of a menu and its places. */
export interface GivenMenu extends MenuSays {
  /** Ids are in the order of creation. */
  id: string;
  category: MachineCategoryCode;
  places: readonly MenuPlace[];
  /** MNU-03: by machine, the revision that is being rolled out, which it follows in place of the approved one. */
  saysOn?: ReadonlyMap<string, MenuSays>;
  /** False while no revision is approved: then only the machines of `saysOn` follow it. */
  isApproved?: boolean;
}

/** A menu that a machine follows, and why. */
export interface FollowedMenu {
  menu: GivenMenu;
  /** The place through which it reaches the machine: the nearest one. */
  place: MenuPlace;
  /** False for a seasonal menu outside its season. */
  isOn: boolean;
}

export interface Following {
  /** Those that are on first, in the order of the machine's list; then those whose season is still to come. */
  menus: FollowedMenu[];
  /** The instant at which a season begins or ends; null if none does. */
  changesAt: number | null;
  /** A menu near it has a season, be it over: when the clock is set back, it may apply again. */
  hasSeasons: boolean;
}

/** The menus that are given to each place, by its id; made once for many machines. */
export type MenusByPlace = ReadonlyMap<string, readonly GivenMenu[]>;

export function menusByPlace(menus: readonly GivenMenu[]): MenusByPlace {
  const byPlace = new Map<string, GivenMenu[]>();
  for (const menu of menus)
    for (const { id } of menu.places) {
      const there = byPlace.get(id);
      if (there) there.push(menu);
      else byPlace.set(id, [menu]);
    }
  return byPlace;
}

/**
 * The menus that a machine follows at an instant (milliseconds). Of the standing menus the nearest: given to the
 * machine itself, to its structure, or to one above. Seasonal ones come on top of it: the nearer first, of
 * those equally near the one that began later, and then the one that was created later.
 */
export function menusOf(machine: PlacedMachine, menus: MenusByPlace, at: number): Following {
  const near = nearMenus(machine, menus);
  const standing = near.find(({ menu }) => menu.season === null);
  const seasonal = near.flatMap((one) =>
    one.menu.season ? [{ ...one, ...seasonAt(one.menu.season, at, machine.zone) }] : [],
  );
  const on = seasonal
    .filter(({ isOn }) => isOn)
    .sort((a, b) => a.distance - b.distance || -(a.since ?? '').localeCompare(b.since ?? ''));
  const coming = seasonal.filter(({ isOn, changesAt }) => !isOn && changesAt !== null);
  const changes = seasonal.flatMap(({ changesAt }) => changesAt ?? []);
  return {
    menus: [
      ...on.map(({ menu, place }) => ({ menu, place, isOn: true })),
      ...(standing ? [{ menu: standing.menu, place: standing.place, isOn: true }] : []),
      ...coming.map(({ menu, place }) => ({ menu, place, isOn: false })),
    ],
    changesAt: changes.length === 0 ? null : Math.min(...changes),
    hasSeasons: seasonal.length > 0,
  };
}

interface NearMenu {
  menu: GivenMenu;
  place: MenuPlace;
  /** 0 for the machine itself, then its structure and those above. */
  distance: number;
}

/** The menus of a machine's category that reach it, each by its nearest place; the nearest first, then the latest. */
function nearMenus({ id, category, structureIds }: PlacedMachine, menus: MenusByPlace): NearMenu[] {
  const places: MenuPlace[] = [
    { kind: 'machine', id },
    ...structureIds.map((structureId) => ({ kind: 'structure' as const, id: structureId })),
  ];
  const nearestMenus = new Map<string, NearMenu>();
  for (const [distance, place] of places.entries())
    for (const menu of menus.get(place.id) ?? []) {
      const says = menu.saysOn?.get(id);
      if (menu.category !== category || nearestMenus.has(menu.id) || (menu.isApproved === false && !says)) continue;
      nearestMenus.set(menu.id, { menu: says ? { ...menu, ...says } : menu, place, distance });
    }
  return [...nearestMenus.values()].sort((a, b) => a.distance - b.distance || (a.menu.id < b.menu.id ? 1 : -1));
}

/** What of a program decides whether it can be on a machine. */
export interface HeldProgram {
  /** The water that its approved revision, or the present one, needs. */
  waterCentilitres: number;
}

/** Why a program of a menu cannot be on a machine. */
export const missingReasons = ['deleted', 'noSteam', 'tankTooSmall', 'full'] as const;
export type MissingReason = (typeof missingReasons)[number];

export interface MenuPrograms {
  /** The programs of menus, in their order, each once, with the menu that it comes from. */
  programs: { programId: string; menuId: string }[];
  missing: { programId: string; menuId: string; reason: MissingReason }[];
}

/**
 * The programs that the menus of a machine put on it. `byHand` are those that a shop has added: they follow those of
 * the menus, and are never taken away, so that `room` (the greatest number of programs) is left for the others.
 */
export function programsOf(
  machine: PlacedMachine,
  followed: readonly FollowedMenu[],
  programs: ReadonlyMap<string, HeldProgram>,
  byHand: readonly string[],
  room: number,
): MenuPrograms {
  const result: MenuPrograms = { programs: [], missing: [] };
  const own = new Set(byHand);
  let remainingRoom = room - own.size;
  for (const one of eachOnce(followed)) {
    const { programId } = one;
    const reason = reasonAgainst(machine, programs.get(programId), remainingRoom > 0 || own.has(programId));
    if (reason) result.missing.push({ ...one, reason });
    else result.programs.push(one);
    if (!reason && !own.has(programId)) remainingRoom -= 1;
  }
  return result;
}

/** The programs of the menus that are on; one that is on several comes from the first of them. */
function eachOnce(followed: readonly FollowedMenu[]): { programId: string; menuId: string }[] {
  const found = new Map<string, string>();
  for (const { menu } of followed.filter(({ isOn }) => isOn))
    for (const programId of menu.programIds) if (!found.has(programId)) found.set(programId, menu.id);
  return [...found].map(([programId, menuId]) => ({ programId, menuId }));
}

function reasonAgainst(
  { steamTankCentilitres: tank }: PlacedMachine,
  program: HeldProgram | undefined,
  fits: boolean,
): MissingReason | null {
  if (!program) return 'deleted';
  return waterRefusal(program.waterCentilitres, tank) ?? (fits ? null : 'full');
}
