import dns from 'node:dns';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../../base/config.ts';
import { apiAs } from '../../testing/api.ts';
import { anOrganisation, aPerson } from '../../testing/builders.ts';
import { eventually } from '../../testing/oven.ts';
import { openMailServer } from '../../testing/services/mailServer.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { openMailer } from './mailer.ts';

let demo: TestServer;
beforeAll(async () => {
  demo = await openTestServer({ DEMO: 'on', PUBLIC_URL: 'http://localhost:8080' });
});
afterAll(() => demo.close());

it('PRO-06 without a mail server the demonstration shows the mails, newest first, with their links', async () => {
  const nobody = apiAs(demo, null);
  const person = await aPerson(demo, 'clientAdmin', await anOrganisation(demo));
  for (const _ of [1, 2]) (await nobody.post('/reset', { email: person.email })).expect(202);
  const mails = await eventually(async () => {
    const { body } = await nobody.get('/demo/mails', { host: '127.0.0.1:8080' });
    return body.length >= 2 ? (body as { subject: string; toAddress: string; text: string; at: string }[]) : null;
    // A job that fails is tried again after growing pauses.
  }, 60);
  expect(mails[0]).toMatchObject({ toAddress: person.email, toName: expect.stringContaining('Ada') });
  expect(mails[0]?.text).toMatch(/http:\/\/localhost:8080\/#\/reset-password\/[\w-]{20,}/);
  expect([...mails].sort((a, b) => b.at.localeCompare(a.at))).toEqual(mails);
}, 90_000);

it('the page of the demonstration’s mails is refused under another host name, and does not exist where the server is public', async () => {
  expect((await apiAs(demo, null).get('/demo/mails', { host: 'evil.test:8080' })).status).toBe(404);
  const { paths } = (await apiAs(demo, null).get('/openapi.json')).body;
  expect(Object.keys(paths['/api/demo/mails'].get.responses)).toContain('404');
  const never = await apiAs(demo, null).get('/demo/never');
  const elsewhere = await openTestServer({ DEMO: 'on' });
  const answer = await apiAs(elsewhere, null).get('/demo/mails', { host: '127.0.0.1' });
  expect([answer.status, answer.body.detail]).toEqual([404, never.body.detail]);
  await elsewhere.close();
  expect(readConfig({}).showsMails).toBe(true);
  for (const settings of [
    { HOST: '0.0.0.0', DEMO: 'on' },
    { DEMO: 'off' },
    { SMTP_URL: 'smtp://x.test' },
    { DEMO: 'on', PUBLIC_URL: 'https://ovens.example' },
    { DEMO: 'on', TRUSTED_PROXIES: '127.0.0.1' },
  ])
    expect(readConfig(settings).showsMails).toBe(false);
});

it('SEC-01 the page of the demonstration’s mails is refused through a proxy and from another computer', async () => {
  const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (
      await demo.web.server.inject({
        method: 'GET',
        url: '/api/demo/mails',
        headers: { host: '127.0.0.1:8080', ...headers },
        remoteAddress,
      })
    ).statusCode;
  expect(await ask({})).toBe(200);
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=203.0.113.9' },
    { 'x-real-ip': '203.0.113.9' },
    { 'x-forwarded-host': 'console.example' },
    { via: '1.1 proxy' },
  ])
    expect([Object.keys(headers), await ask(headers)]).toEqual([Object.keys(headers), 404]);
  expect(await ask({}, '203.0.113.9')).toBe(404);
  expect(await ask({}, '::ffff:127.0.0.1')).toBe(200);
});

it('RUN-03 a mail server that refuses name and password stops the start, and one that does not answer does not', async () => {
  const smtp = await openMailServer();
  const checking = (url: string) => openMailer(readConfig({ SMTP_URL: url })).check();
  await expect(checking(smtp.url.replace('//', '//me:wrong@'))).rejects.toThrow('The setting SMTP_URL is wrong');
  await expect(checking(smtp.url)).resolves.toBeUndefined();
  await smtp.close();
  await expect(checking(smtp.url)).resolves.toBeUndefined();
});

it('RUN-03 a name of a mail server that nobody has stops the start, and a name server that is away does not', async () => {
  const checking = () => openMailer(readConfig({ SMTP_URL: 'smtp://mail.invalid:587' })).check();
  const answer = (code: string) =>
    vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((_host: string, _options: object, done: (error: Error) => void) =>
        done(Object.assign(new Error(`getaddrinfo ${code} mail.invalid`), { code }))) as never);
  answer('ENOTFOUND');
  await expect(checking()).rejects.toThrow('The setting SMTP_URL is wrong: mail.invalid:587 is not known');
  answer('EAI_AGAIN');
  await expect(checking()).resolves.toBeUndefined();
  vi.restoreAllMocks();
});
