import type { MenuDetail, MenuInput } from '@fournil/contract/menus/menu';
import { menuLimits } from '@fournil/contract/menus/menu';
import { can } from '@fournil/contract/rights/policy';
import type { Trx } from '../db/database.ts';
import { type Event, record } from '../history/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { type CallContext, contextOf } from '../kit/context.ts';
import { forbidden } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { newId } from '../kit/ids.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { refuseTooMany } from '../kit/refuseTooMany.ts';
import { checkPlaces, checkPrograms, lockMenus } from './checks.ts';
import { contentColumns, keepMenuApproval, keepMenuRevision, writePlaces } from './menuRows.ts';
import { showMenu } from './queries.ts';

export const cannotApproveMenu = { en: 'Cannot approve menu', fr: 'Impossible d’approuver la gamme' };

/** MNU-01 */
export function createMenu(house: House, member: Member, input: MenuInput): Promise<MenuDetail> {
  return house.db.as(scopeOf(member), async (trx) =>
    showMenu(trx, member, await makeMenu(contextOf(house, trx, member), input)),
  );
}

/** The same within a transaction; returns the id. */
async function makeMenu(context: CallContext, input: MenuInput): Promise<string> {
  const { trx, caller: member } = context;
  if (input.approved && !can(member, 'menus.approve')) throw forbidden(cannotApproveMenu);
  if (input.places.length > 0 && !can(member, 'menus.give')) throw forbidden();
  const { organisationId } = member;
  await lockMenus(trx, organisationId);
  await refuseAnotherMenu(trx, organisationId);
  const id = newId();
  const content = { programIds: input.programs, season: input.season, additions: input.additions };
  await checkPrograms(trx, member, input.category, input.programs);
  await checkPlaces(
    trx,
    member,
    { menuId: id, category: input.category, isStanding: input.season === null },
    input.places,
  );
  await trx
    .insertInto('menus')
    .values({
      id,
      organisationId,
      name: input.name,
      note: input.note,
      category: input.category,
      revision: 1,
      approvedRevision: input.approved ? 1 : null,
      ...contentColumns(content),
      createdById: member.userId,
      createdByName: member.fullName,
      editedById: member.userId,
      createdAt: context.now(),
      updatedAt: context.now(),
    })
    .execute();
  await keepMenuRevision(trx, member, id, 1, content);
  if (input.approved) await keepMenuApproval(trx, member, id, 1, context.now());
  await writePlaces(trx, member, id, [], input.places);
  const origin = { entity: 'menu', id, name: input.name } as const;
  const events: Event[] = [
    { type: 'creation', origin },
    ...(input.approved ? [{ type: 'approval', origin } as const] : []),
  ];
  await record(trx, member, ...events);
  await notifyLive(trx, { organisationId, resource: 'menus', op: 'create', ids: [id] });
  if (input.approved) await context.jobs.announce(trx, 'menus.affected', { organisationId, menuId: id });
  return id;
}

/** Each menu of an organisation is read for every machine that is checked. */
async function refuseAnotherMenu(trx: Trx, organisationId: string): Promise<void> {
  await refuseTooMany(trx.selectFrom('menus').where('organisationId', '=', organisationId), menuLimits.menus, {
    en: `There are ${menuLimits.menus} menus: delete one that is not used any more.`,
    fr: `Il y a ${menuLimits.menus} gammes : supprimez-en une qui ne sert plus.`,
  });
}
