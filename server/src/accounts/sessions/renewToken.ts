import { gateScope } from '../../db/database.ts';
import { currentCaller, forgetCaller, signToken } from '../../identity/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { unauthorized } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';

/**
 * A new token of the caller's session with the present roles, after a missing step has been taken. Its lifetime is not
 * extended.
 */
export async function renewToken(services: Services, { sessionId }: Caller): Promise<{ token: string }> {
  forgetCaller(services, sessionId);
  const caller = await currentCaller(services, sessionId);
  const session = await services.db.read(gateScope, (trx) =>
    trx.selectFrom('sessions').select('expiresAt').where('id', '=', sessionId).executeTakeFirst(),
  );
  if (!caller || !session) throw unauthorized();
  return { token: await signToken(services.keys, caller, session.expiresAt) };
}
