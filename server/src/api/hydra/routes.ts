import { notFound } from '../../kit/errors.ts';
import type { RegisteredCall } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { madeOnce } from '../../kit/process/once.ts';
import type { Services } from '../../kit/services.ts';
import { apiDocumentation, contextOf, entryPoint, entryPointContext } from './documentation.ts';
import { classesOf, resourcesFor } from './resources.ts';

/** API-01, INT-01: entry point, contexts and documentation for Hydra clients, as this reader may use them. */
export function hydraRoutes(app: App, services: Services, calls: readonly RegisteredCall[]): void {
  const config = { allow: 'api.read' } as const;
  const { publicUrl, productName } = services.config;
  app.get(
    '/',
    { config, schema: { named: named('API', 'getEntryPoint', 'Read the entry point (Hydra)') } },
    ({ caller }) => Promise.resolve(entryPoint(resourcesFor(calls, caller))),
  );
  // The most frequent readers are not signed in yet.
  const whole = madeOnce((url: string) =>
    Buffer.from(JSON.stringify(apiDocumentation(resourcesFor(calls, null), url, productName))),
  );
  app.get(
    '/docs.jsonld',
    { schema: { named: named('API', 'getHydraDocumentation', 'Read the documentation for Hydra clients') }, config },
    ({ caller }, reply) =>
      reply.send(caller ? apiDocumentation(resourcesFor(calls, caller), publicUrl, productName) : whole(publicUrl)),
  );
  const classes = madeOnce((_version: null) => classesOf(calls));
  app.get<{ Params: { type: string } }>(
    '/contexts/:type',
    { schema: { named: named('API', 'getContext', 'Read the JSON-LD context of a type') }, config },
    ({ params: { type }, caller }) => {
      if (type === 'Entrypoint') return Promise.resolve(entryPointContext(resourcesFor(calls, caller), publicUrl));
      const shape = classes(null).get(type);
      if (!shape) throw notFound();
      return Promise.resolve(contextOf(type, shape, publicUrl));
    },
  );
}
