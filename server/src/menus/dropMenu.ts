import { record } from '../history/index.ts';
import type { CallContext } from '../kit/context.ts';
import { notifyLive, seenAs } from '../kit/notifyLive.ts';
import { refuseStale } from '../kit/refuseStale.ts';
import { putInBin } from '../recycle-bin/index.ts';
import { restoreRecord } from '../resources/index.ts';
import { requireMenu } from '../rights/index.ts';
import { settleRollout } from '../rollouts/index.ts';
import { lockMenus, placesFor, reachesFurther, refuseFurther } from './checks.ts';
import { menuResource } from './resource.ts';
import { menuKind, menuRevisionsOf } from './rollouts/menuKind.ts';

/**
 * Deletes a menu: machines leave it. It keeps its revisions and places in the recycle bin (AUD-03). Throws 403 where it
 * reaches machines that the member does not see.
 */
export async function deleteMenu(context: CallContext, id: string): Promise<void> {
  const { trx, caller, jobs } = context;
  const { organisationId } = caller;
  await lockMenus(trx, organisationId);
  const menu = await requireMenu(trx, caller, id);
  refuseStale(context.expectedVersion, menu);
  await requireReach(context, id);
  await settleRollout(context, trx, menuKind, menuRevisionsOf, { organisationId, id }, null);
  const origin = { entity: 'menu', id, name: menu.name } as const;
  await putInBin(context, origin);
  await record(trx, caller, { type: 'deletion', origin });
  const was = { [id]: seenAs(menu) };
  await notifyLive(trx, { organisationId, resource: 'menus', op: 'delete', ids: [id], was });
  await jobs.announce(trx, 'menus.affected', { organisationId, menuId: id });
}

/** AUD-03: restores a menu from the recycle bin, with its places. Throws 404 for one that is not in the member's bin. */
export async function restoreMenu(context: CallContext, id: string): Promise<void> {
  const { trx, jobs } = context;
  const { organisationId } = context.caller;
  await lockMenus(trx, organisationId);
  await restoreRecord(context, menuResource, id);
  await requireReach(context, id);
  await jobs.announce(trx, 'menus.affected', { organisationId, menuId: id });
}

async function requireReach({ trx, caller }: CallContext, id: string): Promise<void> {
  if (await reachesFurther(trx, caller, await placesFor(trx, caller, id))) refuseFurther();
}
