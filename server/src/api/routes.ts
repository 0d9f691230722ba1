import type { RegisteredCall } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { type CallName, named } from '../kit/http/callNames.ts';
import { madeOnce } from '../kit/process/once.ts';
import type { Services } from '../kit/services.ts';
import { asyncApi } from './asyncApi.ts';
import { hydraRoutes } from './hydra/routes.ts';
import { openApi, unnamedCalls } from './openApi/document.ts';

interface Documented {
  brokerUrl: () => string;
  /** All registered calls, once the server is ready. */
  calls: readonly RegisteredCall[];
}

/** The API's own documentation: for Hydra clients, for people, for makers of machines. */
export function apiRoutes(app: App, services: Services, { brokerUrl, calls }: Documented): void {
  const config = { allow: 'api.read' } as const;
  const { productName } = services.config;
  hydraRoutes(app, services, calls);
  const json = (...name: CallName) => ({
    config,
    schema: { produces: ['application/json'], named: named('API', ...name) },
  });
  const machineLink = madeOnce((broker: string) => Buffer.from(JSON.stringify(asyncApi(productName, broker))));
  app.get('/asyncapi.json', json('getAsyncApi', 'Read the messages of machines (AsyncAPI)'), (_request, reply) =>
    reply.type('application/json').send(machineLink(brokerUrl())),
  );
  const document = madeOnce(async (_version: null) =>
    Buffer.from(JSON.stringify(await openApi(calls, services.config))),
  );
  app.get('/openapi.json', json('getOpenApi', 'Read this document'), async (_request, reply) =>
    reply.type('application/json').send(await document(null)),
  );
  app.addHook('onReady', async () => {
    const unnamed = unnamedCalls(calls);
    if (unnamed.length > 0) throw new Error(`These calls have no name for the documents: ${unnamed.join(', ')}`);
  });
}
