import type { Right } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { aMachine, anOrganisation, aPerson, aProgram, install, type Person } from '../testing/builders.ts';
import { aPairedMachine, connectOven } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

describe('MAC-02 entering a machine', () => {
  it('accepts a model of its category only', async () => {
    const fields = { name: 'Four', serialNumber: 'MODEL-1', pin: '1234', category: 'deck', model: 'vulcan-18' };
    const refused = await admin.post('/machines', fields);
    expect([refused.status, refused.body.violations]).toMatchObject([
      422,
      [{ propertyPath: 'model', key: 'custom.validation.modelOfOther' }],
    ]);
    (await admin.post('/machines', { ...fields, category: 'pizza' })).expect(201);
  });

  it.each([
    [
      {},
      {
        name: 'ra.validation.required',
        serialNumber: 'ra.validation.required',
        pin: 'ra.validation.required',
        category: 'custom.validation.categoryBlank',
      },
    ],
    [{ name: 'n', serialNumber: 's', pin: '12345', category: 'deck' }, { pin: 'custom.validation.pin' }],
    [{ name: 'n', serialNumber: 's', pin: '12a4', category: 'deck' }, { pin: 'custom.validation.pin' }],
    [{ name: 'x'.repeat(256), serialNumber: 's', pin: '1234', category: 'deck' }, { name: 'ra.validation.maxLength' }],
    [{ name: 'n', serialNumber: 's', pin: '1234', category: 'toaster' }, { category: 'ra.validation.oneOf' }],
    [{ name: 'n', serialNumber: 's', pin: '1234', category: '' }, { category: 'custom.validation.categoryBlank' }],
    [
      { name: 'n', serialNumber: 'FS 1', pin: '1234', category: 'deck' },
      { serialNumber: 'custom.validation.serialNumber' },
    ],
    [
      { name: 'n', serialNumber: 'a\u0000b', pin: '1234', category: 'deck' },
      { serialNumber: 'custom.validation.unstorable' },
    ],
    [
      { name: 'n', serialNumber: 's', pin: '1234', category: 'deck', timezone: 'Moon/Base' },
      { timezone: 'custom.validation.timezone' },
    ],
    [
      { name: 'n', serialNumber: 's', pin: '1234', category: 'deck', approved: true },
      { approved: 'custom.validation.unknownField' },
    ],
  ])('names field and rule of %j', async (body, expected) => {
    const answer = await admin.post('/machines', body);
    expect(answer.status).toBe(422);
    expect(
      Object.fromEntries(
        answer.body.violations.map((one: { propertyPath: string; key: string }) => [one.propertyPath, one.key]),
      ),
    ).toEqual(expected);
  });

  it('names the rule in the reader’s language', async () => {
    const french = await aPerson(server, 'clientAdmin', organisation, { language: 'FR' });
    const { violations } = (
      await french.post('/machines', { name: 'n', serialNumber: 's', pin: '1', category: 'deck' })
    ).body;
    expect(violations[0].message).toBe('Doit contenir 4 chiffres');
  });

  it('never shows the PIN again, and accepts a serial number once per organisation', async () => {
    const machine = await aMachine(admin, { serialNumber: 'FS-1', pin: '4711' });
    for (const path of [`/machines/${machine.id}`, '/machines', `/history/machine/${machine.id}/full`])
      expect(JSON.stringify((await admin.get(path)).body)).not.toMatch(/4711|pinHash/);
    expect(
      (await admin.post('/machines', { name: 'again', serialNumber: 'FS-1', pin: '1234', category: 'deck' })).body
        .violations[0],
    ).toMatchObject({
      propertyPath: 'serialNumber',
      key: 'custom.validation.taken',
    });
    const elsewhere = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    expect(
      (await elsewhere.post('/machines', { name: 'mine', serialNumber: 'FS-1', pin: '1234', category: 'deck' })).status,
    ).toBe(201);
  });

  it('records in the history who did it (HIS-01, HIS-02)', async () => {
    const machine = await aMachine(admin);
    await admin.put(`/machines/${machine.id}`, { name: 'Renamed', description: 'by the door' });
    const events = (await admin.get(`/history/machine/${machine.id}/full`)).body['hydra:member'];
    expect(events.map((one: { typeEvent: string }) => one.typeEvent)).toEqual(['update', 'creation']);
    expect(events[0]).toMatchObject({
      originId: machine.id,
      originName: 'Renamed',
      fields: ['name', 'description'],
      actionner: { id: admin.userId },
    });
  });
});

describe('MAC-05 the switches of a machine', () => {
  it('need rights of their own', async () => {
    const machine = await aMachine(admin);
    const without = (...rights: Right[]) => aPerson(server, 'user', organisation, { without: rights });
    const noSwitches = await without('ROLE_MACHINE_APPROVE_ACTION', 'ROLE_MACHINE_ACTIVATE_ACTION');
    expect((await noSwitches.put(`/machines/${machine.id}`, { active: false })).status).toBe(403);
    expect((await noSwitches.put(`/machines/${machine.id}`, { approved: true })).status).toBe(403);
    expect((await noSwitches.put(`/machines/${machine.id}`, { name: 'fine' })).status).toBe(200);
    const onlySwitches = await without('ROLE_MACHINE_EDITOR');
    expect((await onlySwitches.put(`/machines/${machine.id}`, { active: false })).body.active).toBe(false);
    expect((await onlySwitches.put(`/machines/${machine.id}`, { name: 'no' })).status).toBe(403);
  });

  it('approve only a machine that has paired', async () => {
    const machine = await aMachine(admin);
    expect((await admin.put(`/machines/${machine.id}`, { approved: true })).body).toMatchObject({
      status: 409,
      detail: 'Not paired yet',
    });
  });

  it('are refused when somebody else has changed the machine meanwhile', async () => {
    const machine = await aMachine(admin);
    expect(
      (await admin.put(`/machines/${machine.id}`, { name: 'first' }, { 'if-match': `"${machine.version}"` })).status,
    ).toBe(200);
    expect(
      (await admin.put(`/machines/${machine.id}`, { name: 'second' }, { 'if-match': `"${machine.version}"` })).status,
    ).toBe(412);
    expect((await admin.get(`/machines/${machine.id}`)).body.name).toBe('first');
  });
});

test('MAC-06 deleting a machine keeps or deletes the programs that are installed on no other machine', async () => {
  const [one, other] = [await aMachine(admin), await aMachine(admin)];
  const [onlyHere, onBoth] = [await aProgram(admin), await aProgram(admin)];
  await install(admin, [one.id], [onlyHere.id, onBoth.id]);
  await install(admin, [other.id], [onBoth.id]);
  for (const bad of ['?deletePrograms=2', '?deletePrograms=true'])
    expect((await admin.delete(`/machines/${one.id}${bad}`)).status).toBe(400);
  expect((await admin.delete(`/machines/${one.id}?deletePrograms=1`)).status).toBe(204);
  expect((await admin.delete(`/machines/${one.id}?deletePrograms=1`)).status).toBe(404);
  expect((await admin.get(`/programs/${onlyHere.id}`)).status).toBe(404);
  expect((await admin.get(`/programs/${onBoth.id}`)).status).toBe(200);
  expect((await admin.delete(`/machines/${other.id}`)).status).toBe(204);
  expect((await admin.get(`/programs/${onBoth.id}`)).status).toBe(200);
});

test('MAC-06 the call before a deletion names exactly the programs that the deletion would delete', async () => {
  const [one, other] = [await aMachine(admin), await aMachine(admin)];
  const [onlyHere, onBoth] = [await aProgram(admin, { name: 'Only here' }), await aProgram(admin)];
  await install(admin, [one.id, other.id], [onBoth.id]);
  await install(admin, [one.id], [onlyHere.id]);
  expect((await admin.get(`/machines/${one.id}/deletion`)).body).toEqual({ programs: 1, names: ['Only here'] });
  expect((await admin.get(`/machines/${other.id}/deletion`)).body).toEqual({ programs: 0, names: [] });
  const keeps = await aPerson(server, 'user', organisation, { without: ['ROLE_PROGRAM_DELETE'] });
  expect((await keeps.get(`/machines/${one.id}/deletion`)).body).toEqual({ programs: 0, names: [] });
  expect((await keeps.delete(`/machines/${one.id}?deletePrograms=1`)).status).toBe(403);
});

test('MAC-01, HOM-01 the counts of connected and unapproved machines are the same beside the list, in its filter and on the home page', async () => {
  const mine = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  const [well, failing, unapproved] = [
    await aPairedMachine(server, mine),
    await aPairedMachine(server, mine),
    await aPairedMachine(server, mine),
  ];
  await aPairedMachine(server, mine);
  await mine.put(`/machines/${unapproved.machine.id}`, { approved: false });
  await mine.put(`/machines/${(await aMachine(mine)).id}`, { active: false });
  const ovens = [];
  for (const { credentials } of [well, failing, unapproved]) {
    const oven = await connectOven(credentials);
    await oven.birth();
    ovens.push(oven);
  }
  await ovens[1]?.report('errors', { entries: [{ id: 'e', code: 'E01', dateStart: '2026-01-15T06:00:00.000Z' }] });
  const home = (await mine.get('/home')).body;
  expect((await mine.get('/machines/counts')).body).toEqual({
    total: 5,
    connected: 3,
    failing: 1,
    away: 1,
    notApproved: 2,
    notPaired: 1,
  });
  expect((await mine.get('/machines?connected=true')).body['hydra:totalItems']).toBe(3);
  expect((await mine.get('/machines?approved=false')).body['hydra:totalItems']).toBe(2);
  expect([home.machinesConnected, home.machinesFailing, home.machinesAway]).toEqual([3, 1, 1]);
  for (const oven of ovens) await oven.close();
});
