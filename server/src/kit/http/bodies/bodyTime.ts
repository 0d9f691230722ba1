import type { IncomingMessage } from 'node:http';
import { hourMilliseconds } from '@fournil/contract/kit/durations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For files that are stored while they arrive: no time limit as long as bytes keep arriving. */
    hasLongBody?: boolean;
  }
}

/**
 * The time that the largest file may take on a slow line; a line without any byte is closed earlier
 * (`connectionTimeout`).
 */
export const longestRequestMilliseconds = hourMilliseconds;
const usualMilliseconds = 30_000;

/**
 * Limits the time in which a body has to arrive, so that slow senders do not keep connections. Calls that take whole
 * files get more time, once the caller's right to make them is checked.
 */
export function limitBodyTime(app: FastifyInstance, milliseconds = usualMilliseconds): void {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();
  const stop = (raw: IncomingMessage) => clearTimeout(timers.get(raw));
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if ('content-length' in raw.headers || 'transfer-encoding' in raw.headers) {
      timers.set(raw, setTimeout(() => cut(request, reply), milliseconds).unref());
      raw.once('close', () => stop(raw));
    }
    done();
  });
  // Registered after the `onRequest` hook that checks the caller's rights, so that it runs later.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.routeOptions.config.hasLongBody) stop(request.raw);
    done(null, payload);
  });
}

/** After a body has arrived completely, its answer may take longer, whether the body has been read or not. */
function cut({ raw }: FastifyRequest, reply: FastifyReply): void {
  // Undefined for calls that are injected without a network connection (tests).
  if (raw.complete !== false) return;
  if (reply.raw.headersSent) return void raw.destroy();
  reply.hijack();
  reply.raw.writeHead(408, { connection: 'close' }).end(() => raw.destroy());
}
