import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file that is stored as it comes: it may take as long as something comes. */
    hasLongBody?: boolean;
  }
}

/**
 * What the longest file on the slowest line may take; a line on which nothing comes ends long before
 * (`connectionTimeout`).
 */
export const longestRequestMilliseconds = 3_600_000;
const usualMilliseconds = 30_000;

/**
 * Whoever sends a body drop by drop does not hold a connection. Calls that take whole files are left their time,
 * once it is known that the caller may make them.
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
  // After the guard's own `onRequest`.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.routeOptions.config.hasLongBody) stop(request.raw);
    done(null, payload);
  });
}

/** A body that has come whole may wait for its answer, whether anybody has read it or not. */
function cut({ raw }: FastifyRequest, reply: FastifyReply): void {
  // Undefined where nothing comes over a network.
  if (raw.complete !== false) return;
  if (reply.raw.headersSent) return void raw.destroy();
  reply.hijack();
  reply.raw.writeHead(408, { connection: 'close' }).end(() => raw.destroy());
}
