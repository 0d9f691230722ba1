import type { Trx } from '../db/database.ts';
import { record } from '../history/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import type { House } from '../kit/house.ts';
import { type LiveNote, notifyLive, seenAs } from '../kit/notifyLive.ts';
import { type ExpectedVersion, refuseStale } from '../kit/refuseStale.ts';
import { putInBin, takeFromBin } from '../recycle-bin/index.ts';
import { requireMenu } from '../rights/index.ts';
import { settleRollout } from '../rollouts/index.ts';
import { lockMenus, placesFor, reachesFurther, refuseFurther } from './checks.ts';
import { menuKind, menuRevisionsOf } from './rollouts/menuKind.ts';

/**
 * Deletes a menu: machines leave it. It keeps its revisions and places in the recycle bin (AUD-03). Throws 403 where it
 * reaches machines that the member does not see.
 */
export function deleteMenu(house: House, member: Member, id: string, expected: ExpectedVersion): Promise<void> {
  return house.db.as(scopeOf(member), async (trx) => {
    const { organisationId } = member;
    await lockMenus(trx, organisationId);
    const menu = await requireMenu(trx, member, id);
    refuseStale(expected, menu);
    const places = await placesFor(trx, member, id);
    if (await reachesFurther(trx, member, places)) refuseFurther();
    await settleRollout(house, trx, menuKind, menuRevisionsOf, { organisationId, id }, null);
    await putInBin(contextOf(house, trx, member), { entity: 'menu', id, name: menu.name });
    await record(trx, member, { type: 'deletion', origin: { entity: 'menu', id, name: menu.name } });
    await announce(house, trx, { organisationId, id, op: 'delete', was: { [id]: seenAs(menu) } });
  });
}

/** AUD-03: restores a menu from the recycle bin, with its places. Throws 404 for one that is not in the member's bin. */
export function restoreMenu(house: House, member: Member, id: string): Promise<void> {
  return house.db.as(scopeOf(member), async (trx) => {
    await lockMenus(trx, member.organisationId);
    const { name } = await takeFromBin(trx, member, 'menu', id);
    const places = await placesFor(trx, member, id);
    if (await reachesFurther(trx, member, places)) refuseFurther();
    await record(trx, member, { type: 'restoration', origin: { entity: 'menu', id, name } });
    await announce(house, trx, { organisationId: member.organisationId, id, op: 'create' });
  });
}

type Change = Pick<LiveNote, 'organisationId' | 'op' | 'was'> & { id: string };

async function announce(house: House, trx: Trx, { id, ...change }: Change) {
  const { organisationId } = change;
  await notifyLive(trx, { ...change, resource: 'menus', ids: [id] });
  await house.jobs.announce(trx, 'menus.affected', { organisationId, menuId: id });
}
