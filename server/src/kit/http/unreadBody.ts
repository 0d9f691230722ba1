import type { FastifyInstance } from 'fastify';

const usualMilliseconds = 5000;

/**
 * An answer that comes before the body has ended (a refused upload) is read by most clients only when they have sent
 * all of it, and is lost when the connection is closed under them. So the rest is taken and thrown away, for a few
 * seconds; whoever goes on sending then is cut off.
 */
export function drainUnreadBodies(app: FastifyInstance, milliseconds = usualMilliseconds): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    reply.raw.once('finish', () => {
      // Undefined where nothing comes over a network.
      if (raw.complete !== false) return;
      const timer = setTimeout(() => raw.destroy(), milliseconds).unref();
      raw.once('close', () => clearTimeout(timer));
      raw.unpipe();
      raw.resume();
    });
    done();
  });
}
