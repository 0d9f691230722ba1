import { type ControlAnswer, type ControlInput, controlLimits } from '@fournil/contract/control/control';
import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { fullNameOf } from '@fournil/contract/kit/person';
import type { Selectable } from 'kysely';
import { newSecurityCode, recordControlEnd } from '../accounts/index.ts';
import { gateScope, type Trx } from '../db/database.ts';
import type { UserRow } from '../db/tables/accounts.ts';
import { record } from '../history/index.ts';
import { forgetCaller, readCallers, signToken, whyShut } from '../identity/index.ts';
import type { Caller } from '../kit/caller.ts';
import { type CallContext, contextOf } from '../kit/context.ts';
import { conflict, notFound, Refusal, unprocessable } from '../kit/errors.ts';
import type { CallOrigin } from '../kit/http/callOrigin.ts';
import { newId } from '../kit/ids.ts';
import { isSameSecret } from '../kit/isSameSecret.ts';
import type { Services } from '../kit/services.ts';
import { checkWatches, countTry, forgetTryAfter, type Throttle, type Watch } from '../kit/throttle.ts';

type Target = Selectable<UserRow> & { organisationId: string };
const lockedSeconds = controlLimits.lockedMinutes * 60;
/** IMP-02: wrong codes are counted for each pair of master and person, and for each person. */
const pairThrottle: Throttle = {
  name: 'control',
  freeTries: controlLimits.wrongCodes,
  firstWaitSeconds: lockedSeconds,
  longestSeconds: lockedSeconds,
};
const targetThrottle: Throttle = {
  name: 'control-target',
  freeTries: 10,
  firstWaitSeconds: lockedSeconds,
  longestSeconds: lockedSeconds,
};

/**
 * IMP-01, IMP-03: a control session, which names its master. It lasts an hour at most, and no longer than the master's
 * own session.
 */
export async function startControl(
  services: Services,
  caller: Caller,
  pathId: string,
  input: ControlInput,
  from: CallOrigin,
): Promise<ControlAnswer> {
  if (input.id !== pathId) throw unprocessable({ path: 'id', key: 'custom.validation.invalid', args: {} });
  const target = await findTarget(services, caller, pathId);
  // Not 401, because the refusal does not concern the caller's own session.
  const shut = whyShut(services, target, 409);
  if (shut) throw shut;
  const needsCode = caller.kind !== 'clientAdmin';
  const use = needsCode ? await checkCode(services, caller, target, input.activationCode) : null;
  const { session, owner } = await services.db.as(gateScope, async (trx) => {
    await use?.(trx);
    return openSession(contextOf(services, trx, caller), target, from);
  });
  if (needsCode) await forgetTryAfter(services, watchesOf(caller, target));
  services.log.info(
    { event: 'signed in as', account: caller.userId, target: target.id, address: from.address },
    'security',
  );
  return {
    token: await signToken(services.keys, owner, session.expiresAt),
    expiresAt: session.expiresAt.toISOString(),
  };
}

/** IMP-04: ends the control session; the master's own session continues. */
export async function stopControl(services: Services, caller: Caller): Promise<void> {
  if (!caller.master) throw conflict({ en: 'You act in your own name.', fr: 'Vous agissez en votre nom.' });
  await services.db.as(gateScope, async (trx) => {
    await trx.updateTable('sessions').set({ endedAt: services.now() }).where('id', '=', caller.sessionId).execute();
    await recordControlEnd(trx, caller);
  });
  forgetCaller(services, caller.sessionId);
}

/**
 * The people in whose name this caller may sign in, whom the caller's lists show anyway; all others get 404. Who has
 * not agreed is 409, because a code that is read out by telephone would otherwise open nothing without a reason.
 */
async function findTarget(services: Services, caller: Caller, id: string): Promise<Target> {
  const target = await services.db.read(gateScope, (trx) =>
    trx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .where('kind', 'in', caller.kind === 'clientAdmin' ? ['user'] : ['clientAdmin', 'user'])
      .$if(caller.kind === 'clientAdmin', (qb) => qb.where('organisationId', '=', caller.organisationId))
      .executeTakeFirst(),
  );
  if (!target?.organisationId) throw notFound();
  if (!target.isEuroFourControl) throw notAgreed(fullNameOf(target));
  return target as Target;
}

function notAgreed(name: string): Refusal {
  return conflict({
    en: `${name} has not agreed that others sign in as them. They can switch it on beside the security code on their home page.`,
    fr: `${name} n’a pas accepté que d’autres se connectent en son nom. Cela s’active à côté du code de sécurité, sur sa page d’accueil.`,
  }).loggedAs('no consent');
}

function watchesOf(caller: Caller, target: Target): Watch {
  return [
    [pairThrottle, `${caller.userId}\n${target.id}`],
    [targetThrottle, target.id],
  ];
}

/**
 * Throws for a wrong code. A correct code is replaced in the transaction that opens the session, so it works once, also
 * for two calls at the same time.
 */
async function checkCode(
  services: Services,
  caller: Caller,
  target: Target,
  code: string | undefined,
): Promise<(trx: Trx) => Promise<void>> {
  const watches = watchesOf(caller, target);
  await checkWatches(services, watches);
  const retryAfterSeconds = await countTry(services, watches);
  const storedCode = target.securityCode;
  const isRight = code !== undefined && storedCode !== null && isSameSecret(code, services.keys.decrypt(storedCode));
  const wrong = wrongCode(retryAfterSeconds).loggedAs('security code refused');
  if (!isRight) throw wrong;
  return async (trx) => {
    const replaced = await trx
      .updateTable('users')
      .set({ securityCode: services.keys.encrypt(newSecurityCode()) })
      .where('id', '=', target.id)
      .where('securityCode', '=', storedCode)
      .returning('id')
      .executeTakeFirst();
    if (!replaced) throw wrong;
  };
}

function wrongCode(retryAfterSeconds: number): Refusal {
  const words = {
    en: 'The security code entered is invalid, please try again with a valid code',
    fr: 'Le code de sécurité saisi n’est pas valide, veuillez réessayer avec un code valide',
  };
  return new Refusal(422, words, {
    key: 'code-error',
    violations: [{ path: 'activationCode', key: 'custom.validation.wrongSecurityCode', args: {} }],
    ...(retryAfterSeconds > 0 ? { retryAfterSeconds } : {}),
  });
}

async function openSession(context: CallContext<Caller>, target: Target, from: CallOrigin) {
  const { trx, caller } = context;
  const own = await trx
    .selectFrom('sessions')
    .select('expiresAt')
    .where('id', '=', caller.sessionId)
    .executeTakeFirst();
  const latest = context.now().getTime() + controlLimits.sessionMinutes * minuteMilliseconds;
  const expiresAt = new Date(Math.min(latest, own?.expiresAt.getTime() ?? 0));
  const session = {
    id: newId(),
    userId: target.id,
    masterId: caller.userId,
    masterSessionId: caller.sessionId,
    expiresAt,
    endedAt: null,
    ...from,
  };
  await trx.insertInto('sessions').values(session).execute();
  const { organisationId } = target;
  const origin = { entity: 'user', id: target.id, name: fullNameOf(target) } as const;
  await record(
    trx,
    { organisationId, userId: caller.userId, fullName: caller.fullName, master: null },
    { type: 'connectionAs', origin },
  );
  await context.jobs.announce(trx, 'person.controlled', {
    organisationId,
    userId: target.id,
    sessionId: session.id,
    by: caller.fullName,
  });
  const owner = (await readCallers(context, trx, [session.id])).get(session.id);
  if (!owner) throw notFound();
  return { session, owner };
}
