import type { Registry } from 'prom-client';
import { unauthorized } from '../kit/errors.ts';
import type { App } from '../kit/http/app.ts';
import { named } from '../kit/http/callNames.ts';
import { isTokenOf } from '../kit/http/fixedToken.ts';
import type { Services } from '../kit/services.ts';
import { addGauges, type LinkCounts } from './gauges.ts';

/** RUN-04: needs METRICS_TOKEN. Without that setting the call does not exist. */
export function metricsRoutes(app: App, services: Services, registry: Registry, counts: LinkCounts): void {
  const { metricsToken } = services.config;
  if (metricsToken === undefined) return;
  addGauges(registry, services, counts);
  app.get(
    '/metrics',
    {
      config: { allow: 'metrics.read' },
      schema: { named: named('API', 'getMetrics', 'Read the metrics (Prometheus)'), produces: ['text/plain'] },
    },
    async (request, reply) => {
      if (!isTokenOf(request.headers.authorization, metricsToken)) throw unauthorized();
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
}
