import type { Command } from '@fournil/contract/machine-link/fromServer';
import type { MachineCommandView, MachineSettingsView } from '@fournil/contract/machines/settings';
import { can } from '@fournil/contract/rights/policy';
import type { Actor, PersonKind } from '@fournil/contract/rights/roles';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { apiAs } from '../../testing/api.ts';
import { aMachine, anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { aPairedMachine, connectOven, eventually, type Oven } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

const settings = [
  { param: 'display.brightness', type: 'DOUBLE', value: 80, min: 10, max: 100, unit: 'percent' },
  { param: 'manual.temperature', type: 'DOUBLE', value: 220, min: 0, max: 250, unit: 'Celsius' },
  { param: 'display.name', type: 'TEXT', value: 'Sole', maxLength: 10 },
  { param: 'buzzer.enabled', type: 'BOOL', value: true },
  { param: 'clock.timeServer', type: 'IP', value: '192.0.2.1' },
  { param: 'display.language', type: 'TEXTLIST', value: 'fr', options: ['fr', 'en'] },
];

let server: TestServer;
let organisation: string;
let admin: Person;
let support: Person;
let machineId: string;
let credentials: Awaited<ReturnType<typeof aPairedMachine>>['credentials'];
let oven: Oven;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server, 'Levain & Fils');
  admin = await aPerson(server, 'clientAdmin', organisation);
  support = await aPerson(server, 'superAdmin', null);
  const paired = await aPairedMachine(server, admin, { name: 'Four 1', serialNumber: 'FS-7001' });
  machineId = paired.machine.id;
  credentials = paired.credentials;
  oven = await anOven();
});
afterAll(async () => {
  await oven.close();
  await server.close();
});

async function anOven(): Promise<Oven> {
  const connected = await connectOven(credentials);
  await connected.client.subscribeAsync(`m/${machineId}/commands`, { qos: 1 });
  await connected.birth({ settings });
  return connected;
}

const path = () => `/machines/${machineId}/settings`;
const change = (param: string, type: string, value: unknown, by: Person = support) =>
  by.post('/machine/update-machine-settings', { id: machineId, param, type, value });
const read = async (by: Person = support) => (await by.get(path())).expect(200) as MachineSettingsView;
const settingOf = async (param: string) => (await read()).settings.find(({ setting }) => setting.param === param);
const history = async (query = '') =>
  (await support.get(`${path()}/history${query}`)).body['hydra:member'] as MachineCommandView[];
const received = (at: Oven = oven) => (at.received.get('commands') ?? []) as Command[];
const commandFor = (value: unknown, at: Oven = oven) =>
  eventually(() => received(at).find((one) => one.set.value === value));
const now = () => new Date(server.services.now()).toISOString();
async function aTechnician(remoteParamsEdit: boolean): Promise<Person> {
  const person = await aPerson(server, 'technician', null);
  await server.ownerQuery('update users set "remoteParamsEdit" = $2 where id = $1', [person.userId, remoteParamsEdit]);
  // What the server knows of a person may be a second old (RGT-03).
  await eventually(
    async () =>
      (await person.get('/profile')).body.profile.roles.includes('ROLE_REMOTE_PARAMS_EDIT') === remoteParamsEdit,
  );
  return person;
}

describe('MAC-07 reading and changing a machine’s settings', () => {
  it.each<[who: string, make: () => Promise<Person> | Person, reads: number, changes: number]>([
    ['a super admin', () => support, 200, 202],
    ['a technician with ROLE_REMOTE_PARAMS_EDIT', () => aTechnician(true), 200, 202],
    ['a technician without it', () => aTechnician(false), 200, 403],
    ['a client admin', () => admin, 200, 403],
    ['a user with every right', () => aPerson(server, 'user', organisation), 403, 403],
    [
      'a client admin of another organisation',
      async () => aPerson(server, 'clientAdmin', await anOrganisation(server)),
      404,
      403,
    ],
  ])('answers with the expected status for %s', async (_who, make, reads, changes) => {
    const person = await make();
    expect((await person.get(path())).status).toBe(reads);
    expect((await person.get(`${path()}/history`)).status).toBe(reads);
    expect((await change('display.name', 'TEXT', 'Sole', person)).status).toBe(changes);
  });

  it('is refused without a session, and answers 404 for a machine that never existed', async () => {
    expect((await apiAs(server, null).get(path())).status).toBe(401);
    expect((await apiAs(server, null).post('/machine/update-machine-settings', {})).status).toBe(401);
    expect((await support.get(`/machines/${newId()}/settings`)).status).toBe(404);
    expect(
      (await support.post('/machine/update-machine-settings', { id: newId(), type: 'TEXT', param: 'x', value: 'y' }))
        .status,
    ).toBe(404);
  });

  it.each<[PersonKind, { kind: PersonKind; remoteParamsEdit: boolean } | null, boolean, boolean]>([
    ['clientAdmin', null, true, false],
    ['user', null, false, false],
    ['user', { kind: 'technician', remoteParamsEdit: true }, true, true],
    ['user', { kind: 'technician', remoteParamsEdit: false }, true, false],
    ['clientAdmin', { kind: 'superAdmin', remoteParamsEdit: false }, true, true],
    ['clientAdmin', { kind: 'technician', remoteParamsEdit: false }, true, false],
  ])('in a session of a %s with the master %j follows the master’s rights', (kind, master, reads, changes) => {
    const actor: Actor = {
      kind,
      secondStepPending: false,
      rights: [],
      remoteParamsEdit: false,
      master: master && { ...master, userId: 'm', fullName: 'M' },
    };
    expect([can(actor, 'machines.readSettings'), can(actor, 'machines.settings')]).toEqual([reads, changes]);
  });

  it('begins for staff with a search by serial number, which nobody else may use', async () => {
    const found = (await support.get('/machines/by-serial?serialNumber=FS-7001')).body['hydra:member'];
    expect(found).toEqual([
      { id: machineId, name: 'Four 1', organisation: 'Levain & Fils', serialNumber: 'FS-7001', paired: true },
    ]);
    expect((await support.get('/machines/by-serial?serialNumber=FS-7')).body['hydra:member']).toEqual([]);
    expect((await support.get('/machines/by-serial')).status).toBe(400);
    expect((await admin.get('/machines/by-serial?serialNumber=FS-7001')).status).toBe(403);
    // They reach its settings only; every other call about it is refused.
    for (const other of ['', '/activities', '/errors', '/stats', '/activities.csv', '/deletion'])
      expect((await support.get(`/machines/${machineId}${other}`)).status, other).toBe(403);
  });
});

describe('MAC-07 a new value of a setting', () => {
  it.each<[param: string, type: string, value: unknown, field: string, message: string, french: string]>([
    ['nothing.here', 'TEXT', 'x', 'param', 'This does not exist', 'Cet élément n’existe pas'],
    ['display.brightness', 'TEXT', '50', 'type', 'Must be one of: DOUBLE', 'Doit être au choix\u00a0: DOUBLE'],
    [
      'display.brightness',
      'NUMBER',
      50,
      'type',
      'Must be one of: DOUBLE, TEXT, BOOL, IP, TEXTLIST',
      'Doit être au choix\u00a0: DOUBLE, TEXT, BOOL, IP, TEXTLIST',
    ],
    [
      'display.brightness',
      'DOUBLE',
      9,
      'value',
      'This value must be between 10 and 100',
      'Cette valeur doit être comprise entre 10 et 100',
    ],
    [
      'display.brightness',
      'DOUBLE',
      101,
      'value',
      'This value must be between 10 and 100',
      'Cette valeur doit être comprise entre 10 et 100',
    ],
    ['display.brightness', 'DOUBLE', 'fifty', 'value', 'Must be a number', 'Doit être un nombre'],
    [
      'manual.temperature',
      'DOUBLE',
      300,
      'value',
      'This value must be between 0 °C and 250 °C',
      'Cette valeur doit être comprise entre 0 °C et 250 °C',
    ],
    [
      'display.name',
      'TEXT',
      'elevenchars',
      'value',
      'Must be 10 characters or less',
      'Doit contenir 10 caractères au maximum',
    ],
    ['display.name', 'TEXT', 5, 'value', 'This value is not valid', 'Cette valeur n’est pas valide'],
    ['buzzer.enabled', 'BOOL', 'yes', 'value', 'This value is not valid', 'Cette valeur n’est pas valide'],
    ['clock.timeServer', 'IP', '300.1.1.1', 'value', 'Must be an IP address', 'Doit être une adresse IP'],
    ['clock.timeServer', 'IP', '', 'value', 'Required', 'Champ requis'],
    [
      'clock.timeServer',
      'IP',
      '169.254.169.254',
      'value',
      'This address cannot be that of a server',
      'Cette adresse ne peut pas être celle d’un serveur',
    ],
    ['display.language', 'TEXTLIST', 'de', 'value', 'Must be one of: fr, en', 'Doit être au choix\u00a0: fr, en'],
  ])(
    'is checked by the type and limits that the machine reported: %s %s %j',
    async (param, type, value, field, message, french) => {
      const francophone = await aPerson(server, 'superAdmin', null, { language: 'FR' });
      for (const [person, words] of [
        [support, message],
        [francophone, french],
      ] as const) {
        const answer = await change(param, type, value, person);
        expect(answer.status).toBe(422);
        expect(answer.body.violations[0]).toMatchObject({ propertyPath: field, message: words });
      }
      expect(received().filter((one) => one.set.value === value)).toEqual([]);
    },
  );

  it('outside its limits is refused with the limits in the reader’s unit', async () => {
    await support.put('/profile', { temperatureUnitPreference: 'F' });
    const reader = await aPerson(server, 'superAdmin', null);
    await reader.put('/profile', { temperatureUnitPreference: 'F' });
    await eventually(async () =>
      (await change('manual.temperature', 'DOUBLE', 300, reader)).body.violations[0].message.includes('°F'),
    );
    expect((await change('manual.temperature', 'DOUBLE', 300, reader)).body.violations[0].message).toBe(
      'This value must be between 32 °F and 482 °F',
    );
    await support.put('/profile', { temperatureUnitPreference: 'C' });
  });

  it('is refused with the name of every missing field', async () => {
    const { violations } = (await support.post('/machine/update-machine-settings', {})).body;
    expect(violations.map((one: { propertyPath: string }) => one.propertyPath).sort()).toEqual([
      'id',
      'param',
      'type',
      'value',
    ]);
  });

  it('is refused for a machine that is not paired', async () => {
    const loose = await aMachine(admin);
    expect(
      (await support.post('/machine/update-machine-settings', { id: loose.id, param: 'a', type: 'TEXT', value: 'b' }))
        .status,
    ).toBe(409);
    expect((await support.get(`/machines/${loose.id}/settings`)).body).toMatchObject({
      reportedAt: null,
      settings: [],
      machine: { paired: false },
    });
  });
});

describe('MAC-07 a change of a setting', () => {
  it('is pending until the machine confirms it, once, and is then the current value', async () => {
    const asked = (await change('display.brightness', 'DOUBLE', 55)).expect(202) as MachineCommandView;
    expect(asked).toMatchObject({ state: 'pending', oldValue: 80, newValue: 55, requestedBy: { id: support.userId } });
    const command = await commandFor(55);
    expect(command).toMatchObject({
      commandId: asked.id,
      set: { param: 'display.brightness', type: 'DOUBLE', value: 55 },
    });
    expect(Date.parse(command.expiresAt) - Date.parse(asked.requestedAt)).toBe(24 * 3_600_000);
    expect((await settingOf('display.brightness'))?.command?.state).toBe('sent');
    const answer = { id: 'c1', at: now(), commandId: asked.id, done: true, setting: { ...settings[0], value: 55 } };
    await oven.report('answers', answer);
    await oven.report('answers', answer);
    expect(await settingOf('display.brightness')).toMatchObject({
      setting: { value: 55 },
      command: { state: 'done', reason: null },
    });
    expect((await history()).filter((one) => one.id === asked.id)).toMatchObject([
      { state: 'done', oldValue: 80, newValue: 55 },
    ]);
    const events = (await admin.get(`/history/machine/${machineId}/full`)).body['hydra:member'];
    expect(events[0]).toMatchObject({ typeEvent: 'update', fields: ['settings'], actionner: { id: support.userId } });
  });

  it('is shown as refused with the machine’s reason, in the reader’s language where the reason is known', async () => {
    const asked = (await change('manual.temperature', 'DOUBLE', 240)).expect(202) as MachineCommandView;
    await commandFor(240);
    const reason = { code: 'outOfTemperatures', values: { minCelsius: 0, maxCelsius: 230 } };
    await oven.report('answers', { id: 'c2', at: now(), commandId: asked.id, done: false, reason });
    expect(await settingOf('manual.temperature')).toMatchObject({
      setting: { value: 220 },
      command: { state: 'refused', reason: 'The oven accepts 0 °C to 230 °C' },
    });
    const french = await aPerson(server, 'superAdmin', null, { language: 'FR' });
    expect(((await french.get(`${path()}/history`)).body['hydra:member'] as MachineCommandView[])[0]?.reason).toBe(
      'Le four accepte de 0 °C à 230 °C',
    );
    const own = (await change('manual.temperature', 'DOUBLE', 239)).expect(202) as MachineCommandView;
    await oven.report('answers', { id: 'c3', at: now(), commandId: own.id, done: false, reason: 'the door is open' });
    expect((await settingOf('manual.temperature'))?.command?.reason).toBe('the door is open');
  });

  it('waits for a machine that is not connected, is replaced by a newer one, and is sent at the next birth message', async () => {
    await oven.close();
    await eventually(async () => !(await read()).machine.connected);
    const older = (await change('display.name', 'TEXT', 'Older')).expect(202) as MachineCommandView;
    const newer = (await change('display.name', 'TEXT', 'Newer')).expect(202) as MachineCommandView;
    expect((await history()).slice(0, 2)).toMatchObject([
      { id: newer.id, state: 'pending' },
      { id: older.id, state: 'expired', reason: 'A newer change replaced it' },
    ]);
    oven = await anOven();
    await commandFor('Newer');
    expect(received().map((one) => one.set.value)).not.toContain('Older');
    // Not answered, so it is sent again after the next birth, under the same id.
    await oven.close();
    oven = await anOven();
    expect((await commandFor('Newer')).commandId).toBe(newer.id);
    await oven.report('answers', { id: 'c4', at: now(), commandId: newer.id, done: true });
    expect(await settingOf('display.name')).toMatchObject({ setting: { value: 'Newer' }, command: { state: 'done' } });
    await oven.close();
    oven = await anOven();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(received()).toEqual([]);
  });

  it('is not affected by answers of another machine or to an unknown command, which count as protocol errors', async () => {
    const staff = await aPerson(server, 'superAdmin', null);
    const asked = (await change('display.language', 'TEXTLIST', 'en', staff)).expect(202) as MachineCommandView;
    const other = await aPairedMachine(server, await aPerson(server, 'clientAdmin', organisation));
    const thief = await connectOven(other.credentials);
    await thief.report('answers', { id: 'x1', at: now(), commandId: asked.id, done: true });
    await thief.report('answers', { id: 'x2', at: now(), commandId: newId(), done: true });
    const [refused] = await server.ownerQuery<{ count: number }>(
      `select count from "refusedMessages" where topic = 'answers' and "machineId" = $1`,
      [other.machine.id],
    );
    expect(refused?.count).toBe(2);
    const [row] = await server.ownerQuery<{ state: string }>('select state from "machineCommands" where id = $1', [
      asked.id,
    ]);
    expect(row?.state).not.toBe('done');
    await thief.close();
  });

  it('is listed with the others ten at a time, the newest first', async () => {
    const staff = await aPerson(server, 'superAdmin', null);
    for (let value = 20; value < 32; value += 1)
      (await change('display.brightness', 'DOUBLE', value, staff)).expect(202);
    const page = (await staff.get(`${path()}/history`)).body;
    expect(page['hydra:member']).toHaveLength(10);
    expect(page['hydra:member'][0].newValue).toBe(31);
    expect((await staff.get(`${path()}/history?page=2`)).body['hydra:member'][0].newValue).toBe(21);
  });
});

test('LNK-05 settings and software that change at the machine are reported without a new connection', async () => {
  const paired = await aPairedMachine(server, await aPerson(server, 'clientAdmin', organisation));
  const staff = await aPerson(server, 'superAdmin', null);
  const changed = await connectOven(paired.credentials);
  await changed.birth({ settings });
  await changed.report('reported', {
    id: 'r1',
    at: now(),
    desiredVersion: 0,
    programs: [],
    softwareVersion: '5.0.0',
    settings: [{ ...settings[0], value: 33 }],
  });
  const after = (await staff.get(`/machines/${paired.machine.id}/settings`)).body as MachineSettingsView;
  expect(after.settings.map(({ setting }) => setting.value)).toEqual([33, 220, 'Sole', true, '192.0.2.1', 'fr']);
  const [row] = await server.ownerQuery<{ softwareVersion: string }>(
    'select "softwareVersion" from machines where id = $1',
    [paired.machine.id],
  );
  expect(row?.softwareVersion).toBe('5.0.0');
  await changed.close();
});

test('MAC-07 a change expires after a day and is not sent any more, but a late answer still counts', async () => {
  await oven.close();
  await eventually(async () => !(await read()).machine.connected);
  const asked = (await change('buzzer.enabled', 'BOOL', false)).expect(202) as MachineCommandView;
  server.advance(24 * 3600 + 1);
  const staff = await aPerson(server, 'superAdmin', null);
  const state = async () =>
    ((await staff.get(`${path()}/history`)).body['hydra:member'] as MachineCommandView[]).find(
      ({ id }) => id === asked.id,
    )?.state;
  expect(await state()).toBe('expired');
  oven = await anOven();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(received()).toEqual([]);
  await oven.report('answers', { id: 'c5', at: now(), commandId: asked.id, done: true });
  expect(await state()).toBe('done');
});
