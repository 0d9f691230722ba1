import { brokerAnswer, brokerQuestion, vernemqQuestion } from '@fournil/contract/machine-link/brokers';
import { z } from 'zod';
import { unauthorized } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import type { App } from '../../kit/http/app.ts';
import { isTokenOf } from '../../kit/http/fixedToken.ts';
import type { Authority } from '../broker/authority.ts';
import { revocationList } from '../broker/certificates.ts';
import { openBrokerAccess } from './brokerAccess.ts';

/** SCL-01: what a shared broker asks the servers: which certificates are revoked, and who may do what. */
export function brokerRoutes(app: App, house: House, authority: Authority): void {
  app.get('/machine-link/revoked.crl', { config: { allow: 'api.read' } }, async (_request, reply) =>
    reply.type('application/x-pem-file').send(await revocationList(house, authority)),
  );
  const { brokerToken } = house.config;
  if (brokerToken === undefined) return;
  const mayUse = openBrokerAccess(house);
  const schema = { body: z.union([brokerQuestion, vernemqQuestion]), response: { 200: brokerAnswer } };
  app.post('/machine-link/broker-access', { config: { allow: 'machine-link.broker' }, schema }, async (request) => {
    if (!isTokenOf(request.headers.authorization, brokerToken)) throw unauthorized();
    return answer(mayUse, request.body, String(request.headers['vernemq-hook'] ?? ''));
  });
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
  const client = { clientId: body.client_id, commonName: body.username ?? undefined };
  const answers = await Promise.all(topics.map((topic) => mayUse({ ...client, action, topic })));
  return { result: answers.every(Boolean) ? 'ok' : { error: 'not_allowed' } };
}
