import { brokerAnswer, brokerQuestion, vernemqQuestion } from '@fournil/contract/machine-link/brokers';
import { z } from 'zod';
import { unauthorized } from '../../kit/errors.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { isTokenOf } from '../../kit/http/fixedToken.ts';
import type { Services } from '../../kit/services.ts';
import type { Authority } from '../broker/authority.ts';
import { revocationList } from '../broker/certificates.ts';
import { openBrokerAccess } from './brokerAccess.ts';

/** SCL-01: what a shared broker asks the servers: which certificates are revoked, and who may do what. */
export function brokerRoutes(app: App, services: Services, authority: Authority): void {
  const list = openList(() => revocationList(services, authority));
  const pem = {
    named: named('Machine link', 'getRevokedCertificates', 'Read the revoked certificates'),
    produces: ['application/x-pem-file'],
  };
  app.get('/machine-link/revoked.crl', { config: { allow: 'api.read' }, schema: pem }, async (_request, reply) =>
    reply.type('application/x-pem-file').send(await list()),
  );
  const { brokerToken } = services.config;
  if (brokerToken === undefined) return;
  const mayUse = openBrokerAccess(services);
  const schema = {
    named: named('Machine link', 'decideBrokerAccess', 'Decide what a client of a shared broker may do'),
    body: z.union([brokerQuestion, vernemqQuestion]),
    response: { 200: brokerAnswer },
  };
  app.post('/machine-link/broker-access', { config: { allow: 'machine-link.broker' }, schema }, async (request) => {
    if (!isTokenOf(request.headers.authorization, brokerToken)) throw unauthorized();
    return answer(mayUse, request.body, String(request.headers['vernemq-hook'] ?? ''));
  });
}

/** Everybody may ask for the list, so it is made at most once in this time. */
const listMilliseconds = 10_000;

function openList(make: () => Promise<string>): () => Promise<string> {
  let made: { list: Promise<string>; at: number } | null = null;
  return () => {
    if (made === null || performance.now() - made.at > listMilliseconds) made = { list: make(), at: performance.now() };
    made.list.catch(() => {
      made = null;
    });
    return made.list;
  };
}

type Question = z.infer<typeof brokerQuestion> | z.infer<typeof vernemqQuestion>;
const vernemqActions: Record<string, 'publish' | 'subscribe'> = {
  auth_on_publish: 'publish',
  auth_on_subscribe: 'subscribe',
};

async function answer(
  mayUse: ReturnType<typeof openBrokerAccess>,
  body: Question,
  hook: string,
): Promise<z.infer<typeof brokerAnswer>> {
  if ('clientId' in body) return { result: (await mayUse(body)) ? 'allow' : 'deny' };
  // The hooks of MQTT 5 have the same names with an ending.
  const action = vernemqActions[hook.replace(/_m5$/, '')];
  const topics = body.topics?.map(({ topic }) => topic) ?? [body.topic];
  // The user name is the certificate's common name; without it nothing is known of the client.
  const client = { clientId: body.client_id, commonName: body.username ?? '', password: body.password };
  const answers = await Promise.all(topics.map((topic) => mayUse({ ...client, action, topic })));
  return { result: answers.every(Boolean) ? 'ok' : { error: 'not_allowed' } };
}
