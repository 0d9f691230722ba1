import type { AccessView } from '@fournil/contract/access-review/accessReview';
import { rights } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person, password } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
const day = 86_400;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server, 'Levain');
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

const review = async (who: Person, query = '') =>
  ((await who.get(`/access-review${query}`)).expect(200) as { 'hydra:member': AccessView[] })['hydra:member'];
const of = async (person: Person, who = admin) =>
  (await review(who, '?itemsPerPage=500')).find(({ id }) => id === person.userId);

describe('AUD-02 the access review', () => {
  it('lists for every person the kind of account, last sign-in, second step, rights and what they see', async () => {
    const home = await anOrganisation(server);
    const boss = await aPerson(server, 'clientAdmin', home);
    const baker = await aPerson(server, 'user', home, {
      without: rights.filter((right) => !/MACHINE_ACCESS$|PROGRAM_ACCESS$/.test(right)),
    });
    const other = await aPerson(server, 'user', home, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    const shop = await aStructure(server, boss, 'Shop', { related: baker });
    const inner = await aStructure(server, boss, 'Inner', { parentId: shop });
    await aMachine(boss, { structure: inner });
    await aMachine(boss, { structure: await aStructure(server, boss, 'Away', { related: other }) });
    await aMachine(boss);
    await aProgram(boss);
    await aProgram(boss, { approved: false });
    await server.ownerQuery(
      `insert into passkeys (id, "userId", "publicKey", counter, transports, name)
        values ('pk-' || $1::uuid, $1::uuid, '', 0, '{}', 'Key')`,
      [other.userId],
    );
    await server.ownerQuery(`update users set "googleAuthenticatorConfirmed" = true where id = $1`, [boss.userId]);
    const of = new Map((await review(boss)).map((one) => [one.id, one]));
    expect(of.size).toBe(3);
    expect(of.get(boss.userId)).toMatchObject({
      kind: 'clientAdmin',
      state: 'active',
      secondSteps: ['code'],
      rights: null,
      sees: { machines: { seen: 3, of: 3 }, structures: { seen: 3, of: 3 }, programs: { seen: 2, of: 2 } },
      concerns: [],
    });
    expect(of.get(baker.userId)).toMatchObject({
      kind: 'user',
      secondSteps: [],
      rights: ['ROLE_PROGRAM_ACCESS', 'ROLE_MACHINE_ACCESS'],
      sees: { machines: { seen: 1, of: 3 }, structures: null, programs: { seen: 1, of: 2 }, tags: null },
      concerns: ['oneFactor'],
    });
    expect(of.get(other.userId)).toMatchObject({
      secondSteps: ['passkey'],
      sees: { machines: { seen: 1, of: 3 }, structures: { seen: 1, of: 3 } },
    });
    // The same numbers as the lists themselves.
    expect((await baker.get('/machines')).body['hydra:totalItems']).toBe(1);
    expect(Date.parse(of.get(baker.userId)?.lastSignInAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('keeps the date of the last sign-in when its session has been deleted, and does not count control sessions by others', async () => {
    const person = await aPerson(server, 'user', organisation);
    const before = (await of(person))?.lastSignInAt;
    await server.ownerQuery(`delete from sessions where "userId" = $1`, [person.userId]);
    expect((await of(person))?.lastSignInAt).toBe(before);
    await server.ownerQuery(`update users set "isEuroFourControl" = true where id = $1`, [person.userId]);
    (await admin.post(`/control/user/${person.userId}`, { id: person.userId })).expect(200);
    expect((await of(person))?.lastSignInAt).toBe(before);
    expect(before).not.toBeNull();
  });

  it('lists first the accounts that need attention: long unused, with one factor or with every right, but not disabled ones', async () => {
    const home = await anOrganisation(server);
    const boss = await aPerson(server, 'clientAdmin', home);
    const idle = await aPerson(server, 'user', home);
    const gone = await aPerson(server, 'user', home, { without: ['ROLE_TAG_DELETE'] });
    (await boss.put(`/users/${gone.userId}`, { active: false })).expect(200);
    await server.ownerQuery(
      `update users set "lastSignInAt" = now() - interval '91 days', "createdAt" = now() - interval '1 year'
        where id = any($1)`,
      [[idle.userId, gone.userId]],
    );
    const all = await review(boss);
    expect(all.map(({ id, concerns }) => [id, concerns])).toEqual([
      [idle.userId, ['unused', 'oneFactor', 'everyRight']],
      [boss.userId, ['oneFactor']],
      [gone.userId, []],
    ]);
    expect((await review(boss, '?concern=unused')).map(({ id }) => id)).toEqual([idle.userId]);
    expect((await review(boss, '?concern=any&kind=clientAdmin')).map(({ id }) => id)).toEqual([boss.userId]);
    expect((await review(boss, '?state=disabled')).map(({ id }) => id)).toEqual([gone.userId]);
    expect((await review(boss, '?order[lastSignInAt]=desc&itemsPerPage=1&page=1')).map(({ id }) => id)).toEqual([
      boss.userId,
    ]);
    expect(await review(boss, `?q=${encodeURIComponent('%')}`)).toEqual([]);
    for (const query of ['?order[rights]=asc', '?concern=all', '?kind=admin'])
      expect((await boss.get(`/access-review${query}`)).status).toBe(400);
  });

  it('can be downloaded as a CSV file with a column for each right, in the reader’s language and with the filters', async () => {
    const home = await anOrganisation(server);
    const boss = await aPerson(server, 'clientAdmin', home, { language: 'FR' });
    const baker = await aPerson(server, 'user', home, { without: ['ROLE_TAG_DELETE'] });
    const lines = (await boss.get('/access-review.csv?kind=user')).body.trim().split('\r\n');
    expect(lines.length).toBe(2);
    const [head, line] = lines.map((one: string) => one.split(';'));
    expect(head.slice(13)).toHaveLength(rights.length);
    expect(line[1]).toBe(baker.email);
    expect(line.slice(13).filter((cell: string) => cell === 'oui')).toHaveLength(rights.length - 1);
    expect(line[7]).toBe('Aucune');
  });

  it('is open to client admins and the super admin only, and contains nobody of another organisation', async () => {
    const maker = await aPerson(server, 'superAdmin', null);
    const technician = await aPerson(server, 'technician', null);
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    for (const person of [technician, await aPerson(server, 'user', organisation)]) {
      for (const path of ['/access-review', '/access-review.csv']) expect((await person.get(path)).status).toBe(403);
    }
    expect((await review(stranger)).map(({ id }) => id)).toEqual([stranger.userId]);
    expect((await stranger.get('/access-review.csv')).body).not.toContain(admin.email);
    await server.ownerQuery(
      `insert into passkeys (id, "userId", "publicKey", counter, transports, name)
        values ('pk-' || $1::uuid, $1::uuid, '', 0, '{}', 'Key')`,
      [technician.userId],
    );
    const staff = await review(maker);
    expect(staff.map(({ kind }) => kind).sort()).toEqual(['superAdmin', 'technician']);
    expect(staff.find(({ id }) => id === technician.userId)).toMatchObject({
      secondSteps: ['passkey'],
      rights: null,
      sees: null,
      concerns: [],
    });
    expect((await maker.get('/access-review.csv')).body).not.toContain(admin.email);
  });

  it('does not count a sign-in whose second step is missing', async () => {
    const person = await aPerson(server, 'user', organisation);
    await server.ownerQuery(
      `update users set "lastSignInAt" = null, "googleAuthenticatorConfirmed" = true where id = $1`,
      [person.userId],
    );
    await signedIn(server, person.email, password);
    expect((await of(person))?.lastSignInAt).toBeNull();
    server.advance(day);
  });
});
