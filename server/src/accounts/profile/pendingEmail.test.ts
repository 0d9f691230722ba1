import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { anOrganisation, aPerson } from '../../testing/builders.ts';
import { linkTo } from '../../testing/mailbox.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const path = '/profile/pending-email';

it('PRO-03 the confirmation of a new address can be sent again, which ends the former link, and cancelled, which ends both', async () => {
  const person = await aPerson(server, 'user', await anOrganisation(server));
  const nobody = apiAs(server, null);
  const pending = async () => (await person.get('/profile')).body.profile.pendingEmail;
  expect([(await person.delete(path)).status, (await person.post(`${path}/again`)).status]).toEqual([404, 404]);

  (await person.put('/profile', { email: 'new@house.test' })).expect(200);
  const first = await linkTo(server, 'new@house.test', 'confirm-email');
  expect(await pending()).toBe('new@house.test');
  (await person.post(`${path}/again`)).expect(204);
  const second = await linkTo(server, 'new@house.test', 'confirm-email', 2);
  expect((await nobody.post('/confirm-email', { token: first })).status).toBe(404);

  (await person.delete(path)).expect(204);
  expect(await pending()).toBe(null);
  expect((await nobody.post('/confirm-email', { token: second })).status).toBe(404);
  expect((await person.get('/profile')).body.profile.email).toBe(person.email);
});
