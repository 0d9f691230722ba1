import type { MenuInput } from '@fournil/contract/menus/menu';
import { menuLimits } from '@fournil/contract/menus/menu';
import { can } from '@fournil/contract/rights/policy';
import type { Trx } from '../db/database.ts';
import { record } from '../history/index.ts';
import type { CallContext } from '../kit/context.ts';
import { forbidden } from '../kit/errors.ts';
import { newId } from '../kit/ids.ts';
import { refuseTooMany } from '../kit/refuseTooMany.ts';
import { addRecord } from '../resources/index.ts';
import { checkPlaces, checkPrograms, lockMenus } from './checks.ts';
import { contentColumns, keepMenuApproval, keepMenuRevision, writePlaces } from './menuRows.ts';
import { findMenu } from './queries.ts';
import { menuResource } from './resource.ts';

export const cannotApproveMenu = { en: 'Cannot approve menu', fr: 'Impossible d’approuver la gamme' };

/** MNU-01 */
export async function createMenu(
  context: CallContext,
  { programs: programIds, places, approved, ...input }: MenuInput,
) {
  const { trx, caller } = context;
  if (approved && !can(caller, 'menus.approve')) throw forbidden(cannotApproveMenu);
  if (places.length > 0 && !can(caller, 'menus.give')) throw forbidden();
  const { organisationId } = caller;
  const { name, note, category, season } = input;
  await lockMenus(trx, organisationId);
  await refuseAnotherMenu(trx, organisationId);
  await checkPrograms(trx, caller, category, programIds);
  const id = newId();
  await checkPlaces(trx, caller, { menuId: id, category, isStanding: season === null }, places);
  const content = { ...input, programIds };
  await addRecord(context, menuResource, {
    id,
    name,
    note,
    category,
    revision: 1,
    approvedRevision: approved ? 1 : null,
    ...contentColumns(content),
    createdById: caller.userId,
    createdByName: caller.fullName,
    editedById: caller.userId,
  });
  await keepMenuRevision(trx, caller, id, 1, content);
  await writePlaces(trx, caller, id, [], places);
  if (approved) {
    await keepMenuApproval(trx, caller, id, 1, context.now());
    await record(trx, caller, { type: 'approval', origin: { entity: 'menu', id, name } });
    await context.jobs.announce(trx, 'menus.affected', { organisationId, menuId: id });
  }
  return findMenu(context, id);
}

/** Each menu of an organisation is read for every machine that is checked. */
async function refuseAnotherMenu(trx: Trx, organisationId: string): Promise<void> {
  await refuseTooMany(trx.selectFrom('menus').where('organisationId', '=', organisationId), menuLimits.menus, {
    en: `There are ${menuLimits.menus} menus: delete one that is not used any more.`,
    fr: `Il y a ${menuLimits.menus} gammes : supprimez-en une qui ne sert plus.`,
  });
}
