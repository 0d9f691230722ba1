import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { aMachine, anOrganisation, aPerson, type Person, password } from '../../testing/builders.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { newId } from '../ids.ts';

let server: TestServer;
let admin: Person;
let user: Person;
let stranger: Person;
beforeAll(async () => {
  server = await openTestServer({ LOG_LEVEL: 'info' });
  const organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  user = await aPerson(server, 'user', organisation, { without: ['ROLE_TAG_CREATE'] });
  stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

/** The lines that a call writes to the security log. */
async function linesOf(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = server.logged.length;
  await act();
  return server.logged.slice(before).filter(({ msg }) => msg === 'security');
}

describe('SEC-04 every refusal writes one line with actor and target to the security log:', () => {
  it('a call without a token, with an invalid token, and of an ended session', async () => {
    expect(await linesOf(() => apiAs(server, null).get('/machines'))).toMatchObject([
      { event: 'refused', status: 401, actor: null, call: '/api/machines' },
    ]);
    expect(await linesOf(() => apiAs(server, 'a.b.c').get('/machines'))).toMatchObject([
      { status: 401, token: 'refused', address: '127.0.0.1' },
    ]);
    const gone = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    (await gone.post('/logout')).expect(204);
    expect(await linesOf(() => gone.get('/machines'))).toMatchObject([{ status: 401, token: 'refused' }]);
  });

  it('a call without the right, and one for a record of another organisation or of nobody', async () => {
    expect(await linesOf(() => user.post('/tags', { name: 'x' }))).toMatchObject([
      {
        event: 'refused',
        status: 403,
        actor: user.userId,
        method: 'POST',
        call: '/api/tags',
        requestId: expect.any(String),
      },
    ]);
    const machine = (await aMachine(admin)).id;
    for (const id of [machine, newId()])
      expect(await linesOf(() => stranger.get(`/machines/${id}`))).toMatchObject([
        { status: 404, actor: stranger.userId, call: '/api/machines/:id', target: { id } },
      ]);
    expect(await linesOf(() => stranger.call('DELETE', `/tags/${newId()}`))).toMatchObject([
      { status: 404, method: 'DELETE' },
    ]);
    // An unknown address is no refusal.
    expect(await linesOf(() => stranger.get('/nothing-of-this-name'))).toEqual([]);
  });

  it('a wrong password, with the account that was tried and without any input', async () => {
    const lines = await linesOf(() =>
      apiAs(server, null).post('/login', { username: admin.email, password: 'not the password' }),
    );
    expect(lines).toMatchObject([
      { event: 'sign-in refused', status: 401, account: admin.userId, address: '127.0.0.1' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('not the password');
    expect(JSON.stringify(lines)).not.toContain(admin.email);
  });

  it('a flood of refusals, as its first lines and a count', async () => {
    const noisy = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const lines = await linesOf(() =>
      Promise.all(Array.from({ length: 100 }, () => noisy.get(`/machines/${newId()}`))),
    );
    expect(lines).toHaveLength(20);
    const own = await openTestServer({ LOG_LEVEL: 'info' });
    const other = apiAs(own, 'a.b.c');
    await Promise.all(Array.from({ length: 50 }, () => other.get('/machines')));
    await own.close();
    expect(own.logged.filter(({ event }) => event === 'refusals not written')).toMatchObject([
      { count: 30, status: 401, address: '127.0.0.1' },
    ]);
  });

  it('a refused control session, with the names of master and person', async () => {
    const target = await aPerson(server, 'user', admin.organisationId);
    await server.ownerQuery('update users set "isEuroFourControl" = true where id = $1', [target.userId]);
    const { token } = (await admin.post(`/control/user/${target.userId}`, { id: target.userId })).expect(200) as {
      token: string;
    };
    expect(
      await linesOf(() =>
        apiAs(server, token).post('/change-password', { lastPassword: password, newPassword: password }),
      ),
    ).toMatchObject([{ status: 403, actor: target.userId, master: admin.userId }]);
  });
});
