import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type WebhookFailure, type WebhookTry, webhookLimits } from '@fournil/contract/webhooks/webhook';
import type { Networks } from './networks.ts';

export interface Posted extends Omit<WebhookTry, 'at'> {
  /** What the endpoint asked for with `Retry-After`, in seconds. */
  retryAfterSeconds: number | null;
}

interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface PostOptions {
  networks: Networks;
  /** Asks a name server directly: the system's own way to look names up has four threads for the whole process. */
  resolver?: Resolver;
  connectMilliseconds?: number;
  answerMilliseconds?: number;
}

const excerptBytes = 4 * webhookLimits.excerptCharacters;
/** The text of an answer is waited for only so long after its status. */
const excerptMilliseconds = 500;
const largestHeadBytes = 8192;
const longestRetryAfterSeconds = 3600;

/**
 * INT-05: one call. The name is looked up first, every address that it has is checked, and exactly these are connected
 * to, so that a name that changes between check and call leads nowhere else. Redirects are not followed. Whatever the
 * endpoint does, it takes a bounded time, and no more than some kilobytes of its answer are read.
 */
export async function post(call: Call, options: PostOptions): Promise<Posted> {
  const began = performance.now();
  const failed = (failure: WebhookFailure): Posted => ({
    status: null,
    milliseconds: Math.round(performance.now() - began),
    failure,
    excerpt: null,
    retryAfterSeconds: null,
  });
  const url = new URL(call.url);
  const addresses = await addressesOf(url, options);
  if (addresses === null) return failed('address');
  try {
    const { status, excerpt, retryAfterSeconds } = await exchange(url, addresses, call, options);
    const failure = isRedirect(status) ? 'redirect' : isSuccess(status) ? null : 'answer';
    const milliseconds = Math.round(performance.now() - began);
    return { status, milliseconds, failure, excerpt, retryAfterSeconds };
  } catch (error) {
    return failed(failureOf(error));
  }
}

export const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300;
const isRedirect = (status: number) => status >= 300 && status < 400;

/** The addresses to connect to; null when there are none, or one of them may not be called. */
async function addressesOf(url: URL, { networks, resolver = usualResolver }: PostOptions): Promise<string[] | null> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await lookUp(resolver, host);
  const may = url.protocol === 'https:' ? networks.mayCall : networks.isAllowed;
  return addresses.length > 0 && addresses.every((address) => may(address)) ? addresses : null;
}

const usualResolver = new Resolver({ timeout: 2000, tries: 2 });

async function lookUp(resolver: Resolver, host: string): Promise<string[]> {
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

interface Answer {
  status: number;
  excerpt: string | null;
  retryAfterSeconds: number | null;
}

function exchange(url: URL, addresses: readonly string[], call: Call, options: PostOptions): Promise<Answer> {
  const { networks, connectMilliseconds = 1000 * webhookLimits.connectSeconds } = options;
  const { answerMilliseconds = 1000 * webhookLimits.answerSeconds } = options;
  const isTls = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isTls ? tlsRequest : plainRequest)({
      method: 'POST',
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port || (isTls ? 443 : 80),
      path: `${url.pathname}${url.search}`,
      headers: { ...call.headers, 'content-length': String(Buffer.byteLength(call.body)) },
      // A connection of its own for each call.
      agent: false,
      lookup: lookupAmong(addresses),
      maxHeaderSize: largestHeadBytes,
      signal: AbortSignal.timeout(answerMilliseconds),
    });
    const connecting = setTimeout(() => request.destroy(new Late()), connectMilliseconds);
    const fail = (error: Error) => {
      clearTimeout(connecting);
      request.destroy();
      reject(error);
    };
    request.on('socket', (socket) => {
      socket.on(isTls ? 'secureConnect' : 'connect', () => {
        clearTimeout(connecting);
        const may = isTls ? networks.mayCall : networks.isAllowed;
        if (!may(socket.remoteAddress ?? '')) fail(new ForbiddenAddress());
      });
    });
    request.on('error', fail);
    request.on('response', (response) => {
      clearTimeout(connecting);
      readExcerpt(response).then((excerpt) => {
        request.destroy();
        resolve({ status: response.statusCode ?? 0, excerpt, retryAfterSeconds: retryAfterOf(response) });
      }, fail);
    });
    request.end(call.body);
  });
}

/** Gives Node the addresses that were checked, whatever the name means by now. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  return (_name, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = all;
    if (options.all) callback(null, all);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };
}

/** The beginning of the answer's text; what is missing, late or broken of it does not matter. */
function readExcerpt(response: IncomingMessage): Promise<string | null> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    const done = () => {
      clearTimeout(timer);
      response.removeAllListeners('data');
      // Errors of the connection that follow from its end.
      response.on('error', () => undefined);
      resolve(textOf(Buffer.concat(parts)));
    };
    const timer = setTimeout(done, excerptMilliseconds);
    response.on('data', (part: Buffer) => {
      parts.push(part.subarray(0, excerptBytes - length));
      length += part.length;
      if (length >= excerptBytes) done();
    });
    for (const end of ['end', 'close', 'error', 'aborted']) response.on(end, done);
  });
}

/** In one line, without characters that cannot be stored or would disturb what is around it. */
function textOf(bytes: Buffer): string | null {
  const text = bytes
    .toString('utf8')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return [...text].slice(0, webhookLimits.excerptCharacters).join('') || null;
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function retryAfterOf({ headers }: IncomingMessage): number | null {
  const given = headers['retry-after'];
  if (given === undefined) return null;
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - Date.now()) / 1000);
  return seconds > 0 ? Math.min(seconds, longestRetryAfterSeconds) : null;
}

class Late extends Error {}
class ForbiddenAddress extends Error {}

function failureOf(error: unknown): WebhookFailure {
  if (error instanceof ForbiddenAddress) return 'address';
  const { name, code = '' } = error as { name?: string; code?: string };
  if (error instanceof Late || name === 'TimeoutError' || name === 'AbortError') return 'timeout';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (/CERT|TLS|SSL|^EPROTO$|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls';
  if (/^HPE_|^ERR_HTTP/.test(code)) return 'answer';
  return /^E(CONNREFUSED|HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL|ACCES)$/.test(code) ? 'connect' : 'aborted';
}
