import { registrationInput } from '@fournil/contract/accounts/registration';
import { clientAdminInput, userUpdate } from '@fournil/contract/users/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { aMachine, anOrganisation, aPerson } from '../../testing/builders.ts';
import { eventually } from '../../testing/oven.ts';
import { openMailServer } from '../../testing/services/mailServer.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { inert } from './inert.ts';

const lure = 'Click https://evil.example/x or mail me@evil.example';
/** What mail programs turn into a link in plain text: a scheme, a host with a dot, an address. */
const linked = /https?:\/\/\S|\bevil\.example|me@evil|www\.\w|\d\.\d+\.\d/i;

describe('SEC-01 a name in a mail', () => {
  it.each([
    lure,
    'www.evil.example',
    'evil．example',
    'mailto:me@evil.example',
    'HTTPS://EVIL.EXAMPLE',
    'javascript:alert(1)',
    '//evil.example',
    'look at 203.0.113.9',
  ])('stays plain text: %s', (name) => {
    expect(inert(name)).not.toMatch(linked);
    expect(inert(name)).not.toMatch(/:(?!\u200b|$)\S/);
    expect(inert(name).replaceAll('\u200b', '')).toBe(name);
  });

  it('cannot break its line or reverse its direction, and is otherwise unchanged', () => {
    expect(inert('a\r\nBcc: b\u202e\u2066c\u2028d')).toBe('a Bcc: bc d');
    for (const name of ['Léa', 'Oven 1.2', 'Jean-Marc O’Neill', 'Dr. Ada', 'מאפה', '👩\u200d🍳 Four'])
      expect(inert(name)).toBe(name);
  });
});

describe('SEC-01 mails that contain a name typed by somebody', () => {
  let server: TestServer;
  let smtp: Awaited<ReturnType<typeof openMailServer>>;
  beforeAll(async () => {
    smtp = await openMailServer();
    server = await openTestServer({ SMTP_URL: smtp.url, NOTIFY_DIGEST_SECONDS: '1' });
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });
  const mailTo = (email: string, about: string) =>
    eventually(async () => smtp.accepted.find(({ to, text }) => to === email && text.includes(about))?.text ?? null);
  const registration = (firstName: string, email = 'victim@mail.test') => ({
    email,
    firstName,
    password: 'pétrir à la main',
    lastName: 'x',
    society: 'x',
    street: 'x',
    zipcode: 'x',
    city: 'x',
    country: 'FR',
  });

  it('contain no link made of a name at registration, in text, HTML or header', async () => {
    (await apiAs(server, null).post('/register', registration(lure))).expect(202);
    const mail = await mailTo('victim@mail.test', 'Activate');
    expect(mail).toContain('Click');
    expect(mail).not.toMatch(/https?:\/\/evil|evil\.example/);
    expect(mail).toContain('https://console.fournil.test/#/activate/');
  });

  it('contain no link made of a browser’s name, of a master’s name or of a record’s name', async () => {
    const organisation = await anOrganisation(server);
    const [admin, person] = [
      await aPerson(server, 'clientAdmin', organisation),
      await aPerson(server, 'user', organisation),
    ];
    const agent = { 'user-agent': 'See https://evil.example' };
    (
      await apiAs(server, null).post('/login', { username: person.email, password: 'correct horse battery' }, agent)
    ).expect(200);
    expect(await mailTo(person.email, 'New sign-in')).not.toMatch(/https?:\/\/evil|evil\.example/);
    (await person.put('/profile', { isEuroFourControl: true, notificationMachines: true })).expect(200);
    (await admin.put('/profile', { firstName: lure })).expect(200);
    (await admin.post(`/control/user/${person.userId}`, { id: person.userId })).expect(200);
    expect(await mailTo(person.email, 'Click')).not.toMatch(/https?:\/\/evil|evil\.example/);
    await aMachine(admin, { name: lure.slice(0, 30) });
    expect(await mailTo(person.email, 'Machine')).not.toMatch(/https?:\/\/evil|evil\.example/);
  });

  it.each(['a\r\nBcc: you@mail.test', 'a\tb', 'a\u0085b', '\u202eabc', 'a\u2067b', 'a\u2028b'])(
    'refuse the control characters in %j in a person’s name',
    async (firstName) => {
      const refused = await apiAs(server, null).post('/register', registration(firstName, 'other@mail.test'));
      expect([refused.status, refused.body.violations[0].propertyPath]).toEqual([422, 'firstName']);
      const named = { firstName, lastName: firstName, society: firstName };
      for (const schema of [registrationInput, clientAdminInput, userUpdate]) {
        const paths = schema.safeParse(named).error?.issues.map(({ path }) => path[0]) ?? [];
        expect(paths).toEqual(expect.arrayContaining(['firstName', 'lastName', 'society']));
      }
    },
  );
});
