import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isKnownPlace } from '../accounts/sign-in/knownPlaces.ts';
import { anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await openTestServer();
  person = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

/** As a server wrote it whose clock was ahead by these seconds. */
const date = (column: string, seconds: number) =>
  server.ownerQuery(`update sessions set "${column}" = now() + $2 * interval '1 second' where "userId" = $1`, [
    person.userId,
    seconds,
  ]);
const renewCodes = async () => (await person.post('/passkeys/options')).status;

describe('SEC-01 an instant of the future, from a clock that was ahead,', () => {
  it.each([12 * 60, 60])('is no proof of identity: %i s', async (seconds) => {
    await date('provenAt', seconds);
    expect(await renewCodes()).toBe(403);
    await date('provenAt', -60);
    expect(await renewCodes()).toBe(200);
  });

  it('of a server whose clock differs by a second counts', async () => {
    await date('provenAt', 1);
    expect(await renewCodes()).toBe(200);
  });

  it('makes no address known', async () => {
    await server.ownerQuery(`update sessions set address = '192.0.2.7' where "userId" = $1`, [person.userId]);
    await date('createdAt', 3600);
    expect(await isKnownPlace(server.services, person.userId, '192.0.2.7')).toBe(false);
    await date('createdAt', -3600);
    expect(await isKnownPlace(server.services, person.userId, '192.0.2.7')).toBe(true);
  });

  it('is no use of a session, which has then ended like an idle one', async () => {
    await date('lastUsedAt', 3600);
    await expect.poll(async () => (await person.get('/profile')).status).toBe(401);
    expect((await person.get('/profile')).body.key).toBe('custom.auth.session_idle');
  });
});
