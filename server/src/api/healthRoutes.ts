import { Refusal } from '../kit/errors.ts';
import type { App } from '../kit/http/app.ts';
import { type CallName, named } from '../kit/http/callNames.ts';
import type { Services } from '../kit/services.ts';

/** RUN-04: whether the server is up and can work. The answers contain nothing else, because they are public. */
export function healthRoutes(app: App, services: Services, isBrokerOpen: () => boolean): void {
  const config = { allow: 'api.read' } as const;
  const schema = (...name: CallName) => ({ produces: ['application/json'], named: named('API', ...name) });
  const health = { config, schema: schema('getHealth', 'Read whether the server runs') };
  const readiness = { config, schema: schema('getReadiness', 'Read whether the server can take calls') };
  app.get('/health', health, (_request, reply) => reply.type('application/json').send('{"status":"up"}'));
  app.get('/ready', readiness, async (_request, reply) => {
    const database = await services.db.ping().then(
      () => true,
      () => false,
    );
    if (!database || !isBrokerOpen()) {
      throw new Refusal(503, { en: 'Not ready.', fr: 'Pas prêt.' }, { retryAfterSeconds: 2 });
    }
    return reply.type('application/json').send('{"status":"ready"}');
  });
}
