import { idempotency } from '@fournil/contract/kit/idempotency';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gateScope } from '../db/database.ts';
import { type KeyedCall, withinKeyedCall } from '../db/oncePerKey.ts';
import { badRequest, conflict, Refusal, unprocessable } from './errors.ts';
import type { House } from './house.ts';

declare module 'fastify' {
  interface FastifyRequest {
    keyed: KeyedCall | null;
    /** The body as it came, where it is text. */
    bodyText: string | null;
  }
}

interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}
const keptHeaders = ['content-type', 'location', 'etag'];
/** A longer answer is not kept: the second call is told that the first was made. */
const longestAnswerCharacters = 1_000_000;
const patienceMilliseconds = 10_000;
const lookMilliseconds = 50;

/** SEC-08: a POST with an `Idempotency-Key` is done once, and answered alike each time. */
export function makeOncePerKey(app: FastifyInstance, house: House): void {
  app.decorateRequest('keyed', null);
  app.decorateRequest('bodyText', null);
  app.addHook('preHandler', (request, reply, done) => {
    if (request.method !== 'POST' || request.headers[idempotency.header] === undefined) return done();
    begin(house, request).then((answer) => {
      if (answer) return void send(reply, answer);
      // What the handler does belongs to this call.
      withinKeyedCall(request.keyed as KeyedCall, done);
    }, done);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.keyed?.isClaimed && !request.keyed.isOver) {
      const failed = (error: unknown) => request.log.error({ err: error }, 'answer not kept');
      await keep(house, request.keyed, reply, payload).catch(failed);
    }
    if (request.keyed) request.keyed.isOver = true;
    return payload;
  });
}

/** The answer of the same call before, or null when this is the first. */
async function begin(house: House, request: FastifyRequest): Promise<KeptAnswer | null> {
  const key = idempotency.key.exec(String(request.headers[idempotency.header]))?.[1];
  if (!key) throw badRequest({ path: 'Idempotency-Key', key: 'custom.validation.invalid', args: {} });
  const { caller } = request;
  const who = caller ? [caller.userId, caller.master?.userId ?? ''].join(' ') : `address ${request.ip}`;
  const call: KeyedCall = { who, key, fingerprint: fingerprintOf(house, request), now: house.now(), isClaimed: false, isOver: false };
  const known = await find(house, call);
  request.keyed = call;
  if (!known) return null;
  call.isOver = true;
  return known.answer ?? answerOfOther(house, call);
}

/** Waits for the one of several equal calls that came first. */
export async function answerOfOther(house: House, call: KeyedCall): Promise<KeptAnswer> {
  call.isOver = true;
  for (const until = Date.now() + patienceMilliseconds; Date.now() < until; ) {
    const known = await find(house, call);
    if (!known) throw new Refusal(409, refusedWords, { retryAfterSeconds: 1 });
    if (known.answer) return known.answer;
    await new Promise((resolve) => setTimeout(resolve, lookMilliseconds));
  }
  throw conflict(lostWords);
}

const refusedWords = {
  en: 'The same call was refused a moment ago. Please try again.',
  fr: 'Le même appel vient d’être refusé. Veuillez réessayer.',
};
const lostWords = {
  en: 'This was done already, but its answer is not known any more. Please look at what is there.',
  fr: 'Ceci a déjà été fait, mais la réponse n’est plus connue. Veuillez vérifier ce qui existe.',
};

export function send(reply: FastifyReply, { status, headers, body }: KeptAnswer): FastifyReply {
  reply.code(status).headers({ ...headers, 'idempotent-replayed': 'true' });
  return reply.serializer((text: unknown) => String(text)).send(body === '' ? undefined : body);
}

/** Null when nobody has the key, or had it more than a day ago. */
async function find(house: House, { who, key, fingerprint, now }: KeyedCall): Promise<{ answer: KeptAnswer | null } | null> {
  const forgotten = new Date(now.getTime() - idempotency.keptHours * 3_600_000);
  const row = await house.db.as(gateScope, async (trx) => {
    await trx.deleteFrom('idempotencyKeys').where('who', '=', who).where('key', '=', key).where('createdAt', '<', forgotten).execute();
    return trx.selectFrom('idempotencyKeys').select(['fingerprint', 'answer']).where('who', '=', who).where('key', '=', key).executeTakeFirst();
  });
  if (!row) return null;
  if (row.fingerprint !== fingerprint) throw unprocessable({ path: 'Idempotency-Key', key: 'custom.validation.keyReused', args: {} });
  return { answer: row.answer === null ? null : (JSON.parse(house.keys.decrypt(row.answer)) as KeptAnswer) };
}

/** Before the answer leaves: whoever has it and asks again gets it again. What was refused left nothing, and may be tried anew. */
async function keep(house: House, { who, key }: KeyedCall, reply: FastifyReply, payload: unknown): Promise<void> {
  const status = reply.statusCode;
  if (status >= 500) return;
  const ofThis = <Query extends { where(column: 'who' | 'key', is: '=', value: string): Query }>(query: Query) =>
    query.where('who', '=', who).where('key', '=', key);
  await house.db.as(gateScope, async (trx) => {
    if (status >= 400) return void (await ofThis(trx.deleteFrom('idempotencyKeys')).execute());
    const body = payload === undefined || payload === null ? '' : payload;
    if (typeof body !== 'string' || body.length > longestAnswerCharacters) return;
    const headers = Object.fromEntries(keptHeaders.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])));
    const answer = house.keys.encrypt(JSON.stringify({ status, headers, body } satisfies KeptAnswer));
    await ofThis(trx.updateTable('idempotencyKeys').set({ status, answer })).execute();
  });
}

/** Keyed, because a body may hold a password. One that is stored as it comes is known by its length and type only. */
function fingerprintOf(house: House, { method, url, headers, bodyText }: FastifyRequest): string {
  const body = bodyText ?? `${headers['content-length']} ${headers['content-type']?.split(';')[0]}`;
  return house.keys.pinHash(JSON.stringify([method, url, body]), 'idempotency');
}
