import { setImmediate as nextTurn } from 'node:timers/promises';
import { instantOf } from '@fournil/contract/kit/zones';
import { linkLimits } from '@fournil/contract/machine-link/topics';
import { type GivenMenu, type MenuPlace, menusOf, programsOf } from '@fournil/contract/menus/holding';
import type { MenuPreview, MenuPreviewInput } from '@fournil/contract/menus/menu';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { isAddedByHand } from '../db/predicates.ts';
import { structuresBelow } from '../db/structureTree.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { notFound } from '../kit/errors.ts';
import { newId } from '../kit/ids.ts';
import { byHandOf } from '../machines/index.ts';
import { requireMenu, visibleMachines } from '../rights/index.ts';
import { placesFor, seenPlaces } from './checks.ts';
import { type Facts, type NamedMachine, readFactsWith, readMachines } from './follow/facts.ts';
import { seasonNow } from './follow/seasonNow.ts';
import { type Change, type Group, type MachineList, tallyOf } from './previewTally.ts';
import { programsNamed } from './programsNamed.ts';

/**
 * MNU-01: what saving and approving a menu would change, among the machines that the member sees. Computed by the same
 * rules as the machines' lists, and nothing is written.
 */
export async function previewMenu(context: CallContext, input: MenuPreviewInput): Promise<MenuPreview> {
  const { trx, caller: member } = context;
  const { organisationId } = member;
  if (input.menu !== null) await requireMenu(trx, member, input.menu);
  const id = input.menu ?? newId();
  const storedPlaces = await placesFor(trx, member, id);
  const seen = await seenPlaces(trx, member, storedPlaces);
  const hiddenPlaces = storedPlaces.filter((place) => !seen.has(place.id));
  const draft: GivenMenu = {
    id,
    category: input.category,
    season: input.season,
    additions: input.additions,
    programIds: input.programs,
    places: [...hiddenPlaces, ...input.places],
  };
  const { before, after } = await readFactsWith(trx, organisationId, draft);
  const machines = await machinesOf(trx, member, draft, storedPlaces, after);
  const byHand = await byHandOn(trx, member, machines);
  const now = seasonNow(context).getTime();
  const changes: Change[] = [];
  for (const [index, group] of groupsOf(machines, byHand, [before, after]).entries()) {
    // Other calls are answered between: machines that have all added something else are as many groups.
    if (index % groupsPerTurn === groupsPerTurn - 1) await nextTurn();
    changes.push({ ...group, before: listOf(before, group, now), after: listOf(after, group, now) });
  }
  const tally = tallyOf(changes, id);
  const names = await programsNamed(trx, member, [...tally.programs.keys(), ...input.programs]);
  return {
    ...tally.counts,
    programs: [...tally.programs].map(([programId, counts]) => ({
      id: programId,
      name: names(programId).name,
      ...counts,
    })),
    missing: tally.missing.map((one) => ({ ...one, name: names(one.id).name })),
    unapprovedCount: await unapprovedAmong(trx, member, input.programs),
    otherCategoryCount: await countOtherCategory(trx, member, draft),
    reachesFurther: hiddenPlaces.length > 0,
    machine: await shownMachine(trx, member, input, { changes, facts: after, now, menuId: id }),
  };
}

type ByHand = ReadonlyMap<string, string[]>;
const groupsPerTurn = 50;

/** Machines for which the same is computed: in one structure, alike, with the same programs added by hand. */
function groupsOf(machines: readonly NamedMachine[], byHand: ByHand, facts: readonly Facts[]): Group[] {
  const isNamed = (id: string) => facts.some(({ menus, ownContent }) => menus.has(id) || ownContent.has(id));
  const groups = new Map<string, Group>();
  for (const machine of machines) {
    const own = byHand.get(machine.id) ?? [];
    const { id, structureIds, zone, steamTankCentilitres } = machine;
    const key = [isNamed(id) ? id : '', structureIds[0], zone, steamTankCentilitres, own.join()].join(' ');
    const group = groups.get(key);
    if (group) group.machines.push(machine);
    else groups.set(key, { machines: [machine], byHand: own });
  }
  return [...groups.values()];
}

/** What the machines of a group hold by their menus. */
function listOf({ menus, programs }: Facts, { machines: [machine], byHand }: Group, at: number): MachineList {
  if (!machine) throw new Error('a group without a machine');
  const followed = menusOf(machine, menus, at).menus;
  return {
    ...programsOf(machine, followed, programs, byHand, linkLimits.programsPerMachine),
    menuIds: followed.map(({ menu }) => menu.id),
  };
}

/** The machines of the menu's category that follow it, or are in one of its places, as it is or as it would be. */
function machinesOf(
  trx: Trx,
  member: Member,
  { id, category, places }: GivenMenu,
  storedPlaces: readonly MenuPlace[],
  { parents }: Facts,
): Promise<NamedMachine[]> {
  const idsOf = (kind: MenuPlace['kind']) =>
    [...places, ...storedPlaces].filter((place) => place.kind === kind).map((place) => place.id);
  return readMachines(
    trx,
    member.organisationId,
    sql<boolean>`${visibleMachines(member)} and machines.category = ${category} and (
      machines.id = any(${idsOf('machine')}::uuid[])
      or machines."structureId" in (${belowThese(member, idsOf('structure'))})
      or machines.id in (select "machineId" from "machineMenus" where "organisationId" = ${member.organisationId}
        and "menuId" = ${id}))`,
    parents,
  );
}

const belowThese = ({ organisationId }: Member, ids: readonly string[]) =>
  structuresBelow(sql`select id from structures where "organisationId" = ${organisationId}
    and id = any(${ids}::uuid[])`);

interface HandRows {
  machineId: string;
  programIds: string[];
  positions: number[];
  menuIds: (string | null)[];
  handPositions: (number | null)[];
}

/** By machine, the programs that were added by hand, in their order. */
async function byHandOn(trx: Trx, { organisationId }: Member, machines: readonly NamedMachine[]): Promise<ByHand> {
  const { rows } = await sql<HandRows>`
    select "machineId", array_agg("programId") as "programIds", array_agg(position) as positions,
      array_agg("menuId") as "menuIds", array_agg("handPosition") as "handPositions"
    from installations where "organisationId" = ${organisationId}
      and "machineId" = any(${machines.map(({ id }) => id)}::uuid[])
      and ${isAddedByHand}
    group by "machineId"`.execute(trx);
  return new Map(
    rows.map(({ machineId, programIds, positions, menuIds, handPositions }) => {
      const entries = programIds.map((programId, index) => ({
        programId,
        position: positions[index] ?? 0,
        menuId: menuIds[index] ?? null,
        handPosition: handPositions[index] ?? null,
      }));
      return [machineId, byHandOf(entries).map(({ programId }) => programId)];
    }),
  );
}

async function unapprovedAmong(trx: Trx, { organisationId }: Member, ids: readonly string[]): Promise<number> {
  const { count } = await trx
    .selectFrom('programs')
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`id = any(${ids}::uuid[]) and "approvedRevision" is null`)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function countOtherCategory(trx: Trx, member: Member, { category, places }: GivenMenu): Promise<number> {
  const ids = places.filter(({ kind }) => kind === 'structure').map(({ id }) => id);
  const { count } = await trx
    .selectFrom('machines')
    .where(visibleMachines(member))
    .where(sql<boolean>`machines."structureId" in (${belowThese(member, ids)})`)
    .where('category', '<>', category)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

interface Shown {
  changes: readonly Change[];
  facts: Facts;
  now: number;
  menuId: string;
}

/** The list of one machine, for readers who may see machines. */
async function shownMachine(
  trx: Trx,
  member: Member,
  { machine: machineId, date }: MenuPreviewInput,
  { changes, facts, now, menuId }: Shown,
): Promise<MenuPreview['machine']> {
  if (!can(member, 'machines.show')) return null;
  const machine =
    machineId === null ? firstOf(changes, menuId) : everyMachine(changes).find(({ id }) => id === machineId);
  if (!machine && machineId !== null) throw notFound();
  const group = changes.find(({ machines }) => machine && machines.includes(machine));
  if (!machine || !group) return null;
  const list = listOf(facts, group, date === null ? now : instantOf(`${date}T12:00`, machine.zone));
  const ofMenus = new Set(list.programs.map(({ programId }) => programId));
  const own = group.byHand.filter((id) => !ofMenus.has(id));
  const names = await programsNamed(trx, member, [...ofMenus, ...own]);
  const rows = [...list.programs, ...own.map((programId) => ({ programId, menuId: null }))];
  return {
    id: machine.id,
    name: machine.name,
    programs: rows.map(({ programId, menuId: from }) => {
      const { id, name, imageUrl, totalSeconds } = names(programId);
      return { id, name, imageUrl, totalSeconds, menu: from };
    }),
  };
}

const everyMachine = (changes: readonly Change[]) => changes.flatMap(({ machines }) => machines);

/** By name, the first of those that would follow the menu. */
function firstOf(changes: readonly Change[], menuId: string): NamedMachine | undefined {
  const following = everyMachine(changes.filter(({ after }) => after.menuIds.includes(menuId)));
  return following.reduce<NamedMachine | undefined>(
    (first, machine) => (first === undefined || machine.name.localeCompare(first.name) < 0 ? machine : first),
    undefined,
  );
}
