import type { ApiTokenMade } from '@fournil/contract/api-tokens/apiToken';
import { rights } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { newApiToken } from './apiTokens.ts';
import { unknownTokensPerMinute } from './unknownTokens.ts';

let server: TestServer;
let admin: Person;
let startClock: () => void;

beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  startClock = server.stopClock();
});
afterAll(async () => {
  startClock();
  await server.close();
});

const made = async () => {
  const endsAt = new Date(server.services.now().getTime() + 86_400_000).toISOString();
  const body = { name: 'ERP', rights, endsAt };
  return (await admin.post('/api-tokens', body)).expect(201) as ApiTokenMade;
};
async function machinesWith(token: string, remoteAddress: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await server.web.server.inject({ url: '/api/machines', headers, remoteAddress });
  return { status: answer.statusCode, retryAfterSeconds: Number(answer.headers['retry-after']) };
}
async function tooManyFrom(address: string, token: () => string) {
  for (let tries = 1; tries <= unknownTokensPerMinute; tries += 1)
    expect((await machinesWith(token(), address)).status).toBe(401);
}

describe('SEC-03 API tokens that do not exist', () => {
  it.each([
    ['a right checksum', newApiToken],
    ['a wrong one', () => 'fournil_wrong'],
  ])('and have %s are refused unread for the rest of the minute, for their address only', async (_which, token) => {
    const [here, there] = token === newApiToken ? ['192.0.2.1', '192.0.2.2'] : ['192.0.2.3', '192.0.2.4'];
    await tooManyFrom(here, token);
    const refused = await machinesWith(token(), here);
    expect(refused.status).toBe(429);
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
    expect((await machinesWith(token(), there)).status).toBe(401);
    expect((await machinesWith((await made()).token, here)).status).toBe(429);
    server.advance(refused.retryAfterSeconds);
    expect((await machinesWith((await made()).token, here)).status).toBe(200);
  });

  it('shut no program out that has called with a token that exists within the last hour', async () => {
    const [one, address] = [await made(), '192.0.2.5'];
    expect((await machinesWith(one.token, address)).status).toBe(200);
    await tooManyFrom(address, newApiToken);
    expect((await machinesWith(one.token, address)).status).toBe(200);
  });

  it('are not those that were revoked, which their programs go on sending', async () => {
    const [old, one] = [await made(), await made()];
    (await admin.delete(`/api-tokens/${old.id}`)).expect(204);
    await tooManyFrom('192.0.2.6', () => old.token);
    expect((await machinesWith(one.token, '192.0.2.6')).status).toBe(200);
  });
});
