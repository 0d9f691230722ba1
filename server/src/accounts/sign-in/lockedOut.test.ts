import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { anOrganisation, aPerson, password } from '../../testing/builders.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { accountThrottle, knownPlacesThrottle, signInThrottle } from './signInThrottles.ts';

let server: TestServer;
let organisation: string;
beforeAll(async () => {
  server = await openTestServer({ TRUSTED_PROXIES: '127.0.0.1' });
  organisation = await anOrganisation(server);
});
afterAll(() => server.close());

const from = (address: string) => ({ 'x-forwarded-for': address });
const tryFrom = (address: string, username: string, secret: string) =>
  apiAs(server, null).post('/login', { username, password: secret }, from(address));

test('SEC-03 a hundred wrong passwords from 25 addresses lock unknown addresses, and never one from which the owner has signed in', async () => {
  const owner = await aPerson(server, 'user', organisation);
  expect((await tryFrom('198.51.100.7', owner.email, password)).status).toBe(200);
  for (let tries = 0; tries < 100; tries += 1) await tryFrom(`203.0.113.${tries % 25}`, owner.email, `wrong ${tries}`);
  expect((await tryFrom('203.0.113.200', owner.email, password)).status).toBe(429);
  expect((await tryFrom('198.51.100.7', owner.email, password)).status).toBe(200);
});

test('SEC-03 at known addresses at most a hundred wrong passwords in a row are tried over all addresses', async () => {
  const owner = await aPerson(server, 'user', organisation);
  for (const place of Array.from({ length: 12 }, (_, one) => `198.51.100.${100 + one}`))
    (await tryFrom(place, owner.email, password)).expect(200);
  let refused = 0;
  for (let tries = 0; tries < 48; tries += 1) {
    const { status } = await tryFrom(`198.51.100.${100 + (tries % 12)}`, owner.email, `wrong ${tries}`);
    refused += Number(status === 429);
  }
  expect(refused).toBeGreaterThan(0);
  expect(accountThrottle.freeTries + knownPlacesThrottle.freeTries).toBeLessThanOrEqual(100);
  expect(signInThrottle.freeTries).toBeLessThan(knownPlacesThrottle.freeTries);
});

test('SEC-03 all addresses of one IPv6 /64 network are counted together', async () => {
  const owner = await aPerson(server, 'user', organisation);
  const statuses: number[] = [];
  for (let tries = 0; tries < signInThrottle.freeTries + 1; tries += 1)
    statuses.push((await tryFrom(`2001:db8:5:6::${tries + 1}`, owner.email, 'wrong')).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await tryFrom('2001:db8:5:7::1', owner.email, password)).status).toBe(200);
});

test('SEC-03 wrong passwords from a shared address do not lock out a person who has signed in from there', async () => {
  const owner = await aPerson(server, 'user', organisation);
  const address = '192.0.2.40';
  (await tryFrom(address, owner.email, password)).expect(200);
  for (let tries = 0; tries < 55; tries += 1) await tryFrom(address, `nobody-${tries}@house.test`, 'wrong');
  expect((await tryFrom(address, 'somebody@house.test', 'wrong')).status).toBe(429);
  expect((await tryFrom(address, owner.email, password)).status).toBe(200);
});

test('SEC-03 thirty people can register from one address and have the mail sent again', async () => {
  const stand = from('192.0.2.77');
  const visitor = (count: number) => ({
    email: `visitor-${count}@fair.test`,
    password: 'pétrir à la main',
    firstName: 'Ada',
    lastName: 'Visiteuse',
    society: `Stand ${count}`,
    street: '1 rue du Salon',
    zipcode: '69001',
    city: 'Lyon',
    country: 'FR',
  });
  for (let count = 0; count < 30; count += 1)
    (await apiAs(server, null).post('/register', visitor(count), stand)).expect(202);
  for (let count = 0; count < 15; count += 1)
    (await apiAs(server, null).post('/register/resend', { email: `visitor-${count}@fair.test` }, stand)).expect(202);
  // The mails to one account stay limited.
  const again = await Promise.all(
    Array.from({ length: 6 }, () =>
      apiAs(server, null).post('/register/resend', { email: 'visitor-1@fair.test' }, stand),
    ),
  );
  expect(again.map(({ status }) => status)).toContain(429);
  expect((await apiAs(server, null).post('/register', visitor(99), stand)).status).toBe(202);
});

test('SEC-03 a company can request passkey challenges and password links for all its people from one address', async () => {
  const office = from('192.0.2.88');
  for (let count = 0; count < 80; count += 1)
    (await apiAs(server, null).post('/login/passkey/options', {}, office)).expect(200);
  for (let count = 0; count < 25; count += 1)
    (await apiAs(server, null).post('/reset', { email: `employee-${count}@office.test` }, office)).expect(202);
});
