import { proofMinutes } from '@fournil/contract/accounts/proof';
import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { proofRequiredKey } from '@fournil/contract/kit/problemKeys';
import { sql } from 'kysely';
import { gateScope, type Trx } from '../db/database.ts';
import type { Caller } from '../kit/caller.ts';
import { Refusal } from '../kit/errors.ts';
import { isYounger } from '../kit/isYounger.ts';
import type { Services } from '../kit/services.ts';

/**
 * SEC-01: whether the person of this session has given a proof of identity within the last minutes. Read uncached, on
 * every server.
 */
export async function hasProof(services: Services, caller: Caller): Promise<boolean> {
  const proven = await services.db.read(gateScope, (trx) =>
    trx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', caller.sessionId)
      .where('masterId', 'is', null)
      .where('secondStepPending', '=', false)
      .where(isYounger(sql.ref('provenAt'), services, proofMinutes * minuteMilliseconds))
      .executeTakeFirst(),
  );
  return proven !== undefined;
}

/** Throws 403 with the key by which the page asks for the proof and then repeats the call. */
export async function requireProof(services: Services, caller: Caller): Promise<void> {
  if (!(await hasProof(services, caller))) throw proofRequired();
}

export function proofRequired(): Refusal {
  const words = { en: 'Confirm first that it is you.', fr: 'Confirmez d’abord que c’est bien vous.' };
  return new Refusal(403, words, { key: proofRequiredKey });
}

/** As the gate login: stores a proof of identity for the session, at this moment. Never in a control session. */
export async function markProven(services: Services, trx: Trx, sessionId: string): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ provenAt: services.now() })
    .where('id', '=', sessionId)
    .where('masterId', 'is', null)
    .execute();
}

/** As the gate login: in this session the person has shown a second factor besides the password. */
export async function markSecondFactor(trx: Trx, sessionId: string): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ hasSecondFactor: true })
    .where('id', '=', sessionId)
    .where('masterId', 'is', null)
    .execute();
}

/** Whether this session was opened with two factors. */
export async function hasSecondFactor(services: Services, { sessionId }: Caller): Promise<boolean> {
  const session = await services.db.read(gateScope, (trx) =>
    trx.selectFrom('sessions').select('hasSecondFactor').where('id', '=', sessionId).executeTakeFirst(),
  );
  return session?.hasSecondFactor === true;
}
