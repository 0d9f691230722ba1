import type { MenuPlace } from '@fournil/contract/menus/holding';
import type { MenuUpdate } from '@fournil/contract/menus/menu';
import type { Season } from '@fournil/contract/menus/season';
import { approvedAfter } from '@fournil/contract/programs/approval';
import { can } from '@fournil/contract/rights/policy';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Tables } from '../db/tables/index.ts';
import { changesBetween, type Event, record } from '../history/index.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { forbidden, refuseOther } from '../kit/errors.ts';
import { notifyLive, seenAs } from '../kit/notifyLive.ts';
import { refuseStale } from '../kit/refuseStale.ts';
import type { Services } from '../kit/services.ts';
import { checkApprovable, requireMenu } from '../rights/index.ts';
import { settleRollout } from '../rollouts/index.ts';
import { checkPlaces, checkPrograms, lockMenus, placesFor, refuseFurther, seenPlaces } from './checks.ts';
import { cannotApproveMenu } from './createMenu.ts';
import { contentColumns, keepMenuApproval, keepMenuRevision, type MenuContent, writePlaces } from './menuRows.ts';
import { findMenu } from './queries.ts';
import { menuKind, menuRevisionsOf } from './rollouts/menuKind.ts';

type Before = Selectable<Tables['menus']>;

interface After {
  content: MenuContent;
  revision: number;
  approvedRevision: number | null;
  places: MenuPlace[];
  /** The changed fields for the history. */
  fields: string[];
}

/**
 * A change of programs, season or additions makes the next revision. Of an approver who sees all machines of the menu
 * it is approved at once where the menu was; any other waits for approval, and the machines follow the approved one.
 */
export async function editMenu(context: CallContext, id: string, update: MenuUpdate) {
  const { trx, caller } = context;
  await lockMenus(trx, caller.organisationId);
  const before = await requireMenu(trx, caller, id);
  refuseStale(context.expectedVersion, before);
  refuseOther('category', update.category, before.category);
  await changeMenu(context, update, before);
  return findMenu(context, id);
}

async function changeMenu(context: CallContext, update: MenuUpdate, before: Before): Promise<void> {
  const { trx, caller: member } = context;
  const { places: _, ...own } = update;
  checkApprovable(member, own, before, { approve: 'menus.approve', edit: 'menus.edit' }, cannotApproveMenu);
  const { organisationId } = member;
  const { id } = before;
  const placesBefore = await placesFor(trx, member, id);
  const after = await afterUpdate(trx, member, update, before, placesBefore);
  if (after.fields.length === 0 && after.approvedRevision === before.approvedRevision) return;
  await trx
    .updateTable('menus')
    .set({
      name: update.name ?? before.name,
      note: update.note === undefined ? before.note : update.note,
      revision: after.revision,
      approvedRevision: after.approvedRevision,
      ...contentColumns(after.content),
      editedById: after.revision === before.revision ? before.editedById : member.userId,
      updatedAt: context.now(),
      version: sql`version + 1`,
    })
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .execute();
  if (after.revision !== before.revision) await keepMenuRevision(trx, member, id, after.revision, after.content);
  const isDecided = after.approvedRevision !== before.approvedRevision;
  if (isDecided)
    await settleRollout(context, trx, menuKind, menuRevisionsOf, { organisationId, id }, after.approvedRevision);
  if (isDecided && after.approvedRevision !== null)
    await keepMenuApproval(trx, member, id, after.approvedRevision, context.now());
  await writePlaces(trx, member, id, placesBefore, after.places);
  await record(trx, member, ...(await eventsOf(trx, member, before, after, update, placesBefore)));
  await notifyLive(trx, { organisationId, resource: 'menus', op: 'update', ids: [id], was: { [id]: seenAs(before) } });
  const isFollowed = before.approvedRevision !== null || after.approvedRevision !== null;
  if (isFollowed && (isDecided || after.fields.includes('places')))
    await announceChange(context, trx, organisationId, id, placesBefore, after.places);
}

/**
 * The machines of the menu, and those of the places that it has left: one may be checked just now that is not known
 * to follow it yet.
 */
async function announceChange(
  services: Services,
  trx: Trx,
  organisationId: string,
  menuId: string,
  before: readonly MenuPlace[],
  after: readonly MenuPlace[],
): Promise<void> {
  const left = before.filter(({ id }) => !isOneOf(after, id));
  const machineIds = left.flatMap(({ kind, id }) => (kind === 'machine' ? id : []));
  const structures = left.flatMap(({ kind, id }) => (kind === 'structure' ? id : []));
  await services.jobs.announceAll(trx, 'menus.affected', [
    { organisationId, menuId },
    ...structures.map((structureId) => ({ organisationId, structureId })),
    ...(machineIds.length > 0 ? [{ organisationId, machineIds }] : []),
  ]);
}

async function afterUpdate(
  trx: Trx,
  member: Member,
  update: MenuUpdate,
  before: Before,
  placesBefore: readonly MenuPlace[],
): Promise<After> {
  const content = {
    programIds: update.programs ?? before.programIds,
    season: update.season === undefined ? before.season : update.season,
    additions: update.additions === undefined ? before.additions : update.additions,
  };
  const fields = contentFields(before, content);
  const isNewContent = fields.length > 0;
  const seen = await seenPlaces(trx, member, placesBefore);
  const hiddenPlaces = placesBefore.filter(({ id }) => !seen.has(id));
  const shownPlaces = placesBefore.filter(({ id }) => seen.has(id));
  const places = [...hiddenPlaces, ...(update.places ?? shownPlaces)];
  if (update.programs) await checkPrograms(trx, member, before.category, update.programs, before.programIds);
  const facts = { menuId: before.id, category: before.category, isStanding: content.season === null };
  // What two menus share already is no fault of this change.
  const isNewlyStanding = content.season === null && before.season !== null;
  const alone = isNewlyStanding ? places : places.filter(({ id }) => !isOneOf(placesBefore, id));
  await checkPlaces(trx, member, facts, update.places ?? (isNewlyStanding ? shownPlaces : []), alone);
  fields.push(...otherFields(update, before, placesBefore, places));
  if (fields.includes('places') && !can(member, 'menus.give')) throw forbidden();
  const revision = isNewContent ? before.revision + 1 : before.revision;
  const isFurther = hiddenPlaces.length > 0;
  const mayApprove = can(member, 'menus.approve');
  const isApprovedWithIt = mayApprove && !isFurther;
  const approvedRevision = approvedAfter(update, before, revision, { mayApprove, isApprovedWithIt });
  if (isFurther && approvedRevision !== before.approvedRevision) refuseFurther();
  return { content, revision, approvedRevision, places, fields };
}

const isOneOf = (places: readonly MenuPlace[], id: string) => places.some((place) => place.id === id);

function contentFields(before: Before, { programIds, season, additions }: MenuContent): string[] {
  return [
    ...(programIds.join() === before.programIds.join() ? [] : ['programs']),
    ...(sameSeason(season, before.season) ? [] : ['season']),
    ...(additions === before.additions ? [] : ['additions']),
  ];
}

function otherFields(
  { name, note }: MenuUpdate,
  before: Before,
  placesBefore: readonly MenuPlace[],
  places: readonly MenuPlace[],
): string[] {
  const isElsewhere = places.length !== placesBefore.length || places.some(({ id }) => !isOneOf(placesBefore, id));
  return [
    ...(name === undefined || name === before.name ? [] : ['name']),
    ...(note === undefined || note === before.note ? [] : ['note']),
    ...(isElsewhere ? ['places'] : []),
  ];
}

function sameSeason(one: Season | null, other: Season | null): boolean {
  return one === null || other === null
    ? one === other
    : one.from === other.from && one.until === other.until && one.everyYear === other.everyYear;
}

async function eventsOf(
  trx: Trx,
  member: Member,
  before: Before,
  after: After,
  update: MenuUpdate,
  placesBefore: readonly MenuPlace[],
): Promise<Event[]> {
  const origin = { entity: 'menu', id: before.id, name: update.name ?? before.name } as const;
  const isDecided = after.approvedRevision !== before.approvedRevision;
  const changes = changesBetween(before, { name: update.name, note: update.note, revision: after.revision });
  if (after.fields.includes('places')) {
    const seen = await seenPlaces(trx, member, [...placesBefore, ...after.places]);
    const names = (places: readonly MenuPlace[]) => places.flatMap(({ id }) => seen.get(id)?.name ?? []).slice(0, 50);
    changes.push({ field: 'places', before: names(placesBefore), after: names(after.places) });
  }
  return [
    ...(after.fields.length > 0 ? [{ type: 'update', origin, fields: after.fields, changes } as const] : []),
    ...(isDecided ? [{ type: after.approvedRevision === null ? 'disapproval' : 'approval', origin } as const] : []),
  ];
}
