import type { UserDetail, userStructures } from '@fournil/contract/users/user';
import type { z } from 'zod';
import { type Member, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import { conflict } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { requireUser } from '../rights/index.ts';
import { relateUsers } from '../structures/index.ts';
import { checkStructures } from './createUser.ts';
import { readUser } from './detail.ts';

/** PUT `users/{id}/structures`: in one transaction, like assigning the users of a structure. */
export function relateStructures(
  house: House,
  member: Member,
  id: string,
  { add, remove }: z.output<typeof userStructures>,
): Promise<UserDetail> {
  return house.db.as(scopeOf(member), async (trx) => {
    await requireUser(trx, member, id);
    await checkStructures(trx, add, 'add');
    await checkStructures(trx, remove, 'remove');
    if ((await readUser(trx, id)).kind !== 'user') {
      throw conflict({
        en: 'An administrator sees every structure.',
        fr: 'Un administrateur voit toutes les structures.',
      });
    }
    for (const structure of add) await relateUsers(contextOf(house, trx, member), structure, { add: [id], remove: [] });
    for (const structure of remove)
      await relateUsers(contextOf(house, trx, member), structure, { add: [], remove: [id] });
    return readUser(trx, id);
  });
}
