import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganisation, aPerson, aStructure, type Person } from '../testing/builders.ts';
import { aPairedMachine, connectOven, eventually, type Oven } from '../testing/oven.ts';
import { type MailServer, openMailServer } from '../testing/services/mailServer.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { faultMail } from './mails/faultMail.ts';

let smtp: MailServer;
let server: TestServer;
let admin: Person;
let oven: Oven;
let machineId: string;

beforeAll(async () => {
  smtp = await openMailServer();
  server = await openTestServer({ SMTP_URL: smtp.url });
  const organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation, { language: 'FR' });
  const structure = await aStructure(server, admin, 'Boutique');
  const { machine, credentials } = await aPairedMachine(server, admin, { name: 'Four "à sole" <1>', structure });
  machineId = machine.id;
  oven = await connectOven(credentials);
});
afterAll(async () => {
  await oven.close();
  await server.close();
  await smtp.close();
});

const now = () => new Date().toISOString();
const report = (code: string, dateStart: string, dateEnd?: string) =>
  oven.report('errors', {
    entries: [{ id: `${code}${dateEnd ? 'z' : 'a'}`, code, dateStart, ...(dateEnd ? { dateEnd } : {}) }],
  });
const settle = () =>
  eventually(
    async () =>
      (await server.ownerQuery<{ left: number }>(`select count(*)::int as left from mails where "sentAt" is null`))[0]
        ?.left === 0,
  );

describe('people who ask for mails about faults get one mail each', () => {
  it('in their language, when a fault begins and when it ends, once, for machines that they see', async () => {
    const organisation = admin.organisationId ?? '';
    const english = await aPerson(server, 'user', organisation);
    const off = await aPerson(server, 'user', organisation);
    await off.put('/profile', { notificationProblems: false });
    const unrelated = await aPerson(server, 'user', organisation, { without: ['ROLE_STRUCTURE_TOTAL_ACCESS'] });
    const elsewhere = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const start = now();
    await report('E03', start);
    await report('E03', start);
    await eventually(() => smtp.accepted.length === 2);
    await settle();
    expect(smtp.accepted.map((mail) => mail.to).sort()).toEqual([admin.email, english.email].sort());
    for (const nobody of [off, unrelated, elsewhere])
      expect(smtp.accepted.map((mail) => mail.to)).not.toContain(nobody.email);
    const [french, inEnglish] = [admin, english].map(
      (person) => smtp.accepted.find((mail) => mail.to === person.email)?.text ?? '',
    );
    expect(french).toContain('Bonjour Ada');
    expect(inEnglish).toContain('Security thermostat');
    expect(inEnglish).toContain(`https://console.fournil.test/#/machines/${machineId}/show/defaults`);
    await report('E03', start, now());
    await eventually(() => smtp.accepted.length === 4);
    expect(smtp.accepted.filter((mail) => mail.to === english.email).at(-1)?.text).toContain('has ended');
  });

  it('once, also after the mail server was unavailable for a while', async () => {
    smtp.accepted.length = 0;
    smtp.away(true);
    await report('E06', now());
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(smtp.accepted).toHaveLength(0);
    smtp.away(false);
    await eventually(() => smtp.accepted.length === 2);
    await settle();
    expect(smtp.accepted).toHaveLength(2);
  });

  it('but none about a fault that had ended before the server learnt of it', async () => {
    smtp.accepted.length = 0;
    await report('E05', new Date(Date.now() - 7_200_000).toISOString(), new Date(Date.now() - 3_600_000).toISOString());
    await report('E02', now());
    await eventually(() => smtp.accepted.length === 2);
    expect(smtp.accepted.every((mail) => mail.text.includes('E02'))).toBe(true);
  });
});

it('names are inserted in a mail as text, whatever they contain', () => {
  const dollar = '$';
  const reader = {
    userId: '',
    email: 'a@b.test',
    firstName: '"><img src=x onerror=1>',
    fullName: '',
    language: 'EN' as const,
    dateDisplay: 2 as const,
    timezone: 'Europe/Paris',
  };
  const machine = { id: 'm', name: `{{7*7}} ${dollar}{7*7}\r\nBcc: a@b`, timezone: 'Asia/Tokyo', structureName: null };
  const { subject, html, text } = faultMail(
    { machine, code: 'E01', dateStart: new Date('2026-01-15T23:30:00Z'), dateEnd: null },
    reader,
    'https://x.test',
  );
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toContain('<img');
  expect(text).toContain(`{{7*7}} ${dollar}{7*7}`);
  // GEN-07: the machine's timezone, as this reader prefers.
  expect(text).toContain('16 January 2026 at 08:30:00');
});

it('without a mail server, mails are written to a folder in a format that mail programs open', async () => {
  const own = await openTestServer();
  const boss = await aPerson(own, 'clientAdmin', await anOrganisation(own));
  const { credentials } = await aPairedMachine(own, boss);
  const baker = await connectOven(credentials);
  await baker.report('errors', { entries: [{ id: 'e', code: 'E07', dateStart: now() }] });
  const folder = join(own.services.config.dataDir, 'mailbox');
  const files = await eventually(
    async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).length === 1,
  );
  expect(files).toBe(true);
  await baker.close();
  await own.close();
});
