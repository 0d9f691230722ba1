import { apiPath } from '@fournil/contract/kit/addresses';
import type { Collection } from '@fournil/contract/kit/hydra';
import { idempotency } from '@fournil/contract/kit/idempotency';
import type { Problem } from '@fournil/contract/kit/problem';
import { proofRequiredKey } from '@fournil/contract/kit/problemKeys';
import { frenchSpaces } from '@fournil/contract/kit/words';
import { HttpError } from 'ra-core';
import { addressOf, type Query, searchOf } from './address.ts';
import { unattendedHeader } from './attended.ts';
import { forgetLastWrite, once } from './once.ts';
import { asPendingWrite } from './pendingWrites.ts';
import { askForProof } from './proof.ts';
import { setServerClock } from './serverClock.ts';
import { keepAnswer, keptAnswer } from './unchanged.ts';

/** The session as the calls use it; set once at the start. */
interface Caller {
  token: () => string | null;
  language: () => string;
  /** 401, or 403 while a token is held (AUT-04). */
  refused: (status: 401 | 403, key?: string) => void;
}
/**
 * Some networks drop a connection without an error, and the page would wait for ever. Longer than the server gives to
 * any statement of its database, so that it answers first.
 */
const answerSeconds = 60;
/** Longer texts, such as pictures, may take any time on a slow network. */
const shortText = 64 * 1024;

let caller: Caller = { token: () => null, language: () => 'en', refused: () => undefined };
export function setCaller(next: Caller): void {
  caller = next;
}

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** Bytes as they are, instead of `body`. */
  bytes?: ArrayBuffer;
  query?: Query;
  signal?: AbortSignal | undefined;
  /**
   * A call without a whole answer after this time ends like one that cannot reach the server; `null`: without a limit.
   * By default `answerSeconds` for calls that send little.
   */
  limitSeconds?: number | null;
  /** The version that was read: the server refuses with 412 when someone has changed it since (API-06). */
  version?: number;
  /** SEC-08 */
  key?: string;
}

/**
 * The only function that calls the server. Returns undefined for 204; a refusal is an HttpError whose body is the
 * problem (AUT-04). A double click sends a POST, or a write with a version, only once.
 */
export function call<Answer>(path: string, init: Call = {}): Promise<Answer> {
  const { method = 'GET', body, query, signal, version } = init;
  const isMake = method === 'POST';
  // A repeated write with the same version would be refused with 412.
  if ((isMake || version !== undefined) && body !== undefined && !signal)
    return once(
      JSON.stringify([caller.token(), method, path, query, body, version]),
      (key) => send<Answer>(path, isMake ? { ...init, key } : init),
      wasAnswered,
    );
  if (method !== 'GET') forgetLastWrite();
  return send(path, init);
}

/** Whether the server gave a final answer: false without an answer, and for errors of the server. */
function wasAnswered(error: unknown): boolean {
  return error instanceof HttpError && error.status !== 0 && error.status < 500;
}

async function send<Answer>(path: string, init: Call): Promise<Answer> {
  const token = caller.token();
  const asked = (init.method ?? 'GET') === 'GET' ? `${caller.language()} ${path}${searchOf(init.query)}` : null;
  const known = asked === null ? undefined : keptAnswer(token, asked);
  const answer = await reach(path, init, known?.tag);
  if (answer.status === 204) return undefined as Answer;
  if (answer.status === 304 && known) return JSON.parse(known.text) as Answer;
  const tag = answer.ok && asked !== null ? answer.headers.get('ETag') : null;
  if (tag?.startsWith('W/') && asked !== null) {
    const text = await answer.text().catch(brokenOff);
    keepAnswer(token, asked, tag, text);
    return JSON.parse(text) as Answer;
  }
  if (answer.ok) return (await answer.json().catch(brokenOff)) as Answer;
  const body: unknown = await answer.json().catch(() => ({}));
  if (answer.status === 403 && (body as Partial<Problem> | null)?.key === proofRequiredKey)
    return sendProven(path, init);
  throw refusal(answer.status, typesetProblem(body as Partial<Problem>), token);
}

/**
 * SEC-01: repeats a call that requires a proof of identity after the person has given one; rejects if they cancel.
 */
async function sendProven<Answer>(path: string, init: Call): Promise<Answer> {
  if (await askForProof()) return send(path, init);
  throw new HttpError(proofRequiredKey, 403, { key: proofRequiredKey });
}

export interface Fetched {
  name: string;
  blob: Blob;
}

/** Downloads a file, with the name that the server has given it; a link could not send the bearer token. */
export async function fetchFile(path: string, query: Query = {}): Promise<Fetched> {
  const token = caller.token();
  const answer = await reach(path, { query, limitSeconds: null });
  if (!answer.ok) throw await refusalIn(answer, token);
  const { parse } = await import('content-disposition');
  return {
    // RFC 6266: `filename*` has precedence.
    name: parse(answer.headers.get('Content-Disposition') ?? '').parameters['filename'] ?? 'data',
    blob: await answer.blob().catch(brokenOff),
  };
}

/** An answer that breaks off is reported like a server that cannot be reached, unless the caller wants it no more. */
function brokenOff(error: unknown): never {
  if ((error as Error).name === 'AbortError') throw error;
  console.error(error);
  throw unreachable();
}

/** AUT-02, GEN-11: distinguishes a browser without a connection from a server that cannot be reached. */
function unreachable(): HttpError {
  return new HttpError(navigator.onLine ? 'custom.errors.server' : 'custom.errors.offline', 0, {});
}

/** An open stream of server-sent events. */
export async function openStream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const token = caller.token();
  const answer = await fetchTimed(apiPath + path, {
    signal,
    headers: { Accept: 'text/event-stream', ...authorization() },
  });
  // Any other refusal concerns the stream alone.
  if (answer.status === 401) throw await refusalIn(answer, token);
  if (!answer.ok || !answer.body) throw new HttpError(answer.statusText, answer.status);
  return answer.body;
}

/** The items of a list. */
export async function members<Item>(
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<{ data: Item[]; total: number }> {
  const answer = await call<Collection<Item>>(path, { query, signal });
  return { data: answer['hydra:member'], total: answer['hydra:totalItems'] };
}

/** The record does not exist, or this reader may not see it: another attempt would get the same answer. */
export function isGone(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404;
}

/** The server failed or could not be reached, which says nothing about what was sent: the text has no reason. */
export function isOfServer(error: unknown): boolean {
  if (!(error instanceof HttpError) || !failuresOfServer.includes(error.message)) return false;
  return error.status === 0 || error.status >= 500;
}

/** The problem of a refused call, if this is one. */
export function problemOf(error: unknown): Partial<Problem> | null {
  return error instanceof HttpError ? ((error.body as Partial<Problem> | undefined) ?? null) : null;
}

async function reach(
  path: string,
  { method = 'GET', body, bytes, query, signal, limitSeconds, version, key }: Call,
  knownTag?: string,
): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: 'application/ld+json',
    'Accept-Language': caller.language(),
    ...authorization(),
    ...unattendedHeader(),
  };
  if (body !== undefined) headers['Content-Type'] = 'application/ld+json';
  if (bytes) headers['Content-Type'] = 'application/octet-stream';
  if (version !== undefined) headers['If-Match'] = `"${version}"`;
  if (key !== undefined) headers[idempotency.header] = key;
  if (knownTag !== undefined) headers['If-None-Match'] = knownTag;
  const address = addressOf(path, query);
  const content = bytes ?? (body === undefined ? '' : JSON.stringify(body));
  const usual = typeof content === 'string' && content.length <= shortText ? answerSeconds : null;
  try {
    const answer = fetchTimed(address, {
      method,
      headers,
      signal: limitTime(signal, limitSeconds === undefined ? usual : limitSeconds),
      body: content || null,
    });
    return await (method === 'GET' ? answer : asPendingWrite(answer));
  } catch (error) {
    if (signal?.aborted) throw error;
    console.error(error);
    throw unreachable();
  }
}

/** `fetch`; every answer tells the server's time. */
async function fetchTimed(address: string, init: RequestInit): Promise<Response> {
  const sentAt = Date.now();
  const answer = await fetch(address, init);
  setServerClock(answer.headers.get('Date'), sentAt, Date.now());
  return answer;
}

/** Aborts when the caller aborts, or after the time, if there is a limit (`TimeoutError`). */
function limitTime(signal: AbortSignal | undefined, seconds: number | null): AbortSignal | null {
  if (seconds === null) return signal ?? null;
  const limit = AbortSignal.timeout(seconds * 1000);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

async function refusalIn(answer: Response, token: string | null): Promise<HttpError> {
  const body = (await answer.json().catch(() => null)) as Partial<Problem> | null;
  return refusal(answer.status, typesetProblem(body ?? {}), token);
}

function refusal(status: number, body: Partial<Problem>, token: string | null): HttpError {
  // A late answer to the previous session says nothing about the present one.
  const isOfNow = token === caller.token();
  if (isOfNow && (status === 401 || (status === 403 && token))) caller.refused(status, body.key);
  // The server is busy or its store is full: its answer says which, and when to try again.
  const unexpected = (status >= 500 && status !== 503 && status !== 507) || !(body.detail ?? body.description);
  return new HttpError(
    unexpected ? unexpectedText(status) : (body.detail ?? body.description ?? ''),
    status,
    body.violations ? { ...body, errors: fieldErrors(body) } : body,
  );
}

const failuresOfServer = ['custom.errors.server', 'custom.errors.unexpected'];

/** A proxy answers 502 to 504 in place of a server that it cannot reach. */
const fromProxies = [502, 503, 504];

function unexpectedText(status: number): string {
  if (fromProxies.includes(status)) return 'custom.errors.server';
  return status === 404 ? 'custom.errors.notFound' : 'custom.errors.unexpected';
}

/** The broken rules under the fields they name, as forms take them. */
function fieldErrors({ violations = [] }: Partial<Problem>): Record<string, string> {
  return Object.fromEntries(violations.map(({ propertyPath, message }) => [propertyPath, message]));
}

/** The server's texts with the same typography (no-break spaces) as the page's. */
function typesetProblem(body: Partial<Problem>): Partial<Problem> {
  if (caller.language() !== 'fr') return body;
  return {
    ...body,
    ...(body.detail && { detail: frenchSpaces(body.detail) }),
    ...(body.description && { description: frenchSpaces(body.description) }),
    ...(body.violations && {
      violations: body.violations.map((one) => ({ ...one, message: frenchSpaces(one.message) })),
    }),
  };
}

function authorization(): Record<string, string> {
  const token = caller.token();
  return token ? { Authorization: `Bearer ${token}` } : {};
}
