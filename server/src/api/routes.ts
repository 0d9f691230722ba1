import type { App } from '../kit/app.ts';
import { notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { asyncApi } from './asyncApi.ts';
import { apiDocumentation, contextOf, entryPoint } from './hydraDocs.ts';

/** The API's description of itself: for Hydra clients, for people, for makers of machines. */
export function apiRoutes(app: App, house: House, brokerUrl: () => string): void {
  const config = { allow: 'api.read' } as const;
  const { publicUrl, productName } = house.config;
  app.get('/', { config }, () => Promise.resolve(entryPoint()));
  app.get('/docs.jsonld', { config }, () => Promise.resolve(apiDocumentation(publicUrl, productName)));
  app.get<{ Params: { type: string } }>('/contexts/:type', { config }, (request) => {
    const context = contextOf(request.params.type, publicUrl);
    if (!context) throw notFound();
    return Promise.resolve(context);
  });
  app.get('/asyncapi.json', { config }, (_request, reply) => reply.type('application/json').send(JSON.stringify(asyncApi(productName, brokerUrl()))));
  app.get('/openapi.json', { config }, (_request, reply) => reply.type('application/json').send(JSON.stringify(app.swagger())));
}
