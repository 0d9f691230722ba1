import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** A stream lasts as long as its page is open. */
const streams = new Set(['/api/live']);

/** RUN-04: counts calls by route, not by address, because each id would create a series. */
export function watchCalls(server: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const calls = new Counter({
    name: 'fournil_http_requests_total',
    help: 'Calls answered.',
    labelNames,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'fournil_http_request_duration_seconds',
    help: 'How long calls took.',
    labelNames,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    calls.inc(labels);
    if (!streams.has(labels.route)) seconds.observe(labels, reply.elapsedTime / 1000);
  });
  return registry;
}
