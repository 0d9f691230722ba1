import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';
import type { Services } from '../services.ts';
import { type CallOrigin, originOf } from './callOrigin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Details of this refusal for the security log, beside actor, call and time. */
    refusedAs: Record<string, unknown> | null;
  }
}

/** Lines per caller and kind of refusal; further ones are counted and not written. */
const linesPerWindow = 20;
const windowMilliseconds = 10_000;
const mostWindows = 10_000;

/** A refusal whose person is known: the signed-in caller, or the account that was tried. */
export interface RefusedCall {
  caller: Caller | null;
  account: string | null;
  /** The event's name in the security log, or the status. */
  reason: string;
  status: number;
  /** Method and path, including ids. */
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
export function logRefusals(app: FastifyInstance, log: Services['log'], tell: (refused: RefusedCall) => void): void {
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
  /** Writes the number of omitted refusals as one line. */
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

/** Null for unknown callers, and for a 404 of a record that somebody else has deleted while a page showed it. */
function refusedCall(request: FastifyRequest, status: number): RefusedCall | null {
  const { caller, method, params, refusedAs } = request;
  const account = typeof refusedAs?.account === 'string' ? refusedAs.account : null;
  if ((!caller && account === null) || (status === 404 && method === 'GET')) return null;
  const path = Object.entries(targetOf(params)).reduce(
    (url, [name, value]) => url.replace(`:${name}`, value),
    request.routeOptions.url ?? '',
  );
  const reason = typeof refusedAs?.event === 'string' ? refusedAs.event : String(status);
  return { caller, account, reason, status, call: `${method} ${path}`, origin: originOf(request) };
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
    // The token is not one of ours, or has expired.
    ...(status === 401 && headers.authorization !== undefined ? { token: 'refused' } : {}),
    method,
    call: request.routeOptions.url ?? null,
    target: targetOf(params),
    address: ip,
    requestId: request.id,
  };
}

/** The parameters of the path, shortened; tokens in a path are not logged. */
function targetOf(params: unknown): Record<string, string> {
  const entries = Object.entries((params ?? {}) as Record<string, unknown>).filter(
    ([name]) => !/token|code/i.test(name),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value).slice(0, 64)]));
}
