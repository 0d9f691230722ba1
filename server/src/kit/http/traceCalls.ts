import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OpenSpan, openedTracing } from '../../base/tracing.ts';

/** Streams that last as long as their page is open, and calls of supervisors, every few seconds. */
const untraced = new Set(['/api/live', '/api/health', '/api/ready', '/api/metrics']);

/**
 * SCL-04. A span for each call, within which its transactions are. The trace that a caller names is continued only
 * behind a proxy of ours; otherwise every stranger could decide what is recorded.
 */
export function traceCalls(server: FastifyInstance, behindProxy: boolean): void {
  const tracing = openedTracing();
  if (!tracing) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  server.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (untraced.has(route)) return done();
    const what = {
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': route, 'fournil.request_id': request.id },
    } as const;
    const parent = request.headers['traceparent'];
    const span = tracing.begin(what, behindProxy && typeof parent === 'string' ? parent : undefined);
    spans.set(request, span);
    span.enter(done);
  });
  // The events of a body are not within what began at the call.
  server.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.enter(done);
    else done();
  });
  const end = (request: FastifyRequest, status: number, isFailure: boolean) => {
    spans.get(request)?.end({ 'http.response.status_code': status }, isFailure);
    spans.delete(request);
  };
  server.addHook('onResponse', async (request, reply) => end(request, reply.statusCode, reply.statusCode >= 500));
  // 499: the caller has left.
  server.addHook('onRequestAbort', async (request) => end(request, 499, false));
}
