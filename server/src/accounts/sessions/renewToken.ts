import { gateScope } from '../../db/database.ts';
import { currentCaller, forgetCaller, signToken } from '../../identity/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { unauthorized } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';

/**
 * A new token of the caller's session with the present roles, after a missing step has been taken. Its lifetime is not
 * extended.
 */
export async function renewToken(house: House, { sessionId }: Caller): Promise<{ token: string }> {
  forgetCaller(house, sessionId);
  const caller = await currentCaller(house, sessionId);
  const session = await house.db.read(gateScope, (trx) =>
    trx.selectFrom('sessions').select('expiresAt').where('id', '=', sessionId).executeTakeFirst(),
  );
  if (!caller || !session) throw unauthorized();
  return { token: await signToken(house.keys, caller, session.expiresAt) };
}
