import type { HistoryChange, HistoryType } from '@fournil/contract/history/historyEvent';
import { fullNameOf } from '@fournil/contract/kit/person';
import type { Trx } from '../db/database.ts';
import { type RecordedActor, record } from '../history/index.ts';
import type { Caller } from '../kit/caller.ts';

interface Own {
  changes?: HistoryChange[];
  fields?: string[];
  /** The master, in a control session. */
  by?: Pick<RecordedActor, 'userId' | 'fullName' | 'master' | 'actorKind'>;
}

/**
 * AUD-01: a change of an account, in the history of its organisation, or of the maker for its staff. Written in the
 * transaction of the change, as the login `gate`.
 */
export async function recordOwn(trx: Trx, userId: string, type: HistoryType, { by, ...what }: Own = {}): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select(['organisationId', 'firstName', 'lastName'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return;
  const name = fullNameOf(user);
  const actor = { userId, fullName: name, ...by, organisationId: user.organisationId };
  await record(trx, actor, { type, origin: { entity: 'user', id: userId, name }, ...what });
}

/** IMP-05: records the end of a control session, with the same names as its beginning. As the login `gate`. */
export async function recordControlEnd(trx: Trx, { organisationId, userId, fullName, master }: Caller): Promise<void> {
  if (!master) return;
  const actor = { organisationId, userId: master.userId, fullName: master.fullName };
  await record(trx, actor, { type: 'connectionAsEnd', origin: { entity: 'user', id: userId, name: fullName } });
}
