import { type GivenMenu, menusOf } from '@fournil/contract/menus/holding';
import type { LeftOutReason, RolloutPreview, RolloutView } from '@fournil/contract/rollouts/rollout';
import type { RevisionRolloutInput } from '@fournil/contract/rollouts/rolloutInput';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isInFleet } from '../../db/predicates.ts';
import { type Member, scopeOf } from '../../kit/caller.ts';
import { conflict, Refusal, unprocessable } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import { requireMenu, visibleMachines } from '../../rights/index.ts';
import {
  fillRings,
  isOfSubject,
  onlyOne,
  previewOf,
  refuseStrangeModels,
  showRollout,
  startGiven,
  visibleCandidates,
} from '../../rollouts/index.ts';
import { checkPlaces, lockMenus, placesFor, reachesFurther, refuseFurther } from '../checks.ts';
import { machinesOfMenu } from '../follow/affected.ts';
import { readFactsWith, readMachines } from '../follow/facts.ts';
import { seasonNow } from '../follow/seasonNow.ts';
import { menuKind } from './menuKind.ts';

/** MNU-03: the dry run of a rollout of a revision, among the machines that would follow it. */
export function previewMenuRollout(
  house: House,
  member: Member,
  id: string,
  input: RevisionRolloutInput,
): Promise<RolloutPreview> {
  return house.db.read(scopeOf(member), async (trx) => {
    await requireRevision(trx, member, id, input.revision);
    return previewOf(input.rings, await select(house, trx, member, id, input));
  });
}

/**
 * MNU-03: starts the rollout of a revision. Throws 403 where the menu reaches machines that the member does not see,
 * 404 where they do not see the menu, 409 while another rollout of it is open or when the revision is approved already,
 * 422 naming `revision` or the ring.
 */
export function startMenuRollout(
  house: House,
  member: Member,
  id: string,
  input: RevisionRolloutInput,
): Promise<RolloutView> {
  return onlyOne(house, scopeOf(member), isOfSubject('menu', id), async (trx) => {
    await lockMenus(trx, member.organisationId);
    const menu = await requireRevision(trx, member, id, input.revision);
    if (await reachesFurther(trx, member, await placesFor(trx, member, id))) refuseFurther();
    await requirePlaces(trx, member, id, input.revision);
    const selection = await select(house, trx, member, id, input);
    const { revision, ...rest } = input;
    const subject = {
      kind: 'menu' as const,
      programId: null,
      menuId: id,
      setting: null,
      name: menu.name,
      revision,
      formerRevision: menu.approvedRevision,
    };
    const rolloutId = await startGiven(house, trx, member, menuKind, subject, rest, selection);
    return showRollout(trx, { menu: menuKind }, member, rolloutId);
  });
}

/** The menu with a revision that is not the approved one. */
async function requireRevision(trx: Trx, member: Member, id: string, revision: number) {
  const menu = await requireMenu(trx, member, id);
  const known = await revisionOf(trx, member, id, revision);
  if (!known) throw unprocessable({ path: 'revision', key: 'custom.validation.notFound', args: {} });
  if (menu.approvedRevision === revision)
    throw conflict({
      en: 'This revision is approved: every oven of the menu follows it already.',
      fr: 'Cette révision est approuvée : tous les fours de la gamme la suivent déjà.',
    });
  return menu;
}

/** 422 for a revision without a season, where a place has another menu without one: one of the two would never apply. */
async function requirePlaces(trx: Trx, member: Member, menuId: string, revision: number): Promise<void> {
  const { category } = await requireMenu(trx, member, menuId);
  const content = await revisionOf(trx, member, menuId, revision);
  const places = await placesFor(trx, member, menuId);
  await checkPlaces(trx, member, { menuId, category, isStanding: content?.season === null }, places).catch((error) => {
    const violations = error instanceof Refusal ? error.extras.violations : undefined;
    if (!violations) throw error;
    throw unprocessable(...violations.map((violation) => ({ ...violation, path: 'revision' })));
  });
}

function revisionOf(trx: Trx, { organisationId }: Member, menuId: string, revision: number) {
  return trx
    .selectFrom('menuRevisions')
    .select(['revision', 'season', 'additions', 'programIds'])
    .where('organisationId', '=', organisationId)
    .where('menuId', '=', menuId)
    .where('revision', '=', revision)
    .executeTakeFirst();
}

/** The machines that would follow this revision if it were approved; those under a nearer menu would not. */
async function select(house: House, trx: Trx, member: Member, menuId: string, input: RevisionRolloutInput) {
  await refuseStrangeModels(trx, input.rings);
  const { organisationId } = member;
  const menu = await requireMenu(trx, member, menuId);
  const content = await revisionOf(trx, member, menuId, input.revision);
  if (!content) throw unprocessable({ path: 'revision', key: 'custom.validation.notFound', args: {} });
  const draft: GivenMenu = {
    id: menuId,
    category: menu.category,
    ...content,
    places: await placesFor(trx, member, menuId),
  };
  const { after } = await readFactsWith(trx, organisationId, draft);
  const isReached = sql<boolean>`machines.category = ${menu.category}
    and (${machinesOfMenu(organisationId, menuId)})`;
  const machines = await readMachines(
    trx,
    organisationId,
    sql<boolean>`${visibleMachines(member)} and ${isReached}`,
    after.parents,
  );
  const now = seasonNow(house).getTime();
  const following = machines.flatMap((machine) =>
    menusOf(machine, after.menus, now).menus.some((one) => one.menu.id === menuId) ? [machine.id] : [],
  );
  const candidates = await visibleCandidates<{ inService: boolean; givenRevision: number | null }>(trx, member, {
    columns: sql`${isInFleet} as "inService", given.revision as "givenRevision"`,
    joins: sql`left join "givenMenus" given on given."organisationId" = machines."organisationId"
      and given."machineId" = machines.id and given."menuId" = ${menuId}`,
    condition: sql<boolean>`machines.id = any(${following}::uuid[])`,
  });
  return fillRings(trx, candidates, input.rings, menuId, ({ inService, givenRevision }): LeftOutReason | null => {
    if (!inService) return 'notInService';
    return givenRevision === input.revision ? 'holds' : null;
  });
}
