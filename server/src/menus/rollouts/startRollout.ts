import { type GivenMenu, menusOf } from '@fournil/contract/menus/holding';
import type { LeftOutReason, RolloutPreview, RolloutView } from '@fournil/contract/rollouts/rollout';
import type { RevisionRolloutInput, RingInput } from '@fournil/contract/rollouts/rolloutInput';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isInFleet } from '../../db/predicates.ts';
import { type Member, scopeOf } from '../../kit/caller.ts';
import { type CallContext, contextOf } from '../../kit/context.ts';
import { Refusal, unprocessable } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';
import { requireMenu, visibleMachines } from '../../rights/index.ts';
import {
  fillRings,
  isOfSubject,
  onlyOne,
  previewOf,
  refuseApproved,
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
export async function previewMenuRollout(
  context: CallContext,
  id: string,
  { revision, rings }: RevisionRolloutInput,
): Promise<RolloutPreview> {
  return previewOf(rings, await select(context, await requireRevision(context, id, revision), rings));
}

/**
 * MNU-03: starts the rollout of a revision. Throws 403 where the menu reaches machines that the member does not see,
 * 404 where they do not see the menu, 409 while another rollout of it is open or when the revision is approved already,
 * 422 naming `revision` or the ring.
 */
export function startMenuRollout(
  services: Services,
  member: Member,
  id: string,
  input: RevisionRolloutInput,
): Promise<RolloutView> {
  return onlyOne(services, scopeOf(member), isOfSubject('menu', id), async (trx) => {
    await lockMenus(trx, member.organisationId);
    const context = contextOf(services, trx, member);
    const wantedRevision = await requireRevision(context, id, input.revision);
    if (await reachesFurther(trx, member, wantedRevision.places)) refuseFurther();
    await checkStanding(trx, member, wantedRevision);
    const selection = await select(context, wantedRevision, input.rings);
    const { revision, ...rest } = input;
    const subject = {
      kind: 'menu' as const,
      programId: null,
      menuId: id,
      setting: null,
      name: wantedRevision.menu.name,
      revision,
      formerRevision: wantedRevision.menu.approvedRevision,
    };
    const rolloutId = await startGiven(context, menuKind, subject, rest, selection);
    return showRollout(context, { menu: menuKind }, rolloutId);
  });
}

type Wanted = Awaited<ReturnType<typeof requireRevision>>;

/** The menu with a revision that is not the approved one, what this revision says, and the places. */
async function requireRevision({ trx, caller: member }: CallContext, id: string, revision: number) {
  const menu = await requireMenu(trx, member, id);
  const content = await revisionOf(trx, member, id, revision);
  if (!content) throw unprocessable({ path: 'revision', key: 'custom.validation.notFound', args: {} });
  refuseApproved(menu.approvedRevision, revision);
  return { menu, content, places: await placesFor(trx, member, id) };
}

/** 422 for a revision without a season, where a place has another menu without one: one of the two would never apply. */
async function checkStanding(trx: Trx, member: Member, { menu, content, places }: Wanted): Promise<void> {
  const given = { menuId: menu.id, category: menu.category, isStanding: content.season === null };
  await checkPlaces(trx, member, given, places).catch((error) => {
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
async function select(context: CallContext, { menu, content, places }: Wanted, rings: readonly RingInput[]) {
  const { trx, caller: member } = context;
  await refuseStrangeModels(trx, rings);
  const { organisationId } = member;
  const { id: menuId, category } = menu;
  const draft: GivenMenu = { id: menuId, category, ...content, places };
  const { after } = await readFactsWith(trx, organisationId, draft);
  const isReached = sql<boolean>`machines.category = ${menu.category}
    and (${machinesOfMenu(organisationId, menuId)})`;
  const machines = await readMachines(
    trx,
    organisationId,
    sql<boolean>`${visibleMachines(member)} and ${isReached}`,
    after.parents,
  );
  const now = seasonNow(context).getTime();
  const following = machines.flatMap((machine) =>
    menusOf(machine, after.menus, now).menus.some((one) => one.menu.id === menuId) ? [machine.id] : [],
  );
  const candidates = await visibleCandidates<{ inService: boolean; givenRevision: number | null }>(trx, member, {
    columns: sql`${isInFleet} as "inService", given.revision as "givenRevision"`,
    joins: sql`left join "givenMenus" given on given."organisationId" = machines."organisationId"
      and given."machineId" = machines.id and given."menuId" = ${menuId}`,
    condition: sql<boolean>`machines.id = any(${following}::uuid[])`,
  });
  return fillRings(trx, candidates, rings, menuId, ({ inService, givenRevision }): LeftOutReason | null => {
    if (!inService) return 'notInService';
    return givenRevision === content.revision ? 'holds' : null;
  });
}
