import { can } from '@fournil/contract/rights/policy';
import type { StructureDetail, StructureInput } from '@fournil/contract/structures/structure';
import type { Trx } from '../db/database.ts';
import { record } from '../history/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import { notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { newId } from '../kit/ids.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { findStructure } from './detail.ts';
import { setRelated } from './editStructure.ts';
import { checkPersonInCharge } from './listPeople.ts';
import { checkDepth, lockTree, parentNamed, refusedParent } from './tree.ts';

/** STR-02. A person who sees only some structures creates new ones below these. */
export function createStructure(
  house: House,
  member: Member,
  { name, parent, userInCharge, relatedUsers = [] }: StructureInput,
): Promise<StructureDetail> {
  return house.db.as(scopeOf(member), async (trx) => {
    await lockTree(trx, member.organisationId);
    if (!parent && !can(member, 'structures.seeAll')) throw refusedParent('ra.validation.required');
    if (parent) {
      await parentNamed(trx, member, parent);
      await checkDepth(trx, parent, 1);
    }
    await checkPersonInCharge(trx, member, userInCharge ?? null);
    const id = await makeStructure(trx, member, name, parent ?? null, userInCharge ?? null);
    await setRelated(contextOf(house, trx, member), id, relatedUsers);
    const made = await findStructure(trx, member, id);
    if (!made) throw notFound();
    return made;
  });
}

/** Inserts a site or sector below `parentId`, or at the top level. */
export async function makeStructure(
  trx: Trx,
  member: Member,
  name: string,
  parentId: string | null,
  userInChargeId: string | null = null,
): Promise<string> {
  const id = newId();
  const { organisationId } = member;
  await trx.insertInto('structures').values({ id, organisationId, parentId, name, userInChargeId }).execute();
  await record(trx, member, { type: 'creation', origin: { entity: 'structure', id, name } });
  await notifyLive(trx, { organisationId, resource: 'structures', op: 'create', ids: [id] });
  return id;
}
