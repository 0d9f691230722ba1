import { notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import type { App } from '../kit/http/app.ts';
import { madeOnce } from '../kit/process/once.ts';
import { asyncApi } from './asyncApi.ts';
import { apiDocumentation, contextOf, entryPoint } from './hydraDocs.ts';

/** The API's own documentation: for Hydra clients, for people, for makers of machines. */
export function apiRoutes(app: App, house: House, brokerUrl: () => string): void {
  const config = { allow: 'api.read' } as const;
  const { publicUrl, productName } = house.config;
  app.get('/', { config }, () => Promise.resolve(entryPoint()));
  const docs = madeOnce((url: string) => Buffer.from(JSON.stringify(apiDocumentation(url, productName))));
  app.get('/docs.jsonld', { config }, (_request, reply) => reply.send(docs(publicUrl)));
  app.get<{ Params: { type: string } }>('/contexts/:type', { config }, (request) => {
    const context = contextOf(request.params.type, publicUrl);
    if (!context) throw notFound();
    return Promise.resolve(context);
  });
  const machineLink = madeOnce((broker: string) => Buffer.from(JSON.stringify(asyncApi(productName, broker))));
  app.get('/asyncapi.json', { config }, (_request, reply) =>
    reply.type('application/json').send(machineLink(brokerUrl())),
  );
  const calls = madeOnce((_version: null) => Buffer.from(JSON.stringify(app.swagger())));
  app.get('/openapi.json', { config }, (_request, reply) => reply.type('application/json').send(calls(null)));
}
