import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiAs } from '../testing/api.ts';
import { anOrganisation, aPerson } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { unexpectedWords } from './errors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

it('GEN-01 GEN-11 the server’s refusals have the texts of the catalogue in both languages', async () => {
  const nobody = apiAs(server, null);
  const detail = async (path: string, language: string) =>
    (await nobody.get(path, { 'accept-language': language })).body.detail;
  expect([await detail('/never', 'en'), await detail('/never', 'fr')]).toEqual([
    '404, not found.',
    '404, introuvable.',
  ]);
  // GEN-02: in both languages, for a page whose language changes meanwhile.
  expect((await nobody.get('/never')).body.words).toEqual({ en: '404, not found.', fr: '404, introuvable.' });
  const wrong = { username: 'nobody@house.test', password: 'not this one' };
  expect((await nobody.post('/login', wrong, { 'accept-language': 'fr' })).body.description).toBe(
    'Email ou mot de passe inconnus',
  );
  const person = await aPerson(server, 'user', await anOrganisation(server), { language: 'EN' });
  expect((await person.get('/client-admins')).body.detail).toBe(
    'Sorry, you do not have the necessary rights to perform this action.',
  );
  await server.ownerQuery(`update users set "emailVerified" = false`);
  const { body } = await nobody.post(
    '/login',
    { username: person.email, password: 'correct horse battery' },
    { 'accept-language': 'en' },
  );
  expect(body.detail.replace('’', "'")).toBe("The user's account is not activated");
  expect(unexpectedWords.en).toBe('An unexpected error has rejected your action, we are sorry for the inconvenience.');
});
