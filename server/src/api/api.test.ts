import { downTopics, upTopics } from '@fournil/contract/machine-link/topics';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { servePage } from '../app/page.ts';
import { apiAs } from '../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aProgram, type Person } from '../testing/builders.ts';
import { aPairedMachine, connectOven } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer({ SECURITY_CONTACT: 'safety@maker.test' });
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

const nobody = () => apiAs(server, null);

describe('LNK-01, API-05 the published documents', () => {
  it('contain every topic of the machine link with a schema of its message', async () => {
    const { channels, operations, components, servers } = (await nobody().get('/asyncapi.json')).body;
    expect(Object.keys(channels).sort()).toEqual([...upTopics, ...downTopics].sort());
    expect(servers.broker.protocol).toBe('mqtts');
    for (const topic of upTopics) {
      expect(operations[topic].action).toBe('send');
      expect(components.messages[topic].payload.type).toBe('object');
    }
    expect(components.messages.activities.payload.properties.entries.items.required).toEqual(
      expect.arrayContaining(['id', 'at', 'type']),
    );
  });

  it('SEC-06 are built once, not at each call', async () => {
    const before = (await nobody().get('/openapi.json')).body;
    const written = vi.spyOn(JSON, 'stringify');
    for (const path of ['/openapi.json', '/asyncapi.json', '/docs.jsonld', '/programs/prog.schema.json']) {
      const [one, other] = [await nobody().get(path), await nobody().get(path)];
      expect([one.status, one.headers['content-type'], one.body], path).toEqual([
        200,
        expect.stringContaining('json'),
        other.body,
      ]);
    }
    written.mockClear();
    expect((await nobody().get('/openapi.json')).body).toEqual(before);
    for (const path of ['/asyncapi.json', '/docs.jsonld', '/programs/prog.schema.json']) await nobody().get(path);
    expect(written.mock.calls.filter(([value]) => typeof value === 'object')).toEqual([]);
    written.mockRestore();
  });

  it('contain every call of the API', async () => {
    const { openapi, paths } = (await nobody().get('/openapi.json')).body;
    expect(openapi).toMatch(/^3\.1/);
    const known = Object.keys(paths).map((path) => path.replace(/\/$/, ''));
    for (const { url } of server.web.calls.filter(({ schema }) => !schema?.hide))
      expect(known).toContain(url.replace(/:(\w+)/g, '{$1}').replace(/\/$/, ''));
    expect(paths['/api/machines'].post.requestBody).toBeDefined();
  });
});

describe('SEC-06 the charset of a body:', () => {
  const send = (type: string, payload: Buffer) =>
    server.web.server.inject({
      method: 'POST',
      url: '/api/tags',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': type },
      payload,
    });
  const name = (text: string) => JSON.stringify({ name: text });

  it.each([
    ['application/json; charset=utf-16le', Buffer.from(name('Épi'), 'utf16le')],
    ['application/ld+json;charset="ISO-8859-1"', Buffer.from(name('Épi'), 'latin1')],
    ['application/json; charset=windows-1252', Buffer.from(name('Epi'))],
    ['application/json', Buffer.from(name('Épi'), 'latin1')],
    ['application/ld+json; charset=utf-8', Buffer.from(name('Épi'), 'latin1')],
  ])('%s is refused, because the text would be read wrongly', async (type, body) => {
    const answer = await send(type, body);
    expect([answer.statusCode, answer.json().detail]).toEqual([415, expect.stringContaining('UTF-8')]);
    expect((await admin.get('/tags')).body['hydra:totalItems']).toBe(0);
  });

  it.each(['application/json; charset=UTF-8', 'application/ld+json; charset="utf-8"', 'application/json;charset=utf8'])(
    '%s is accepted',
    async (type) => {
      const answer = await send(type, Buffer.from(name(`Épi ${type}`)));
      expect([answer.statusCode, answer.json().name]).toEqual([201, `Épi ${type}`]);
    },
  );
});

test('MAC-04 a machine has the fields of the documents, and its specifications from its model', async () => {
  const { machine, credentials } = await aPairedMachine(server, admin, {
    timezone: 'Europe/Paris',
    description: 'By the window',
  });
  const oven = await connectOven(credentials);
  await oven.birth({ softwareVersion: '4.3.0', model: 'sole-3-12' });
  expect((await admin.get(`/machines/${machine.id}`)).body).toMatchObject({
    description: 'By the window',
    timezone: 'Europe/Paris',
    softwareVersion: '4.3.0',
    model: 'Sole 3-12',
    type: 'electric',
    format: '3 × 1.2 m²',
    specifications: { capacity: '48 baguettes', energyKilowatts: 31 },
    active: true,
    structure: null,
  });
  await oven.close();
});

test('API-04 the number of records to approve is the total of approved=false', async () => {
  const mine = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  await aMachine(mine);
  await aProgram(mine, { approved: false });
  await aProgram(mine);
  for (const resource of ['machines', 'programs'])
    expect((await mine.get(`/${resource}?approved=false&itemsPerPage=1`)).body['hydra:totalItems']).toBe(1);
  expect((await mine.get('/home')).body).toMatchObject({
    machinesToBeApproved: 1,
    programsToBeApproved: 1,
    programsApproved: 1,
    machines: 1,
  });
});

test('HOM-04 the maker’s staff see numbers of all organisations and no client’s objects', async () => {
  const technician = await aPerson(server, 'technician', null);
  const fleet = (await technician.get('/home/fleet')).body;
  expect(fleet.organisations).toBeGreaterThanOrEqual(2);
  expect(fleet.machines).toBeGreaterThanOrEqual(2);
  expect(fleet.softwareVersions).toContainEqual({ version: '4.3.0', machines: 1 });
  expect((await technician.get('/machines')).status).toBe(403);
});

test('every answer has the security headers, and a refusal contains no internal detail', async () => {
  for (const path of ['/machines', '/nowhere', '/health']) {
    const { headers, body } = await nobody().get(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['strict-transport-security']).toMatch(/max-age=31536000/);
    expect(headers['server']).toBeUndefined();
    expect(JSON.stringify(body)).not.toMatch(/select |stack|node_modules|\.ts\b/i);
  }
  const { headers } = await nobody().get('/machines', { origin: 'https://evil.test' });
  expect(headers['access-control-allow-origin']).toBeUndefined();
});

test('RUN-07 security.txt names the contact for reports', async () => {
  const answer = await server.web.server.inject('/.well-known/security.txt');
  expect(answer.body).toContain('Contact: mailto:safety@maker.test');
});

test.each([
  ['safety@maker.test', 'Contact: mailto:safety@maker.test\n'],
  ['mailto:safety@maker.test', 'Contact: mailto:safety@maker.test\n'],
  ['https://maker.test/@safety', 'Contact: https://maker.test/@safety\n'],
])('RUN-07 security.txt writes the contact %s as an address with its scheme', async (securityContact, line) => {
  const app = Fastify();
  await servePage(app, { ...server.services.config, securityContact });
  expect((await app.inject('/.well-known/security.txt')).body).toContain(line);
  await app.close();
});

test('GEN-09 an unknown address answers 404, whatever its form', async () => {
  for (const path of ['/.env', '/.git/HEAD', '/assets/../../package.json', '/metrics', '/index.html%00']) {
    expect((await server.web.server.inject(path)).statusCode, path).toBe(404);
  }
});

test.each([
  ['brackets', '['.repeat(900_000)],
  ['fields', JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [index, 1])))],
  ['entries', JSON.stringify({ ids: Array(300_000).fill(1) })],
])('SEC-06 a megabyte of %s is refused before it is parsed', async (_what, body) => {
  const answer = await admin.post('/tags', body);
  expect([answer.status, answer.body.detail]).toEqual([
    400,
    'This request holds more than 2500 values, or goes deeper than 32 levels.',
  ]);
});

test('SEC-06 of a body with many mistakes the first hundred are named', async () => {
  const answer = await admin.post(
    '/machines',
    Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`x${index}`, 1])),
  );
  expect([answer.status, answer.body.violations.length]).toEqual([422, 100]);
});
