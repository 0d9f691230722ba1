import type { HistoryEventView } from '@fournil/contract/history/historyEvent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organisationScope } from '../db/database.ts';
import { newId } from '../kit/ids.ts';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { record } from './record.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let colleague: Person;
let machineId: string;
let programId: string;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  colleague = await aPerson(server, 'user', organisation);
  machineId = (await aMachine(admin, { name: 'Four 3' })).id;
  programId = (await aProgram(admin, { name: '=Baguette tradition' } as never)).id;
  (await colleague.post('/programMachines', { machine: machineId, program: programId })).expect(201);
  for (let index = 0; index < 12; index += 1)
    (await admin.put(`/machines/${machineId}`, { description: `No. ${index}` })).expect(200);
});
afterAll(() => server.close());

const history = async (who: Person, query = '', path = `/history/machine/${machineId}/full`) => {
  const { body } = await who.get(`${path}${query}`);
  return { events: body['hydra:member'] as HistoryEventView[], total: body['hydra:totalItems'] as number };
};

describe('HIS-01 HIS-02 the history of a record', () => {
  it('returns ten events, and ten more, newest first, with program and machine of an installation', async () => {
    const first = await history(admin);
    expect([first.events.length, first.total]).toEqual([10, 14]);
    const second = await history(admin, '?page=2');
    expect(second.events.map((event) => event.typeEvent)).toEqual(['update', 'update', 'install', 'creation']);
    expect(second.events[2]).toMatchObject({
      originName: '=Baguette tradition',
      originOpens: true,
      targetName: 'Four 3',
      targetOpens: true,
      actionner: { fullName: expect.stringMatching(/^Ada Test/), master: null },
    });
    expect((await history(admin, '', `/history/program/${programId}/full`)).events[0]).toMatchObject({
      typeEvent: 'install',
      targetId: machineId,
    });
  });

  it('is filtered by kind, person and period, and lists the people in it', async () => {
    expect((await history(admin, '?type=install')).total).toBe(1);
    expect((await history(admin, '?type[]=install&type[]=creation')).total).toBe(2);
    expect((await history(admin, `?actor=${colleague.userId}`)).events.map((event) => event.typeEvent)).toEqual([
      'install',
    ]);
    expect((await history(admin, '?from=2999-01-01T00:00:00.000Z')).total).toBe(0);
    expect((await admin.get(`/history/machine/${machineId}/full?type=explosion`)).status).toBe(400);
    expect((await admin.get(`/history/machine/${machineId}/full?colour=red`)).status).toBe(400);
    const people = (await admin.get(`/history/machine/${machineId}/people`)).body as { id: string }[];
    expect(people.map(({ id }) => id).sort()).toEqual([admin.userId, colleague.userId].sort());
  });

  it('HIS-02 can be downloaded whole in the reader’s language, with formulas made harmless', async () => {
    const french = await aPerson(server, 'clientAdmin', organisation, { language: 'FR' });
    const answer = await french.get(`/history/machine/${machineId}/full.csv`);
    const lines = (answer.body as string).slice(1).split('\r\n');
    expect(lines[0]).toBe(
      'Date (Europe/Paris);Date (UTC, ISO 8601);Personne;En son nom, par;Événement;Quoi;Avec;Champs;Avant et après;Refus;Structure;Adresse;Navigateur;Client',
    );
    expect(lines).toHaveLength(16);
    expect(lines[1]).toMatch(/;Modification;Four 3;;description;description: No. 10 → No. 11;;;127.0.0.1;/);
    expect(lines[13]).toMatch(/;Installation;'=Baguette tradition;Four 3;;/);
    expect((await french.get(`/history/machine/${machineId}/full.csv?type=install`)).body.split('\r\n')).toHaveLength(
      3,
    );
  });

  it('GEN-07 and the other downloads about a machine are in its zone where the reader prefers that, and else in the reader’s zone', async () => {
    const machine = await aMachine(admin, { timezone: 'America/New_York' });
    const files = ['activities.csv', 'errors.csv']
      .map((one) => `/machines/${machine.id}/${one}`)
      .concat(`/history/machine/${machine.id}/full.csv`);
    const reader = await aPerson(server, 'clientAdmin', organisation);
    for (const [displayDatePreference, zone] of [
      [2, 'America/New_York'],
      [1, 'Europe/Paris'],
      [0, 'UTC'],
    ] as const) {
      (await reader.put('/profile', { displayDatePreference })).expect(200);
      for (const file of files) {
        const [head] = (await reader.get(file)).body.split('\r\n');
        expect(head, file).toContain(`(${zone})`);
      }
    }
    const [head] = (
      await (await aPerson(server, 'clientAdmin', organisation)).get(`/history/user/${reader.userId}/full.csv`)
    ).body.split('\r\n');
    expect(head).toContain('Date (Europe/Paris)');
  });

  it('contains every event once in a file that is longer than one page', async () => {
    const id = (await aMachine(admin)).id;
    await server.ownerQuery(
      `insert into "historyEvents" (id, "organisationId", type, entity, "originId", "originName", "actorName", at)
       select gen_random_uuid(), $1, 'update', 'machine', $2, 'n' || n, 'Ada', now() - (n / 7) * interval '1 second'
         from generate_series(1, 2500) n returning id`,
      [organisation, id],
    );
    const lines = (await admin.get(`/history/machine/${id}/full.csv`)).body.split('\r\n');
    expect(lines).toHaveLength(2503);
    expect(new Set(lines).size).toBe(2503);
  });

  it('hides the names of records that the reader may not see, and links to no deleted record', async () => {
    const shop = await aStructure(server, admin, 'Hidden shop');
    const hidden = await aMachine(admin, { name: 'Hidden oven', structure: shop });
    (await admin.post('/programMachines', { machine: hidden.id, program: programId })).expect(201);
    const user = await aPerson(server, 'user', organisation, { without: ['ROLE_STRUCTURE_TOTAL_ACCESS'] });
    const path = `/history/program/${programId}/full`;
    const told = (await history(user, '?type=install', path)).events;
    expect(told.map(({ targetName, targetId, targetOpens }) => [targetName, targetId, targetOpens])).toContainEqual([
      '…',
      null,
      false,
    ]);
    expect((await user.get(`/history/program/${programId}/full.csv`)).body).not.toContain('Hidden oven');
    await admin.delete(`/machines/${hidden.id}?deletePrograms=0`);
    const after = (await history(admin, '?type=install', path)).events.find((event) => event.targetId === hidden.id);
    expect(after).toMatchObject({ targetName: 'Hidden oven', targetOpens: false });
  });

  it('hides name and id of an oven that has left the structures of the reader', async () => {
    const [near, far] = [await aStructure(server, admin, 'Near'), await aStructure(server, admin, 'Far')];
    const without = ['ROLE_STRUCTURE_TOTAL_ACCESS'] as const;
    const user = await aPerson(server, 'user', organisation, { without });
    (await admin.put(`/structures/${near}`, { relatedUsers: [user.userId] })).expect(200);
    const { id } = await aMachine(admin, { name: 'Leaving oven', structure: near });
    const path = `/history/structure/${near}/full`;
    const readBy = async (who: Person) => (await history(who, '?type=addToStructure', path)).events[0];
    expect(await readBy(user)).toMatchObject({ originId: id, originName: 'Leaving oven' });
    (await admin.put(`/machines/${id}`, { structure: far })).expect(200);
    expect(await readBy(user)).toMatchObject({ originId: null, originName: '…', originOpens: false });
    expect(JSON.stringify((await history(user, '', path)).events)).not.toContain(id);
    expect(await readBy(admin)).toMatchObject({ originId: id, originName: 'Leaving oven' });
  });

  it('HIS-01 names the master who acted in a client’s name, too', async () => {
    const master = {
      kind: 'technician' as const,
      remoteParamsEdit: false,
      userId: newId(),
      fullName: 'Tim Technician',
    };
    await server.services.db.as(organisationScope(organisation), (trx) =>
      record(
        trx,
        { organisationId: organisation, userId: admin.userId, fullName: 'Ada Test', master },
        { type: 'approval', origin: { entity: 'machine', id: machineId, name: 'Four 3' } },
      ),
    );
    expect((await history(admin)).events[0]).toMatchObject({
      typeEvent: 'approval',
      actionner: { fullName: 'Ada Test', master: 'Tim Technician' },
    });
  });

  it('RGT-06 of another organisation’s record is not found, in any form', async () => {
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    for (const form of ['full', 'full.csv', 'people'])
      expect((await stranger.get(`/history/machine/${machineId}/${form}`)).status).toBe(404);
  });
});
