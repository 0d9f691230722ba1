import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs, signedIn } from '../../testing/api.ts';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await openTestServer();
  person = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

const former = 'correct horse battery';
const statusWith = async (password: string) =>
  (await apiAs(server, null).post('/login', { username: person.email, password })).status;
const store = (passwordHash: string) =>
  server.ownerQuery('update users set "passwordHash" = $2 where id = $1', [person.userId, passwordHash]);

describe('GEN-13 a password', () => {
  it('is the same with accents composed or decomposed, and with any kind of space', async () => {
    const composed = 'Pétrir à la main dès 4 h';
    const same = [
      composed,
      composed.normalize('NFD'),
      composed.replaceAll(' ', '\u00a0'),
      composed.replaceAll(' ', '\u202f'),
      composed.normalize('NFD').replaceAll(' ', '\u2007'),
      composed.replace('4', '\uff14'),
    ];
    await store(await hash(former));
    const api = await signedIn(server, person.email, former);
    (await api.post('/change-password', { lastPassword: former, newPassword: same[1] })).expect(204);
    // One after the other: simultaneous tries use up the free ones.
    for (const one of same) expect(await statusWith(one)).toBe(200);
    expect(await statusWith(composed.replace('é', 'e'))).toBe(401);
  });

  it('whose hash is older than the normalisation goes on working as it was typed', async () => {
    const typed = 'Pétrir à\u00a0la main'.normalize('NFD');
    await store(await hash(typed));
    expect(await statusWith(typed)).toBe(200);
    const api = await signedIn(server, person.email, typed);
    const renewed = await api.post('/change-password', { lastPassword: typed, newPassword: typed });
    expect([renewed.status, renewed.body.violations?.[0]?.key]).toEqual([422, 'custom.validation.passwordSame']);
    (await api.post('/profile/proof', { password: typed })).expect(204);
  });

  it('that is new must differ from the present one in its normal form', async () => {
    const [present, same] = ['Façonner à l’aube', 'Façonner à l’aube'.normalize('NFD').replaceAll(' ', '\u00a0')];
    await store(await hash(present));
    const api = await signedIn(server, person.email, present);
    const answer = await api.post('/change-password', { lastPassword: present, newPassword: same });
    expect([answer.status, answer.body.violations?.[0]?.key]).toEqual([422, 'custom.validation.passwordSame']);
  });
});
