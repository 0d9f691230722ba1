import { hourMilliseconds } from '@fournil/contract/kit/durations';
import { idempotency } from '@fournil/contract/kit/idempotency';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gateScope } from '../../db/database.ts';
import { type KeyedCall, withinKeyedCall } from '../../db/oncePerKey.ts';
import { badRequest, conflict, Refusal, unprocessable } from '../errors.ts';
import { endsWithin } from '../process/endsWithin.ts';
import type { Services } from '../services.ts';
import { isStillSeen } from './inSight.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is given once: it contains a secret that is stored nowhere, also not under a key. */
    answersSecret?: true;
  }
  interface FastifyRequest {
    keyed: KeyedCall | null;
    /** The body as received, if it is text. */
    bodyText: string | null;
  }
}

interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}
interface KnownCall {
  answer: KeptAnswer | null;
  /** The call was answered, or failed after its transaction was committed. */
  isOver: boolean;
}
const keptHeaders = ['content-type', 'location', 'etag'];
/** A longer answer is not stored: the repeated call is told that the first one was done. */
const longestAnswerCharacters = 1_000_000;
/** How long an equal call waits for the first one's answer. */
const usualPatienceMilliseconds = 10_000;
const lookMilliseconds = 50;
/**
 * The key is stored after the body has arrived, so only database statements are left until the answer, and each of them
 * ends after 15 s. An older key without an answer belongs to a server that has died.
 */
export const longestWorkMilliseconds = 300_000;

interface Running {
  call: KeyedCall;
  over: Promise<void>;
  end: () => void;
}

/** SEC-08: a POST with an `Idempotency-Key` is done once, and answered alike each time. */
export function makeOncePerKey(
  app: FastifyInstance,
  services: Services,
  patienceMilliseconds = usualPatienceMilliseconds,
): void {
  /**
   * The calls in progress on this server: equal calls wait for the first one before any limit counts them. Equal calls
   * on several servers are separated by the database.
   */
  const running = new Map<string, Running>();
  app.decorateRequest('keyed', null);
  app.decorateRequest('bodyText', null);
  app.addHook('preHandler', (request, reply, done) => {
    if (request.method !== 'POST' || request.headers[idempotency.header] === undefined) return done();
    begin(services, request, running, patienceMilliseconds).then((answer) => {
      if (answer) return void send(reply, answer);
      // Transactions of the handler then store their outcome under this key.
      withinKeyedCall(request.keyed as KeyedCall, done);
    }, done);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const call = request.keyed;
    if (!call) return payload;
    const isAnsweredNow = !call.isOver;
    call.isOver = true;
    if (call.claimedAt && isAnsweredNow) {
      const failed = (error: unknown) => request.log.error({ err: error }, 'answer not kept');
      await keep(services, call, call.claimedAt, reply, payload).catch(failed);
    }
    const own = running.get(nameOf(call));
    if (own?.call === call) own.end();
    return payload;
  });
}

const nameOf = ({ who, key }: KeyedCall) => `${who}\n${key}`;

/** The stored answer of the same call, or null when this is the first one. */
async function begin(
  services: Services,
  request: FastifyRequest,
  running: Map<string, Running>,
  patience: number,
): Promise<KeptAnswer | null> {
  const call = callOf(services, request, patience);
  const first = running.get(nameOf(call));
  if (first) {
    if (first.call.fingerprint !== call.fingerprint) throw keyReused();
    if (!(await endsWithin(first.over, patience))) throw stillRunning();
    return answerOfOther(services, call, request);
  }
  // No await between the check and this line, so no other call can come between.
  request.keyed = call;
  running.set(nameOf(call), runningOf(call, running));
  const known = await find(services, call);
  return known ? answerOfOther(services, call, request) : null;
}

function callOf(services: Services, request: FastifyRequest, patienceMilliseconds: number): KeyedCall {
  const key = idempotency.key.exec(String(request.headers[idempotency.header]))?.[1];
  if (!key) throw badRequest({ path: 'Idempotency-Key', key: 'custom.validation.invalid', args: {} });
  const { caller } = request;
  const who = caller ? [caller.userId, caller.master?.userId ?? ''].join(' ') : `address ${request.ip}`;
  const fingerprint = fingerprintOf(services, request);
  return {
    who,
    key,
    fingerprint,
    patienceMilliseconds,
    now: services.now,
    isClaimed: false,
    claimedAt: null,
    isOver: false,
  };
}

function runningOf(call: KeyedCall, running: Map<string, Running>): Running {
  let resolve: () => void;
  const over = new Promise<void>((then) => {
    resolve = then;
  });
  const end = () => {
    running.delete(nameOf(call));
    resolve();
  };
  return { call, over, end };
}

/** The outcome of the first of several equal calls; waits for it if it runs on another server. */
export async function answerOfOther(services: Services, call: KeyedCall, request: FastifyRequest): Promise<KeptAnswer> {
  call.isOver = true;
  for (const until = Date.now() + call.patienceMilliseconds; ; ) {
    const known = await find(services, call);
    if (!known) throw new Refusal(409, undoneWords, { retryAfterSeconds: 1 });
    if (known.answer && (await isStillSeen(request, known.answer.body))) return known.answer;
    if (known.answer || known.isOver) throw conflict(lostWords);
    if (Date.now() >= until) throw stillRunning();
    await new Promise((resolve) => setTimeout(resolve, lookMilliseconds));
  }
}

const undoneWords = {
  en: 'The same call did not succeed a moment ago. Please try again.',
  fr: 'Le même appel n’a pas abouti il y a un instant. Veuillez réessayer.',
};
const lostWords = {
  en: 'This was done already, but its answer is not known any more. Please look at what is there, or do it again.',
  fr: 'Ceci a déjà été fait, mais la réponse n’est plus connue. Veuillez vérifier ce qui existe, ou recommencer.',
};
const runningWords = {
  en: 'This is still being done. Please try again in a moment.',
  fr: 'L’opération est toujours en cours. Veuillez réessayer dans un instant.',
};

export function stillRunning(): Refusal {
  return new Refusal(409, runningWords, { retryAfterSeconds: 5 });
}

function keyReused(): Refusal {
  return unprocessable({ path: 'Idempotency-Key', key: 'custom.validation.keyReused', args: {} });
}

export function send(reply: FastifyReply, { status, headers, body }: KeptAnswer): FastifyReply {
  reply.code(status).headers({ ...headers, 'idempotent-replayed': 'true' });
  return reply.serializer((text: unknown) => String(text)).send(body === '' ? undefined : body);
}

/** Null when the key has not been used in the last 24 hours. */
async function find(services: Services, { who, key, fingerprint }: KeyedCall): Promise<KnownCall | null> {
  const now = services.now().getTime();
  const forgotten = new Date(now - idempotency.keptHours * hourMilliseconds);
  const row = await services.db.as(gateScope, async (trx) => {
    await trx
      .deleteFrom('idempotencyKeys')
      .where('who', '=', who)
      .where('key', '=', key)
      .where('createdAt', '<', forgotten)
      .execute();
    return trx
      .selectFrom('idempotencyKeys')
      .select(['fingerprint', 'answer', 'status', 'createdAt'])
      .where('who', '=', who)
      .where('key', '=', key)
      .executeTakeFirst();
  });
  if (!row) return null;
  if (row.fingerprint !== fingerprint) throw keyReused();
  const isOver = row.status !== null || now - row.createdAt.getTime() > longestWorkMilliseconds;
  return { isOver, answer: row.answer === null ? null : (JSON.parse(services.keys.decrypt(row.answer)) as KeptAnswer) };
}

/**
 * Stored before the answer is sent, so that a repeated call gets the same answer. A refused call has changed nothing
 * and may be tried again; a call that failed after its commit is not repeated, and its answer is lost. If an equal call
 * at another server has written the key meanwhile, that row stays.
 */
async function keep(
  services: Services,
  { who, key }: KeyedCall,
  claimedAt: Date,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const status = reply.statusCode;
  const ofThis = <Query extends { where(column: 'who' | 'key' | 'createdAt', is: '=', value: string | Date): Query }>(
    query: Query,
  ) => query.where('who', '=', who).where('key', '=', key).where('createdAt', '=', claimedAt);
  await services.db.as(gateScope, async (trx) => {
    if (status >= 400 && status < 500) return void (await ofThis(trx.deleteFrom('idempotencyKeys')).execute());
    const answer = status < 400 ? sealed(services, reply, payload) : null;
    await ofThis(trx.updateTable('idempotencyKeys').set({ status, answer })).execute();
  });
}

function sealed(services: Services, reply: FastifyReply, payload: unknown): string | null {
  const body = payload === undefined || payload === null ? '' : payload;
  if (reply.routeOptions.config.answersSecret) return null;
  if (typeof body !== 'string' || body.length > longestAnswerCharacters) return null;
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );
  return services.keys.encrypt(JSON.stringify({ status: reply.statusCode, headers, body } satisfies KeptAnswer));
}

/**
 * A keyed hash, because a body may contain a password. A body that is stored while it arrives is identified by its
 * length and type only.
 */
function fingerprintOf(services: Services, { method, url, headers, bodyText }: FastifyRequest): string {
  const body = bodyText ?? `${headers['content-length']} ${headers['content-type']?.split(';')[0]}`;
  return services.keys.pinHash(JSON.stringify([method, url, body]), 'idempotency');
}
