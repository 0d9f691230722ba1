import type { UserDetail, userStructures } from '@fournil/contract/users/user';
import type { z } from 'zod';
import type { CallContext } from '../kit/context.ts';
import { conflict } from '../kit/errors.ts';
import { requireUser } from '../rights/index.ts';
import { relateUsers } from '../structures/index.ts';
import { checkStructures } from './createUser.ts';
import { readUser } from './detail.ts';

/** PUT `users/{id}/structures`: like assigning the users of a structure. */
export async function relateStructures(
  context: CallContext,
  id: string,
  { add, remove }: z.output<typeof userStructures>,
): Promise<UserDetail> {
  const { trx, caller } = context;
  await requireUser(trx, caller, id);
  await checkStructures(trx, add, 'add');
  await checkStructures(trx, remove, 'remove');
  if ((await readUser(trx, id)).kind !== 'user')
    throw conflict({
      en: 'An administrator sees every structure.',
      fr: 'Un administrateur voit toutes les structures.',
    });
  for (const structure of add) await relateUsers(context, structure, { add: [id], remove: [] });
  for (const structure of remove) await relateUsers(context, structure, { add: [], remove: [id] });
  return readUser(trx, id);
}
