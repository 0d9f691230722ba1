import { setTimeout as wait } from 'node:timers/promises';
import type { ApiTokenMade, ApiTokenView } from '@fournil/contract/api-tokens/apiToken';
import { rights as everyRight, type Right } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs } from '../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person } from '../testing/builders.ts';
import { mailsTo } from '../testing/mailbox.ts';
import { eventually } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { tellEndingTokens } from './tellEnding.ts';

let server: TestServer;
let organisation: string;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server, 'Levain');
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

const inDays = (days: number) => new Date(server.services.now().getTime() + days * 86_400_000).toISOString();
const fields = (over: object = {}) => ({ name: 'ERP of Levain', rights: everyRight, endsAt: inDays(30), ...over });
const made = async (over: object = {}, who: Person = admin) =>
  (await who.post('/api-tokens', fields(over))).expect(201) as ApiTokenMade;
const program = ({ token }: ApiTokenMade, at: TestServer = server) => apiAs(at, token);
const without = (...these: Right[]) => everyRight.filter((right) => !these.includes(right));

describe('INT-04 an API token', () => {
  it('is in one answer only, and the database contains its hash', async () => {
    const { token, ...view } = await made();
    expect(token).toMatch(/^fournil_[0-9A-Za-z]{46}$/);
    expect(view).toMatchObject({ name: 'ERP of Levain', ending: token.slice(-4), state: 'active', lastUsedAt: null });
    const read = [
      await admin.get(`/api-tokens/${view.id}`),
      await admin.get('/api-tokens'),
      await admin.get('/history'),
    ];
    expect(read.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(JSON.stringify(read.map(({ body }) => body))).not.toContain(token);
    for (const table of ['apiTokens', 'historyEvents', 'idempotencyKeys'])
      expect(JSON.stringify(await server.ownerQuery(`select * from "${table}"`)), table).not.toContain(token);
  });

  it('is not answered again to the same call with the same key', async () => {
    const headers = { 'Idempotency-Key': 'make-one-token-0001' };
    const body = fields({ name: 'Once' });
    (await admin.post('/api-tokens', body, headers)).expect(201);
    const again = await admin.post('/api-tokens', body, headers);
    expect([again.status, JSON.stringify(again.body).includes('fournil_')]).toEqual([409, false]);
    expect((await admin.get('/api-tokens?q=Once')).body['hydra:totalItems']).toBe(1);
    expect(
      await server.ownerQuery(`select from "idempotencyKeys" where answer is not null and key = 'make-one-token-0001'`),
    ).toEqual([]);
  });

  it('is accepted as a bearer token only, and only with its checksum', async () => {
    const one = await made();
    expect((await program(one).get('/machines')).status).toBe(200);
    const nobody = apiAs(server, null);
    for (const headers of [
      { cookie: `token=${one.token}` },
      { 'x-access-token': one.token },
      { authorization: `Basic ${Buffer.from(`x:${one.token}`).toString('base64')}` },
      { authorization: `Bearer ${one.token.toLowerCase()}` },
      { authorization: `Bearer ${one.token.slice(0, -1)}${one.token.endsWith('a') ? 'b' : 'a'}` },
    ] as Record<string, string>[])
      expect((await nobody.get('/machines', headers)).status).toBe(401);
    expect((await nobody.get(`/machines?token=${one.token}`)).status).toBe(401);
  });

  it('does what a user with its rights may do, and is refused the rest', async () => {
    const one = program(await made({ rights: without('ROLE_TAG_DELETE', 'ROLE_MACHINE_CREATE') }));
    const tag = (await one.post('/tags', { name: 'From the ERP' })).expect(201) as { id: string };
    expect((await one.delete(`/tags/${tag.id}`)).status).toBe(403);
    expect((await one.post('/machines', {})).status).toBe(403);
    expect((await one.get('/machines')).status).toBe(200);
  });

  it('sees the structures that it was given, with those below, and no program of its maker that waits', async () => {
    const town = await aStructure(server, admin, 'Lyon');
    const shop = await aStructure(server, admin, 'Lyon Est', { parentId: town });
    const other = await aStructure(server, admin, 'Nice');
    const [inside, outside, loose] = [
      await aMachine(admin, { structure: shop }),
      await aMachine(admin, { structure: other }),
      await aMachine(admin),
    ];
    const waiting = await aProgram(admin, { approved: false });
    const limited = program(
      await made({
        rights: without(
          'ROLE_STRUCTURE_TOTAL_ACCESS',
          'ROLE_MACHINE_ACCESS_NO_STRUCTURE',
          'ROLE_PROGRAM_APPROVE_ACCESS',
          'ROLE_PROGRAM_APPROVE_ACTION',
        ),
        structures: [town],
      }),
    );
    const list = (await limited.get('/machines')).expect(200) as { 'hydra:member': { id: string }[] };
    expect(list['hydra:member'].map(({ id }) => id)).toEqual([inside.id]);
    expect((await limited.get('/structures')).body['hydra:totalItems']).toBe(2);
    for (const machine of [outside, loose]) expect((await limited.get(`/machines/${machine.id}`)).status).toBe(404);
    expect((await limited.put(`/machines/${inside.id}`, { name: 'Renamed by the ERP' })).status).toBe(200);
    expect((await limited.put(`/machines/${outside.id}`, { name: 'x' })).status).toBe(404);
    expect((await limited.get(`/programs/${waiting.id}`)).status).toBe(404);
    const none = program(
      await made({ rights: without('ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE') }),
    );
    expect((await none.get('/machines')).body['hydra:totalItems']).toBe(0);
  });

  it('has its own name in histories, lists of authors and refusals', async () => {
    const one = await made({ name: 'Nightly sync' });
    const oven = await aMachine(admin, { name: 'Before' });
    (await program(one).put(`/machines/${oven.id}`, { name: 'After' })).expect(200);
    const written = await aProgram({ ...admin, ...program(one) }, { name: 'From outside' });
    expect(written.createdBy).toEqual({ id: one.id, fullName: 'Nightly sync (API token)' });
    expect((await program(one).get('/users')).status).toBe(403);
    const [event] = (await admin.get(`/history/machine/${oven.id}/full`)).body['hydra:member'];
    expect(event).toMatchObject({
      typeEvent: 'update',
      actionner: { id: one.id, fullName: 'Nightly sync (API token)', kind: 'token', master: null },
      changes: [{ field: 'name', before: 'Before', after: 'After' }],
    });
    const refused = await eventually(async () => {
      const events = (await admin.get(`/history?type=refusal&actor=${one.id}`)).body['hydra:member'];
      return events.length > 0 ? events : null;
    });
    expect(refused[0]).toMatchObject({
      typeEntity: 'apiToken',
      originName: 'Nightly sync (API token)',
      refusal: { call: 'GET /api/users', status: 403 },
    });
  });

  it('shows when and from where it was last used', async () => {
    const one = await made();
    await program(one).get('/tags');
    const view = (await admin.get(`/api-tokens/${one.id}`)).body as ApiTokenView;
    expect(view).toMatchObject({ lastUsedFrom: '127.0.0.1', madeBy: { id: admin.userId } });
    expect(Math.abs(Date.parse(view.lastUsedAt ?? '') - server.services.now().getTime())).toBeLessThan(60_000);
  });
});

describe('INT-04 making a token', () => {
  it('needs an end date within a year, a right, known structures, and rights with their parents', async () => {
    const wrong = async (over: object) => (await admin.post('/api-tokens', fields(over))).body.violations?.[0];
    expect(await wrong({ endsAt: inDays(-1) })).toMatchObject({ propertyPath: 'endsAt' });
    expect(await wrong({ endsAt: inDays(367) })).toMatchObject({ key: 'custom.validation.tokenEnds' });
    expect(await wrong({ endsAt: undefined })).toMatchObject({ key: 'ra.validation.required' });
    expect(await wrong({ rights: [] })).toMatchObject({ key: 'custom.validation.tokenRights' });
    expect(await wrong({ rights: ['ROLE_TAG_CREATE'] })).toMatchObject({ key: 'custom.validation.rightParent' });
    expect(await wrong({ rights: ['ROLE_CLIENT_ADMIN'] })).toMatchObject({ propertyPath: 'rights.0' });
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const theirs = await aStructure(server, stranger, 'Theirs');
    expect(await wrong({ structures: [theirs] })).toMatchObject({
      propertyPath: 'structures.0',
      key: 'custom.validation.notFound',
    });
    expect(await wrong({ hash: 'x' })).toMatchObject({ key: 'custom.validation.unknownField' });
  });

  it('is told to every client admin by mail in their language, and so is its end, once', async () => {
    const society = await anOrganisation(server);
    const [first, french] = [
      await aPerson(server, 'clientAdmin', society),
      await aPerson(server, 'clientAdmin', society, { language: 'FR' }),
    ];
    await made({ name: 'Sync <b>', endsAt: inDays(60) }, first);
    const told = (who: Person, subject: RegExp) =>
      eventually(async () => ((await mailsTo(server, who.email)).some((text) => subject.test(text)) ? true : null));
    await told(first, /A new API token/);
    await told(french, /Un nouveau jeton d/);
    expect(await tellEndingTokens(server.services)).toBe(0);
    server.advance(50 * 86_400);
    expect(await tellEndingTokens(server.services)).toBe(1);
    expect(await tellEndingTokens(server.services)).toBe(0);
    await told(first, /An API token ends soon/);
    server.advance(-50 * 86_400);
  });

  it('is refused beyond a hundred tokens of one organisation, also when they are made at the same moment', async () => {
    const full = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    await server.ownerQuery(
      `insert into "apiTokens" (id, "organisationId", "madeById", name, hash, ending, rights, "structureIds", "endsAt")
        select gen_random_uuid(), $1, $2, 'n' || n, gen_random_uuid()::text, 'abcd', '{}', '{}', $3
        from generate_series(1, 98) n`,
      [full.organisationId, full.userId, inDays(30)],
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => full.post('/api-tokens', fields())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
  });
});

describe('INT-04 a revoked token', () => {
  it('is refused on every server from the commit on, with the reason', async () => {
    const second = await openTestServer({}, server.databaseUrl);
    const one = await made();
    const both = [program(one), program(one, second)];
    for (const server of both) expect((await server.get('/machines')).status).toBe(200);
    (await admin.delete(`/api-tokens/${one.id}`)).expect(204);
    for (const server of both) {
      const refused = await server.get('/machines');
      expect([refused.status, refused.body.detail]).toEqual([401, 'This API token was revoked.']);
    }
    (await admin.delete(`/api-tokens/${one.id}`)).expect(204);
    const events = (await admin.get('/history?entity=apiToken&type=revocation')).body['hydra:member'];
    expect(events.filter(({ originId }: { originId: string }) => originId === one.id)).toHaveLength(1);
    await second.close();
  });

  it('is one of a hundred that are revoked while their programs call two servers', async () => {
    const second = await openTestServer({}, server.databaseUrl);
    const society = await anOrganisation(server);
    const owner = await aPerson(server, 'clientAdmin', society);
    const tokens: ApiTokenMade[] = [];
    for (let count = 0; count < 100; count += 1) tokens.push(await made({ name: `Program ${count}` }, owner));
    const revoked = new Set<string>();
    let isOver = false;
    const late: string[] = [];
    let accepted = 0;
    const calling = tokens.map(async (one, index) => {
      const caller = program(one, index % 2 ? second : server);
      while (!isOver) {
        const wasRevoked = revoked.has(one.id);
        const { status } = await caller.get('/tags');
        if (status === 200) accepted += 1;
        if (wasRevoked && status !== 401) late.push(`${one.name}: ${status}`);
        // A hundred programs without a pause would leave no time for the revocations.
        await wait(20);
      }
    });
    try {
      // Twenty at a time: all of them wait for one lock.
      for (let from = 0; from < tokens.length; from += 20)
        await Promise.all(
          tokens.slice(from, from + 20).map(async ({ id }) => {
            (await owner.delete(`/api-tokens/${id}`)).expect(204);
            revoked.add(id);
          }),
        );
      await wait(200);
    } finally {
      // The programs would go on during the tests that follow.
      isOver = true;
      await Promise.all(calling);
    }
    expect([late, accepted > 0]).toEqual([[], true]);
    const list = (await owner.get('/api-tokens?state=revoked')).body['hydra:totalItems'];
    expect(list).toBe(100);
    await second.close();
  });
});

describe('INT-04 a token whose maker', () => {
  it.each([
    ['is disabled', 'update users set active = false where id = $1'],
    ['has ended', `update users set "endsAt" = now() - interval '1 second' where id = $1`],
    ['is no client admin any more', `update users set kind = 'user' where id = $1`],
    ['was deleted', 'delete from users where id = $1'],
  ])('%s is refused at once', async (_how, change) => {
    const maker = await aPerson(server, 'clientAdmin', organisation);
    const one = await made({}, maker);
    expect((await program(one).get('/machines')).status).toBe(200);
    await server.ownerQuery(change, [maker.userId]);
    const refused = await program(one).get('/machines');
    expect([refused.status, refused.body.detail]).toEqual([
      401,
      'This API token has stopped: the account of the person who made it can no longer be used.',
    ]);
    expect((await admin.get(`/api-tokens/${one.id}`)).body.state).toBe('stopped');
  });

  it('belongs to a closed organisation is refused, and one past its end date too', async () => {
    const society = await anOrganisation(server);
    const one = await made({}, await aPerson(server, 'clientAdmin', society));
    await server.ownerQuery('update organisations set "deletedAt" = now() where id = $1', [society]);
    expect((await program(one).get('/machines')).status).toBe(401);
    const short = await made({ endsAt: inDays(1) });
    server.advance(86_401);
    const refused = await program(short).get('/machines');
    expect([refused.status, refused.body.detail]).toEqual([401, 'This API token has passed its end date.']);
    server.advance(-86_401);
  });
});

describe('INT-04 the tokens of an organisation', () => {
  it('are read and revoked by its client admins and by the super admin, who makes and renames none', async () => {
    const society = await anOrganisation(server, 'Épi d’or');
    const owner = await aPerson(server, 'clientAdmin', society);
    const maker = await aPerson(server, 'superAdmin', null);
    const shop = await aStructure(server, owner, 'Nantes');
    const one = await made({ name: 'Theirs', structures: [shop] }, owner);
    const found = (await maker.get(`/api-tokens?organisation=${society}`)).body['hydra:member'];
    expect(found).toMatchObject([
      { id: one.id, society: 'Épi d’or', name: 'Theirs', structures: [{ name: 'Nantes' }] },
    ]);
    expect((await maker.post('/api-tokens', fields())).status).toBe(403);
    expect((await maker.put(`/api-tokens/${one.id}`, { name: 'x' })).status).toBe(403);
    for (const stranger of [admin, await aPerson(server, 'clientAdmin', await anOrganisation(server))]) {
      expect((await stranger.get(`/api-tokens/${one.id}`)).status).toBe(404);
      expect((await stranger.put(`/api-tokens/${one.id}`, { name: 'x' })).status).toBe(404);
      expect((await stranger.delete(`/api-tokens/${one.id}`)).status).toBe(404);
    }
    expect((await admin.get(`/api-tokens?organisation=${society}`)).status).toBe(400);
    for (const kind of ['technician', 'user'] as const) {
      const other = await aPerson(server, kind, kind === 'user' ? society : null);
      expect((await other.get('/api-tokens')).status).toBe(403);
    }
    (await maker.delete(`/api-tokens/${one.id}`)).expect(204);
    expect((await program(one).get('/machines')).status).toBe(401);
    const [event] = (await owner.get('/history?entity=apiToken&type=revocation')).body['hydra:member'];
    expect(event).toMatchObject({ originName: 'Theirs', actionner: { id: maker.userId } });
  });

  it('are renamed over the version that was read, and keep their rights', async () => {
    const one = await made({ name: 'Old name' });
    (await admin.put(`/api-tokens/${one.id}`, { name: 'New name' }, { 'If-Match': '"1"' })).expect(200);
    expect((await admin.put(`/api-tokens/${one.id}`, { name: 'x' }, { 'If-Match': '"1"' })).status).toBe(412);
    expect((await admin.put(`/api-tokens/${one.id}`, { rights: [] })).status).toBe(422);
    const tag = (await program(one).post('/tags', { name: `Tag ${one.id}` })).expect(201) as { id: string };
    const [event] = (await admin.get(`/history/tag/${tag.id}/full`)).body['hydra:member'];
    expect(event.actionner.fullName).toBe('New name (API token)');
  });

  it('cannot be read with their hashes by any login but the one that looks them up', async () => {
    for (const scope of [{ role: 'app', organisationId: organisation }, { role: 'staff' }] as const)
      await expect(
        server.services.db.as(scope, (trx) => trx.selectFrom('apiTokens').select('hash').execute()),
      ).rejects.toThrow(/permission denied/);
    await expect(
      server.services.db.as({ role: 'app', organisationId: organisation }, (trx) =>
        trx.updateTable('apiTokens').set({ endsAt: new Date(), rights: everyRight }).execute(),
      ),
    ).rejects.toThrow(/permission denied/);
  });
});
