import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organisationScope } from '../db/database.ts';
import { record, takeUntold } from '../history/index.ts';
import { newId } from '../kit/ids.ts';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person } from '../testing/builders.ts';
import { aPairedMachine, eventually } from '../testing/oven.ts';
import { type MailServer, openMailServer } from '../testing/services/mailServer.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let smtp: MailServer;
let server: TestServer;
beforeAll(async () => {
  smtp = await openMailServer();
  server = await openTestServer({ SMTP_URL: smtp.url, NOTIFY_DIGEST_SECONDS: '4' });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const every = {
  notificationPrograms: true,
  notificationTags: true,
  notificationStructures: true,
  notificationMachines: true,
};
async function reader(
  organisation: string,
  kind: 'clientAdmin' | 'user',
  options: Parameters<typeof aPerson>[3] = {},
  wishes: object = every,
) {
  const person = await aPerson(server, kind, organisation, options);
  (await person.put('/profile', wishes)).expect(200);
  return person;
}
const mailsOf = (person: Person) => smtp.accepted.filter(({ to }) => to === person.email).map(({ text }) => text);
const left = async () =>
  (await server.ownerQuery<{ left: number }>(`select count(*)::int as left from "untoldEvents"`))[0]?.left;
const unsent = async () =>
  (await server.ownerQuery<{ left: number }>(`select count(*)::int as left from mails where "sentAt" is null`))[0]
    ?.left;
const settled = () => eventually(async () => (await left()) === 0 && (await unsent()) === 0);

// Each organisation's mail takes some seconds, so these wait together.
describe('PRO-06 mails about changes', () => {
  it.concurrent('combine many changes in one mail, in the reader’s language, with what waits for them, and without their own changes', async () => {
    const organisation = await anOrganisation(server);
    const [boss, french, quiet] = [
      await reader(organisation, 'clientAdmin'),
      await reader(organisation, 'user', { language: 'FR' }),
      await reader(organisation, 'user', {}, {}),
    ];
    const reads = await reader(organisation, 'user', {
      without: ['ROLE_PROGRAM_APPROVE_ACTION', 'ROLE_MACHINE_APPROVE_ACTION', 'ROLE_TAG_ACCESS'],
    });
    const elsewhere = await reader(await anOrganisation(server), 'clientAdmin');
    await aProgram(boss, { name: 'Levain <b>', approved: false });
    (await boss.post('/tags', { name: 'Été' })).expect(201);
    const machine = await aMachine(boss, { name: 'Four 1' });
    (await boss.put(`/machines/${machine.id}`, { name: 'Four 2' })).expect(200);
    await settled();
    const [inFrench, ...more] = mailsOf(french);
    expect(more).toEqual([]);
    expect(inFrench).toContain('4 changements');
    expect(inFrench).toContain('1 attend une approbation');
    expect(inFrench).toContain('a créé Levain <b> – en attente d’approbation');
    expect(inFrench).toContain('a créé Levain &#60;b&#62;');
    expect(inFrench).toContain('a modifié Four 2 (nom)');
    const [inEnglish] = mailsOf(reads);
    expect(inEnglish).toContain('3 changes');
    expect(inEnglish).not.toContain('waits for approval');
    expect(inEnglish).not.toContain('Été');
    for (const nobody of [boss, quiet, elsewhere]) expect(mailsOf(nobody)).toEqual([]);
  });

  it.concurrent('tell of records only that the reader sees, deleted ones included', async () => {
    const organisation = await anOrganisation(server);
    const boss = await aPerson(server, 'clientAdmin', organisation);
    const person = await reader(organisation, 'user', {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE', 'ROLE_PROGRAM_APPROVE_ACCESS'],
    });
    const theirs = await aStructure(server, boss, 'Theirs', { related: person });
    const other = await aStructure(server, boss, 'Secret place');
    await aMachine(boss, { name: 'Seen oven', structure: theirs });
    await aMachine(boss, { name: 'Secret oven', structure: other });
    const gone = await aMachine(boss, { name: 'Gone oven', structure: theirs });
    const goneHidden = await aMachine(boss, { name: 'Secret gone oven', structure: other });
    await aProgram(boss, { name: 'Secret program', approved: false });
    const draft = await aProgram(boss, { name: 'Secret draft', approved: false });
    for (const path of [
      `programs/${draft.id}`,
      `machines/${gone.id}?deletePrograms=0`,
      `machines/${goneHidden.id}?deletePrograms=0`,
    ])
      expect((await boss.delete(`/${path}`)).status).toBe(204);
    await settled();
    const mail = mailsOf(person).join('\n');
    expect(mail).toContain('created Seen oven');
    expect(mail).toContain('deleted Gone oven');
    expect(mail).not.toContain('Secret');
  });

  it.concurrent('tell the people who may approve it that an oven has paired', async () => {
    const organisation = await anOrganisation(server);
    const boss = await reader(organisation, 'clientAdmin', {}, { notificationMachines: true });
    const { machine } = await aPairedMachine(server, await aPerson(server, 'clientAdmin', organisation), {
      name: 'Four neuf',
    });
    (await boss.put(`/machines/${machine.id}`, { approved: false })).expect(200);
    await settled();
    expect(mailsOf(boss).join('\n')).toContain('Four neuf paired');
  });

  it.concurrent('about thousands of changes are one mail that names the first twenty', async () => {
    const organisation = await anOrganisation(server);
    const boss = await reader(organisation, 'clientAdmin');
    await server.services.db.as(organisationScope(organisation), (trx) =>
      record(
        trx,
        {
          organisationId: organisation,
          userId: newId(),
          fullName: 'Marie Levain',
          master: { userId: newId(), fullName: 'Support', kind: 'technician', remoteParamsEdit: false },
        },
        ...Array.from(
          { length: 6000 },
          (_, index) => ({ type: 'deletion', origin: { entity: 'tag', id: newId(), name: `Tag ${index}` } }) as const,
        ),
      ),
    );
    await settled();
    const mails = mailsOf(boss);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('6,000 changes');
    expect(mails[0]).toContain('And 5,980 more.');
    expect(mails[0]).toContain('Support (as Marie Levain) deleted Tag 19');
    expect(mails[0]).not.toContain('Tag 20');
  });

  it('are sent once, also after the mail server was unavailable for a while', async () => {
    const organisation = await anOrganisation(server);
    const boss = await aPerson(server, 'clientAdmin', organisation);
    const person = await reader(organisation, 'user');
    smtp.away(true);
    await aProgram(boss, { name: 'While away' });
    await eventually(async () => (await left()) === 0);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(mailsOf(person)).toEqual([]);
    smtp.away(false);
    await settled();
    expect(mailsOf(person)).toHaveLength(1);
    expect(mailsOf(person)[0]).toContain('While away');
  });
});

it('PRO-06 two servers that read the changes at once mail each change once', async () => {
  const organisation = await anOrganisation(server);
  const boss = await aPerson(server, 'clientAdmin', organisation);
  const person = await reader(organisation, 'user');
  const tag = (await boss.post('/tags', { name: 'Once' })).expect(201) as { id: string };
  const take = () =>
    server.services.db.as(organisationScope(organisation), async (trx) => {
      const rows = await takeUntold(trx, organisation, 100);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return rows.map(({ originId }) => originId);
    });
  expect((await Promise.all([take(), take()])).flat()).toEqual([tag.id]);
  await settled();
  expect(mailsOf(person)).toEqual([]);
});
