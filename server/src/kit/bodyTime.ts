import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file that is stored as it comes: it may take as long as something comes. */
    hasLongBody?: boolean;
  }
}

/** What the longest file on the slowest line may take; a line on which nothing comes ends long before (`connectionTimeout`). */
export const longestRequestMilliseconds = 3_600_000;
const usualMilliseconds = 30_000;

/** M01: whoever sends a body drop by drop does not hold a connection; calls that take whole files are left their time. */
export function limitBodyTime(app: FastifyInstance, milliseconds = usualMilliseconds): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers;
    if (hasBody && !request.routeOptions.config.hasLongBody) {
      const timer = setTimeout(() => raw.destroy(), milliseconds);
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    }
    done();
  });
}
