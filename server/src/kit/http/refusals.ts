import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';
import type { House } from '../house.ts';
import { type CallOrigin, originOf } from './callOrigin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the refusal of this call says to the security log, beside who, what and when. */
    refusedAs: Record<string, unknown> | null;
  }
}

/** Of one caller and kind of refusal; a flood is counted and not written out. */
const linesPerWindow = 20;
const windowMilliseconds = 10_000;
const mostWindows = 10_000;

/** A refusal to somebody who is known: signed in, or named by the account that was tried. */
export interface RefusedCall {
  caller: Caller | null;
  account: string | null;
  /** As the security log calls it, or the status. */
  reason: string;
  status: number;
  /** Method and path, with the ids that it named. */
  call: string;
  origin: CallOrigin;
}

interface Window {
  endsAt: number;
  count: number;
  about: Record<string, unknown>;
}

/**
 * SEC-04: each refusal is one line of the log: 401, 403, 429, a 404 for a record, and refusals that ask for it (a wrong
 * code is a 422). The line has the caller, their master, address and target; never what was typed.
 */
export function logRefusals(app: FastifyInstance, log: House['log'], tell: (refused: RefusedCall) => void): void {
  const windows = new Map<string, Window>();
  app.decorateRequest('refusedAs', null);
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status } = reply;
    if (!isRefusal(request, status)) return;
    const about = lineOf(request, status);
    const key = [about.address, about.actor, status].join(' ');
    const window = windows.get(key);
    if (window && window.endsAt > Date.now()) {
      window.count += 1;
      if (window.count > linesPerWindow) return;
    } else {
      if (window) close(window);
      if (windows.size >= mostWindows) closeAll();
      windows.set(key, { endsAt: Date.now() + windowMilliseconds, count: 1, about });
    }
    log.warn(about, 'security');
    tellKnown(request, status);
  });

  const tellKnown = (request: FastifyRequest, status: number) => {
    const refused = refusedCall(request, status);
    if (refused) tell(refused);
  };
  /** What was not written is said in one line. */
  const close = ({ count, about }: Window) => {
    const { address, actor, status } = about;
    if (count > linesPerWindow)
      log.warn({ event: 'refusals not written', count: count - linesPerWindow, address, actor, status }, 'security');
  };
  const closeAll = () => {
    for (const window of windows.values()) close(window);
    windows.clear();
  };
  const closing = setInterval(() => {
    for (const [key, window] of windows) {
      if (window.endsAt > Date.now()) continue;
      close(window);
      windows.delete(key);
    }
  }, windowMilliseconds);
  closing.unref();
  app.addHook('onClose', async () => {
    clearInterval(closing);
    closeAll();
  });
}

/** Null for a stranger, and for a page that still shows what somebody else has deleted meanwhile. */
function refusedCall(request: FastifyRequest, status: number): RefusedCall | null {
  const { caller, method, params, refusedAs } = request;
  const account = typeof refusedAs?.account === 'string' ? refusedAs.account : null;
  if ((!caller && account === null) || (status === 404 && method === 'GET')) return null;
  const named = Object.entries(targetOf(params)).reduce(
    (url, [name, value]) => url.replace(`:${name}`, value),
    request.routeOptions.url ?? '',
  );
  const reason = typeof refusedAs?.event === 'string' ? refusedAs.event : String(status);
  return { caller, account, reason, status, call: `${method} ${named}`, origin: originOf(request) };
}

function isRefusal(request: FastifyRequest, status: number): boolean {
  if (request.refusedAs) return true;
  if (status === 404) return Object.keys((request.params as object | null) ?? {}).length > 0 && !request.is404;
  return status === 401 || status === 403 || status === 429;
}

function lineOf(request: FastifyRequest, status: number): Record<string, unknown> {
  const { caller, method, params, ip, headers } = request;
  return {
    event: 'refused',
    ...request.refusedAs,
    status,
    actor: caller?.userId ?? null,
    ...(caller?.master ? { master: caller.master.userId } : {}),
    // A token that is none of ours, or no longer.
    ...(status === 401 && headers.authorization !== undefined ? { token: 'refused' } : {}),
    method,
    call: request.routeOptions.url ?? null,
    target: targetOf(params),
    address: ip,
    requestId: request.id,
  };
}

/** Ids and names out of the path, cut to what a line holds; a token in a path is for no log. */
function targetOf(params: unknown): Record<string, string> {
  const entries = Object.entries((params ?? {}) as Record<string, unknown>).filter(
    ([name]) => !/token|code/i.test(name),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value).slice(0, 64)]));
}
