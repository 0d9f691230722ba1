import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Api, apiAs } from '../../testing/api.ts';
import { anOrganisation, aPerson, aProgram, aStructure, type Person, password } from '../../testing/builders.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { longestWorkMilliseconds } from './idempotency.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

const post = (who: Api, path: string, body: unknown, key: string) => who.post(path, body, { 'idempotency-key': key });
const shown = ({ status, body, headers }: Answer) => ({
  status,
  body,
  type: headers['content-type'],
  etag: headers['etag'],
  location: headers['location'],
});
const count = async (table: string, where = 'true') =>
  (await server.ownerQuery<{ count: number }>(`select count(*)::int from "${table}" where ${where}`))[0]?.count;

interface Named {
  id: string;
}
interface Call {
  what: string;
  table: string;
  path: string;
  body: () => Promise<object>;
}
const calls: Call[] = [
  { what: 'a tag', table: 'tags', path: '/tags', body: async () => ({ name: `Tag ${randomUUID()}` }) },
  { what: 'a structure', table: 'structures', path: '/structures', body: async () => ({ name: 'Shop' }) },
  {
    what: 'a machine',
    table: 'machines',
    path: '/machines',
    body: async () => ({ name: 'Oven', serialNumber: randomUUID().slice(0, 20), pin: '1234', category: 'deck' }),
  },
  {
    what: 'a user',
    table: 'users',
    path: '/users',
    body: async () => ({
      email: `${randomUUID()}@key.test`,
      firstName: 'A',
      lastName: 'B',
      society: 'S',
      street: 's',
      zipcode: '1',
      city: 'c',
      country: 'FR',
      countryCode: 'EN',
      temperatureUnitPreference: 'C',
    }),
  },
];

describe('SEC-08 a POST with an Idempotency-Key', () => {
  it.each(calls)(
    'creates $what once, however often it is sent, and returns the same answer each time',
    async ({ table, path, body }) => {
      const [sent, key, before] = [await body(), randomUUID(), (await count(table)) ?? 0];
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(admin, path, sent, key)));
      expect(answers[0]?.status).toBe(201);
      expect(new Set(answers.map((answer) => JSON.stringify(shown(answer)))).size).toBe(1);
      expect(await count(table)).toBe(before + 1);
      const later = await post(admin, path, sent, key);
      expect(shown(later)).toEqual(shown(answers[0] as Answer));
      expect(later.headers['idempotent-replayed']).toBe('true');
    },
  );

  it('imports a file once', async () => {
    const program = await aProgram(admin);
    const file = (await admin.get(`/programs/${program.id}/export`)).body;
    const sent = { files: [{ name: 'one.prog', content: typeof file === 'string' ? file : JSON.stringify(file) }] };
    const [key, before] = [randomUUID(), (await count('programs')) ?? 0];
    const answers = await Promise.all([1, 2, 3].map(() => post(admin, '/programs/import', sent, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(shown(answer)))).size).toBe(1);
    expect([answers[0]?.status, await count('programs')]).toEqual([200, before + 1]);
  });

  it('registers one account for a caller without a session', async () => {
    const nobody = apiAs(server, null);
    const sent = {
      email: `${randomUUID()}@key.test`,
      password,
      firstName: 'A',
      lastName: 'B',
      countryCode: 'EN',
      society: 'S',
      timezone: 'UTC',
      street: 's',
      zipcode: '1',
      city: 'c',
      country: 'FR',
    };
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(nobody, '/register', sent, key)));
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
    expect(answers[0]?.status).toBeLessThan(300);
    expect(await count('users', `email = '${sent.email}'`)).toBe(1);
  });

  it('with another body under the same key is refused with the header’s name, and does nothing', async () => {
    const key = randomUUID();
    expect((await post(admin, '/tags', { name: `First ${key}` }, key)).status).toBe(201);
    const other = await post(admin, '/tags', { name: `Second ${key}` }, key);
    expect([other.status, other.body.violations[0]]).toEqual([
      422,
      expect.objectContaining({ propertyPath: 'Idempotency-Key', key: 'custom.validation.keyReused' }),
    ]);
    expect((await post(admin, '/structures', { name: `First ${key}` }, key)).status).toBe(422);
    expect(await count('tags', `name = 'Second ${key}'`)).toBe(0);
    for (const broken of ['', 'ü', 'a'.repeat(256), 'two words'])
      expect((await post(admin, '/tags', { name: 'x' }, broken)).status).toBe(400);
  });

  it('can be repeated after a refusal, has keys of its own per caller, and is forgotten after a day', async () => {
    const [key, name] = [randomUUID(), `Taken ${randomUUID()}`];
    const serialNumber = randomUUID().slice(0, 20);
    const oven = { name, serialNumber, pin: '1234', category: 'deck' };
    const first = (await admin.post('/machines', oven)).body;
    expect((await post(admin, '/machines', oven, key)).status).toBe(422);
    (await admin.delete(`/machines/${first.id}?deletePrograms=0`)).expect(204);
    expect((await post(admin, '/machines', oven, key)).status).toBe(201);
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const theirs = await post(stranger, '/tags', { name }, key);
    expect([theirs.status, theirs.headers['idempotent-replayed']]).toEqual([201, undefined]);

    const tag = { name: `Daily ${randomUUID()}` };
    const daily = randomUUID();
    (await post(admin, '/tags', tag, daily)).expect(201);
    await server.ownerQuery(
      `update "idempotencyKeys" set "createdAt" = "createdAt" - interval '25 hours' where key = $1`,
      [daily],
    );
    expect((await post(admin, '/tags', tag, daily)).headers['idempotent-replayed']).toBeUndefined();
  });

  it('stores its key in the transaction of its work: work whose answer was lost is not done again', async () => {
    const [key, tag] = [randomUUID(), { name: `Lost ${randomUUID()}` }];
    (await post(admin, '/tags', tag, key)).expect(201);
    // The row as left by a server that was killed between the commit and its answer.
    await server.ownerQuery(`update "idempotencyKeys" set answer = null, status = null where key = $1`, [key]);
    await server.ownerQuery(
      `update "idempotencyKeys" set "createdAt" = "createdAt" - $2 * interval '1 ms' where key = $1`,
      [key, longestWorkMilliseconds],
    );
    const repeated = await post(admin, '/tags', tag, key);
    expect([repeated.status, repeated.body.detail]).toEqual([409, expect.stringContaining('done already')]);
    expect(await count('tags', `name = '${tag.name}'`)).toBe(1);
    // Work that fails within its transaction leaves no key.
    await server.ownerQuery(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '57P01';
        end $$`,
    );
    await server.ownerQuery('create trigger fail before insert on tags for each row execute function fail()');
    const failing = randomUUID();
    expect((await post(admin, '/tags', { name: 'fails' }, failing)).status).toBe(503);
    expect(await count('idempotencyKeys', `key = '${failing}'`)).toBe(0);
  });

  it('repeated after its record was deleted or left the caller’s sight, is 404, and nothing of the record is shown', async () => {
    await server.ownerQuery('drop trigger if exists fail on tags');
    const baker = await aPerson(server, 'user', organisation, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    const [mine, theirs] = [
      await aStructure(server, admin, 'Mine', { related: baker }),
      await aStructure(server, admin, 'Theirs'),
    ];
    const [made, connected, tagged] = [randomUUID(), randomUUID(), randomUUID()];
    const serialNumber = randomUUID().slice(0, 20);
    const oven = { name: 'Secret oven', serialNumber, pin: '1234', category: 'deck', structure: mine };
    const { id } = (await post(baker, '/machines', oven, made)).expect(201) as Named;
    const window = (await post(baker, `/machines/${id}/connect`, undefined, connected)).status;
    expect((await post(baker, '/machines', oven, made)).status).toBe(201);
    const tag = { name: `Kept ${randomUUID()}` };
    const { id: tagId } = (await post(baker, '/tags', tag, tagged)).expect(201) as Named;

    (await admin.put(`/machines/${id}`, { structure: theirs })).expect(200);
    (await admin.delete(`/tags/${tagId}`)).expect(204);
    expect(window).toBe(200);
    const repeated = [
      await post(baker, '/machines', oven, made),
      await post(baker, `/machines/${id}/connect`, undefined, connected),
      await post(baker, '/tags', tag, tagged),
    ];
    expect(repeated.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(JSON.stringify(repeated.map(({ body }) => body))).not.toContain('Secret oven');
  });

  it('stores no answer in plain text', async () => {
    const key = randomUUID();
    const name = `Sealed ${randomUUID()}`;
    await server.ownerQuery('drop trigger if exists fail on tags');
    (await post(admin, '/tags', { name }, key)).expect(201);
    const [row] = await server.ownerQuery<{ answer: string }>('select answer from "idempotencyKeys" where key = $1', [
      key,
    ]);
    expect(row?.answer.length).toBeGreaterThan(50);
    expect(Buffer.from(row?.answer ?? '', 'base64').toString()).not.toContain(name);
  });
});

describe('SEC-08 a POST that is repeated while the first one still runs', () => {
  let hasty: TestServer;
  let baker: Person;
  let other: pg.Client;
  beforeAll(async () => {
    hasty = await openTestServer({}, undefined, { keyPatienceMilliseconds: 100 });
    baker = await aPerson(hasty, 'clientAdmin', await anOrganisation(hasty), { language: 'FR' });
    other = new pg.Client({ connectionString: hasty.databaseUrl });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await hasty.close();
  });
  const isTold = ({ status, headers, body }: Answer) => {
    expect([status, headers['retry-after'], body.retryAfterSeconds]).toEqual([409, '5', 5]);
    expect(body.detail).toBe('L’opération est toujours en cours. Veuillez réessayer dans un instant.');
  };

  it('gets a conflict on the same server, and later the first one’s answer', async () => {
    const [key, tag] = [randomUUID(), { name: 'Slow' }];
    await other.query('begin; lock table tags in exclusive mode');
    const first = post(baker, '/tags', tag, key);
    await expect
      .poll(async () => (await hasty.ownerQuery('select from pg_locks where not granted')).length)
      .toBeGreaterThan(0);
    isTold(await post(baker, '/tags', tag, key));
    expect((await post(baker, '/tags', { name: 'Other' }, key)).status).toBe(422);
    await other.query('commit');
    expect((await first).status).toBe(201);
    expect(shown(await post(baker, '/tags', tag, key))).toEqual(shown(await first));
  });

  it('gets a conflict on another server, and later a conflict that says that it was already done', async () => {
    const [key, tag] = [randomUUID(), { name: 'Elsewhere' }];
    await claimedElsewhere(tag, key);
    isTold(await post(baker, '/tags', tag, key));
    await other.query('commit');
    isTold(await post(baker, '/tags', tag, key));
    hasty.advance(longestWorkMilliseconds / 1000 + 1);
    const late = await post(baker, '/tags', tag, key);
    expect([late.status, late.headers['retry-after']]).toEqual([409, undefined]);
    expect(late.body.detail).toMatch(/déjà été fait/);
  });

  it('can be sent again at once when the first one failed before it did anything', async () => {
    const [key, tag] = [randomUUID(), { name: 'Given up' }];
    await claimedElsewhere(tag, key);
    isTold(await post(baker, '/tags', tag, key));
    await other.query('rollback');
    expect((await post(baker, '/tags', tag, key)).status).toBe(201);
  });

  /**
   * Writes the key as another server with an open transaction does, with this server's fingerprint of the same body.
   */
  async function claimedElsewhere(body: object, key: string): Promise<void> {
    const own = randomUUID();
    (await post(baker, '/tags', body, own)).expect(201);
    await other.query('begin');
    const { rowCount } = await other.query(
      `insert into "idempotencyKeys" (who, key, fingerprint, "createdAt")
       select $1, $2, fingerprint, now() from "idempotencyKeys" where key = $3`,
      [`${baker.userId} `, key, own],
    );
    expect(rowCount).toBe(1);
  }
});
