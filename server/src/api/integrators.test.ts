import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { EventSource } from 'eventsource';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '../kit/ids.ts';
import { apiAs } from '../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aProgram, type Person } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let admin: Person;
let machineId: string;
const erp = 'https://erp.bakery.example';

beforeAll(async () => {
  server = await openTestServer({ API_ORIGINS: `${erp}, http://localhost:3000`, API_CALLS_PER_MINUTE: '200' });
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  ({ id: machineId } = await aMachine(admin));
  for (let index = 0; index < 5; index += 1) await aProgram(admin);
});
afterAll(() => server.close());

const in20Days = () => new Date(Date.now() + 20 * 86_400_000).toISOString();
const text = { en: 'On trial', fr: 'À l’essai' };
const aModel = {
  ...{ code: 'sole-on-trial', category: 'deck', name: 'On trial', hardwareRevisions: [] },
  ...{ format: text, capacity: text, type: 'electric', energyKilowatts: 1, steamTankCentilitres: 0 },
};
const raw = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'OPTIONS' = 'GET') =>
  server.web.server.inject({ method, url, headers: { authorization: `Bearer ${admin.token}`, ...headers } });

describe('INT-06 answers', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('are compressed as %s where the reader accepts it, lists and CSV alike', async (encoding, unpack) => {
    for (const url of ['/api/programs', '/api/openapi.json', '/api/history.csv']) {
      const plain = await raw(url);
      const packed = await raw(url, { 'accept-encoding': encoding });
      expect([url, packed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual([
        url,
        encoding,
        undefined,
      ]);
      expect(String(packed.headers['vary']).toLowerCase()).toContain('accept-encoding');
      if (!url.endsWith('.csv')) expect(unpack(packed.rawPayload).toString()).toBe(plain.body);
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      const tag = packed.headers['etag'];
      if (tag) expect((await raw(url, { 'accept-encoding': encoding, 'if-none-match': tag })).statusCode).toBe(304);
    }
  });

  it('say how many calls are left, and refuse those beyond with Retry-After', async () => {
    const busy = await aPerson(server, 'clientAdmin', admin.organisationId);
    // All calls are of one minute, also on a slow computer or at the end of a minute.
    onTestFinished(server.stopClock());
    const first = await busy.get('/tags');
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"calls";q=200;w=60',
      ratelimit: expect.stringMatching(/^"calls";r=199;t=\d+$/),
    });
    await Promise.all(Array.from({ length: 199 }, () => busy.get('/tags')));
    const refused = await busy.get('/tags');
    expect([refused.status, refused.headers['ratelimit']]).toEqual([429, expect.stringContaining(';r=0;')]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await admin.get('/tags')).status).toBe(200);
    // A call that is refused counts too.
    expect((await busy.get('/software_updates')).status).toBe(429);
    server.advance(61);
    const forbidden = await busy.get('/software_updates');
    expect([forbidden.status, forbidden.headers['ratelimit']]).toEqual([403, expect.stringContaining(';r=199;')]);
    server.advance(61);
    expect((await busy.get('/tags')).status).toBe(200);
  });

  it('may be read by pages of the origins in the setting, and of no other', async () => {
    const preflight = (origin: string) =>
      raw(
        '/api/machines',
        { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization,if-match' },
        'OPTIONS',
      );
    const allowed = await preflight(erp);
    expect([allowed.statusCode, allowed.headers['access-control-allow-origin']]).toEqual([204, erp]);
    expect(allowed.headers['access-control-allow-headers']).toContain('Authorization');
    expect((await raw('/api/machines', { origin: erp })).headers).toMatchObject({
      'access-control-allow-origin': erp,
      'access-control-expose-headers': expect.stringContaining('ETag'),
      vary: expect.stringContaining('Origin'),
    });
    const exposed = String((await raw('/api/machines', { origin: erp })).headers['access-control-expose-headers']);
    expect(exposed.split(', ')).toEqual(expect.arrayContaining(['Idempotent-Replayed', 'WWW-Authenticate']));
    for (const origin of ['https://evil.example', 'http://erp.bakery.example', `${erp}.evil.example`, 'null']) {
      expect((await preflight(origin)).headers['access-control-allow-origin'], origin).not.toBe(origin);
      expect((await raw('/api/machines', { origin })).headers['access-control-allow-origin'], origin).not.toBe(origin);
    }
    expect((await raw('/api/machines', { origin: erp })).headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('are problem documents also for addresses that are too long, and headers that are too large', async () => {
    const long = await raw(`/api/tags/${'a'.repeat(300)}`);
    expect([long.statusCode, long.headers['content-type'], long.json().detail]).toEqual([
      414,
      expect.stringContaining('application/problem+json'),
      'This address is too long.',
    ]);
    const large = await fetch(`${server.url}/api/tags?q=${'a'.repeat(20_000)}`);
    expect([
      large.status,
      large.headers.get('content-type'),
      ((await large.json()) as { status: number }).status,
    ]).toEqual([431, expect.stringContaining('application/problem+json'), 431]);
  });
});

describe('INT-06 a CSV file for programs', () => {
  it('has the same names and values in every language', async () => {
    const french = await aPerson(server, 'clientAdmin', admin.organisationId);
    await server.ownerQuery(`update users set "countryCode" = 'FR' where id = $1`, [french.userId]);
    await server.ownerQuery(
      `insert into activities (id, "reportId", "machineId", "organisationId", at, type, mode)
         select gen_random_uuid(), gen_random_uuid(), id, "organisationId", '2026-05-01T10:00:00.5Z', 'ProgramEnd', 'done' from machines where id = $1`,
      [machineId],
    );
    for (const [path, head] of [
      [`/machines/${machineId}/activities.csv`, 'machineId,machine,serialNumber,at,type,program,mode,saidAt'],
      [
        '/machines/usage.csv?kind=errors',
        'machineId,machine,serialNumber,code,dateStart,dateEnd,durationSeconds,saidAt',
      ],
      ['/access-review.csv', 'id,fullName,email,kind,state,'],
      [`/history/machine/${machineId}/full.csv`, 'dateEvent,person,master,typeEvent,'],
    ] as const) {
      const of = async (person: Person, format: string) =>
        (await person.get(`${path}${path.includes('?') ? '&' : '?'}format=${format}`)).expect(200) as string;
      const text = await of(admin, 'keys');
      expect(text.startsWith(head), text.slice(0, 200)).toBe(true);
      expect((await of(french, 'keys')).split('\r\n')[0]).toBe(text.split('\r\n')[0]);
      expect((await of(french, 'words')).startsWith(head)).toBe(false);
    }
    const activities = String((await admin.get(`/machines/${machineId}/activities.csv?format=keys`)).body);
    expect(activities).toContain(',2026-05-01T10:00:00.500Z,ProgramEnd,,done,');
    expect((await admin.get('/access-review.csv?format=xml')).body.violations[0].propertyPath).toBe('format');
  });
});

describe('INT-06 the live stream', () => {
  it('has one Content-Type and one Cache-Control, and npm’s eventsource reads it', async () => {
    const types: (string | null)[] = [];
    const source = new EventSource(`${server.url}/api/live`, {
      fetch: async (url, init) => {
        const answer = await fetch(url, {
          ...init,
          headers: { ...init.headers, Authorization: `Bearer ${admin.token}` },
        });
        types.push(answer.headers.get('content-type'), answer.headers.get('cache-control'));
        return answer;
      },
    });
    await new Promise((resolve, reject) => {
      source.onopen = resolve;
      source.onerror = reject;
    });
    const told = new Promise<MessageEvent>((resolve) => {
      source.addEventListener('tags', resolve);
    });
    (await admin.post('/tags', { name: 'Told' })).expect(201);
    expect(JSON.parse((await told).data)).toMatchObject({ resource: 'tags' });
    expect(types).toEqual(['text/event-stream; charset=utf-8', 'no-store']);
    source.close();
  });
});

describe('INT-06 RFC 9110', () => {
  it('deletes a record only in the version that If-Match names', async () => {
    const superAdmin = await aPerson(server, 'superAdmin', null);
    const made = async (path: string, body: object) => (await admin.post(path, body)).expect(201) as { id: string };
    const rights = ['ROLE_TAG_ACCESS'];
    const { userId } = await aPerson(server, 'user', admin.organisationId);
    const records: [Person, string, object][] = [
      [admin, `/tags/${(await made('/tags', { name: 'Rye' })).id}`, { name: 'Spelt' }],
      [admin, `/structures/${(await made('/structures', { name: 'Lyon' })).id}`, { name: 'Lyon 2' }],
      [admin, `/programs/${(await aProgram(admin)).id}`, { name: 'Once more' }],
      [admin, `/machines/${(await aMachine(admin)).id}?deletePrograms=0`, { name: 'Once more' }],
      [admin, `/users/${userId}`, { firstName: 'Once' }],
      [admin, `/rights-templates/${(await made('/rights-templates', { name: 'Bakers', rights })).id}`, { name: 'B' }],
      [
        admin,
        `/api-tokens/${(await made('/api-tokens', { name: 'T', rights, endsAt: in20Days() })).id}`,
        { name: 'Once more' },
      ],
      [
        admin,
        `/webhooks/${(await made('/webhooks', { url: 'https://erp.example/', events: ['fault.began'] })).id}`,
        { description: 'Once more' },
      ],
      [
        superAdmin,
        `/models/${(await superAdmin.post('/models', aModel)).expect(201) && aModel.code}`,
        { name: 'Once more' },
      ],
    ];
    for (const [person, path, change] of records) {
      const record = path.split('?')[0] ?? '';
      const before = (await person.get(record)).headers['etag'] as string;
      const changed = await person.put(record, change);
      expect([record, changed.status]).toEqual([record, 200]);
      for (const condition of [before, 'rubbish', '"-1"', '"1", "2"']) {
        const stale = await person.delete(path, { 'if-match': condition });
        expect([record, condition, stale.status]).toEqual([record, condition, 412]);
      }
      const now = (await person.get(record)).headers['etag'] as string;
      expect([record, now]).not.toEqual([record, before]);
      const right = await person.delete(path, { 'if-match': now });
      expect([record, right.status]).toEqual([record, 204]);
    }
  });

  it('does not answer 412 for what the caller does not see, whatever If-Match says', async () => {
    const document = (await apiAs(server, null).get('/openapi.json')).body as {
      paths: Record<string, Record<string, { parameters?: { name: string }[] }>>;
    };
    const superAdmin = await aPerson(server, 'superAdmin', null);
    const conditional = Object.entries(document.paths).flatMap(([path, calls]) =>
      Object.entries(calls)
        .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'If-Match'))
        .map(([method]) => [method.toUpperCase(), path.replace('/api', '').replace(/\{\w+\}/, newId())] as const)
        .filter(([, address]) => !address.endsWith('/profile')),
    );
    expect(conditional.length).toBeGreaterThan(15);
    const rubbish = { 'if-match': 'rubbish' };
    for (const [method, address] of conditional) {
      const query = address.includes('machines') && method === 'DELETE' ? '?deletePrograms=0' : '';
      const answers = await Promise.all(
        [admin, superAdmin].map((who) =>
          method === 'PUT' ? who.put(address, {}, rubbish) : who.delete(`${address}${query}`, rubbish),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect([method, address, statuses]).not.toEqual([method, address, expect.arrayContaining([412])]);
      if (method === 'DELETE') expect([address, statuses]).toEqual([address, expect.arrayContaining([404])]);
    }
  });

  it('names the methods of an address, and how a caller can say who they are', async () => {
    const other = await admin.call('PATCH', `/tags/${machineId}`);
    expect([other.status, other.headers['allow']]).toEqual([405, 'DELETE, GET, HEAD, PUT']);
    expect((await admin.call('PATCH', '/nothing/of-this-name')).status).toBe(404);
    const challenge = async (token: string | null, path = '/tags') =>
      (await apiAs(server, token).get(path)).headers['www-authenticate'];
    expect(await challenge(null)).toBe('Bearer');
    expect(await challenge('ended')).toBe('Bearer error="invalid_token"');
    expect(await challenge(null, `/ddi/fournil/controller/v1/${machineId}`)).toBe('TargetToken');
  });
});

describe('INT-04 a program with a token', () => {
  it('reads in the recycle bin what was deleted, and no history of the whole organisation', async () => {
    const rights = ['ROLE_TAG_ACCESS', 'ROLE_TAG_DELETE'];
    const made = await admin.post('/api-tokens', { name: 'Sync', rights, endsAt: in20Days() });
    const { token } = made.expect(201) as { token: string };
    const { id } = (await admin.post('/tags', { name: 'Deleted' })).expect(201) as { id: string };
    expect((await admin.delete(`/tags/${id}`)).status).toBe(204);
    const bin = (await apiAs(server, token).get('/recycle-bin')).expect(200) as { 'hydra:member': object[] };
    expect(bin['hydra:member'][0]).toMatchObject({ id, entity: 'tag' });
    expect((await apiAs(server, token).get('/history')).status).toBe(403);
  });

  it('reads refusals in the language that it asks for, and why its token is refused', async () => {
    const body = { name: 'ERP', rights: ['ROLE_TAG_ACCESS'], endsAt: '2026-12-31T23:00:00+01:00' };
    const { token, endsAt } = (
      await admin.post('/api-tokens', { ...body, endsAt: in20Days().replace(/\.\d+Z/, '+00:00') })
    ).body as { token: string; endsAt: string };
    expect(endsAt).toMatch(/\.000Z$/);
    const detail = async (language: string | null, bearer = token) =>
      (
        await server.web.server.inject({
          method: 'GET',
          url: `/api/tags/${machineId}`,
          headers: { authorization: `Bearer ${bearer}`, ...(language ? { 'accept-language': language } : {}) },
        })
      ).json().detail;
    expect(await detail(null)).toBe('404, not found.');
    expect(await detail('fr-FR,fr;q=0.9')).toBe('404, introuvable.');
    expect(await detail('de-CH, en;q=0.2, fr-CH;q=0.8')).toBe('404, introuvable.');
    expect(await detail('fr;q=0, de')).toBe('404, not found.');
    expect(await detail('en')).toBe('404, not found.');
    expect(await detail(null, `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`)).toBe(
      'This API token does not exist.',
    );
  });
});

describe('INT-06 a machine’s update interface', () => {
  it('is at the address of this product’s tenant only', async () => {
    const answer = await apiAs(server, null).get(`/ddi/someone/controller/v1/${machineId}`);
    expect(answer.status).toBe(404);
    expect((await apiAs(server, null).get(`/ddi/fournil/controller/v1/${machineId}`)).status).toBe(401);
  });
});
