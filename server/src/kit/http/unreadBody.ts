import type { FastifyInstance } from 'fastify';

const usualMilliseconds = 5000;

/**
 * Most clients read an answer that is sent before the body has ended (a refused upload) only when they have sent the
 * whole body, and lose it when the connection is closed. So the rest of the body is read and discarded for a few
 * seconds; then the connection is closed.
 */
export function drainUnreadBodies(app: FastifyInstance, milliseconds = usualMilliseconds): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    reply.raw.once('finish', () => {
      // Undefined for calls that are injected without a network connection (tests).
      if (raw.complete !== false) return;
      const timer = setTimeout(() => raw.destroy(), milliseconds).unref();
      raw.once('close', () => clearTimeout(timer));
      raw.unpipe();
      raw.resume();
    });
    done();
  });
}
