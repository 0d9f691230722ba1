import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

/** The address and browser of a call, for the history (AUD-01). */
export interface CallOrigin {
  /** The address of the socket, or as a trusted proxy reports it. */
  address: string;
  userAgent: string | null;
}

const longestUserAgentCharacters = 300;
const present = new AsyncLocalStorage<CallOrigin>();

/** Undefined outside of a call: a job, a machine's report, the operator's command. */
export function callOrigin(): CallOrigin | undefined {
  return present.getStore();
}

export function withinCall<Result>(origin: CallOrigin, go: () => Result): Result {
  return present.run(origin, go);
}

export function originOf({ ip, headers }: { ip: string; headers: { 'user-agent'?: string | undefined } }): CallOrigin {
  return { address: ip, userAgent: headers['user-agent']?.slice(0, longestUserAgentCharacters) ?? null };
}

/**
 * Makes the origin of the call available to its handler. Set after the body was read, because reading it may leave the
 * asynchronous context.
 */
export function noteCallOrigins(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => withinCall(originOf(request), done));
}
