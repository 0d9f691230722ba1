import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs, signedIn } from '../../testing/api.ts';
import { anOrganisation, aPerson, type Person, password } from '../../testing/builders.ts';
import { eventually } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { tellEndingAccounts } from './endingAccounts.ts';

let server: TestServer;
let organisation: string;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

const now = () => server.services.now().getTime();
const inSeconds = (seconds: number) => new Date(now() + seconds * 1000).toISOString();
const login = (person: Person) => apiAs(server, null).post('/login', { username: person.email, password });
const day = 86_400;
const mailsTo = (person: Person) =>
  server.ownerQuery<{ subject: string; text: string }>(
    `select subject, text from mails where "toAddress" = $1 and reason ~ '^account(Ends|OfOther)'`,
    [person.email],
  );

describe('AUD-02 an account that ends on a date', () => {
  it('is refused from that moment on with its own message, also in an open session', async () => {
    const person = await aPerson(server, 'user', organisation);
    const endsAt = inSeconds(3600);
    expect((await admin.put(`/users/${person.userId}`, { endsAt })).expect(200)).toMatchObject({ endsAt });
    expect((await person.get('/profile')).status).toBe(200);
    server.advance(1800);
    expect((await login(person)).status).toBe(200);
    const open = await signedIn(server, person.email, password);
    server.advance(1801);
    await eventually(async () => (await person.get('/profile')).status === 401);
    const [entering, session] = [await login(person), await open.get('/profile')];
    for (const { status, body } of [entering, session])
      expect([status, body.key]).toEqual([401, 'custom.auth.account_ended']);
    expect((await apiAs(server, null).post('/login', { username: person.email, password: 'wrong' })).body.key).not.toBe(
      'custom.auth.account_ended',
    );
    const refusals = (await admin.get(`/history/user/${person.userId}/full?type=refusal`)).body['hydra:member'];
    const reasons = refusals.map(({ refusal }: { refusal: { reason: string } }) => refusal.reason);
    expect(reasons).toContain('sign-in of an account that has ended');
    // With another date, or none, it can be used again.
    (await admin.put(`/users/${person.userId}`, { endsAt: null })).expect(200);
    expect((await login(person)).status).toBe(200);
  });

  it('is refused to a master who would act in its name', async () => {
    const person = await aPerson(server, 'user', organisation);
    (await person.put('/profile', { isEuroFourControl: true })).expect(200);
    (await admin.put(`/users/${person.userId}`, { endsAt: inSeconds(10) })).expect(200);
    (await admin.post(`/control/user/${person.userId}`, { id: person.userId })).expect(200);
    server.advance(11);
    const refused = await admin.post(`/control/user/${person.userId}`, { id: person.userId });
    expect([refused.status, refused.body.key]).toEqual([409, 'custom.auth.account_ended']);
  });

  it('has its end in the history before and after, in the lists and in the access review', async () => {
    const body = {
      email: 'season@house.test',
      firstName: 'Sea',
      lastName: 'Son',
      society: 's',
      street: 's',
      city: 'c',
      country: 'FR',
    };
    const endsAt = inSeconds(20 * day);
    const rest = { timezone: 'Europe/Paris', countryCode: 'FR', temperatureUnitPreference: 'C' };
    const made = (await admin.post('/users', { ...body, ...rest, endsAt })).expect(201) as {
      id: string;
      endsAt: string;
    };
    expect(made.endsAt).toBe(endsAt);
    expect((await admin.get('/users?q=season')).body['hydra:member'][0]).toMatchObject({ endsAt });
    const review = (await admin.get('/access-review?concern=ending')).body['hydra:member'];
    expect(
      review.map(({ id, state, concerns }: { id: string; state: string; concerns: string[] }) => [id, state, concerns]),
    ).toEqual([[made.id, 'invited', ['oneFactor', 'everyRight', 'ending']]]);
    const later = inSeconds(60 * day);
    (await admin.put(`/users/${made.id}`, { endsAt: later })).expect(200);
    const [event] = (await admin.get(`/history/user/${made.id}/full`)).body['hydra:member'];
    expect(event.changes).toEqual([{ field: 'endsAt', before: endsAt, after: later }]);
    const past = await admin.put(`/users/${made.id}`, { endsAt: inSeconds(-1) });
    expect([past.status, past.body.violations[0].propertyPath, past.body.violations[0].key]).toEqual([
      422,
      'endsAt',
      'custom.validation.endsLater',
    ]);
    for (const wrong of ['tomorrow', '2027-02-31', 7])
      expect((await admin.put(`/users/${made.id}`, { endsAt: wrong })).status).toBe(422);
  });

  it('cannot be one’s own, nor the last client admin’s account without an end date', async () => {
    const home = await anOrganisation(server);
    const [one, other] = [await aPerson(server, 'clientAdmin', home), await aPerson(server, 'clientAdmin', home)];
    const maker = await aPerson(server, 'superAdmin', null);
    const endsAt = inSeconds(5 * day);
    expect((await one.put(`/users/${one.userId}`, { endsAt })).status).toBe(422);
    (await one.put(`/users/${other.userId}`, { endsAt })).expect(200);
    expect((await maker.put(`/users/${one.userId}`, { endsAt })).status).toBe(409);
    expect((await other.put(`/users/${one.userId}`, { active: false })).status).toBe(409);
    expect((await maker.delete(`/client-admins/${one.userId}?what=account`)).status).toBe(409);
    expect((await maker.get(`/client-admins/${one.userId}/deletion`)).body.otherAdmins).toBe(0);
  });

  it('is set by client admins for their own people and by the super admin for staff, and by nobody else', async () => {
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const [maker, technician] = [await aPerson(server, 'superAdmin', null), await aPerson(server, 'technician', null)];
    const person = await aPerson(server, 'user', organisation);
    const body = { endsAt: inSeconds(day) };
    expect((await stranger.put(`/users/${person.userId}`, body)).status).toBe(404);
    expect((await person.put(`/users/${person.userId}`, body)).status).toBe(403);
    expect((await technician.put(`/users/${admin.userId}`, body)).status).toBe(422);
    expect((await maker.put(`/users/${person.userId}`, body)).status).toBe(403);
    (await maker.put(`/users/${technician.userId}`, body)).expect(200);
    const made = { email: `season-${technician.userId}@house.test`, password: 'a first password', ...body };
    expect((await maker.post('/fournil-technicians', made)).expect(201)).toMatchObject(body);
    const past = await maker.post('/fournil-technicians', { ...made, endsAt: inSeconds(-1) });
    expect([past.status, past.body.violations[0].propertyPath]).toEqual([422, 'endsAt']);
    server.advance(day + 1);
    expect((await login(technician)).body.key).toBe('custom.auth.account_ended');
  });

  it('is announced to its owner and to the client admins a week before, once for each date', async () => {
    const home = await anOrganisation(server);
    const boss = await aPerson(server, 'clientAdmin', home);
    const person = await aPerson(server, 'user', home);
    (await boss.put(`/users/${person.userId}`, { endsAt: inSeconds(8 * day) })).expect(200);
    await tellEndingAccounts(server.services);
    server.advance(1.5 * day);
    await tellEndingAccounts(server.services);
    await tellEndingAccounts(server.services);
    await eventually(async () => (await mailsTo(boss)).length === 1 && (await mailsTo(person)).length === 1);
    expect((await mailsTo(boss))[0]?.text).toContain('Ada Test');
    const again = await signedIn(server, boss.email, password);
    (await again.put(`/users/${person.userId}`, { endsAt: inSeconds(2 * day) })).expect(200);
    await tellEndingAccounts(server.services);
    await eventually(async () => (await mailsTo(person)).length === 2);
  });
});
