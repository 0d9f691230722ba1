import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganisation, aPerson, aProgram, install, type Person, preheatedTo } from '../../testing/builders.ts';
import { aPairedMachine, connectOven, eventually, type Oven } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

interface Wanted {
  version: number;
  programs: { id: string; revision: number; sha256: string; overwrite?: boolean }[];
}

async function anOven() {
  const { machine, credentials } = await aPairedMachine(server, admin);
  const oven = await connectOven(credentials);
  for (const name of ['desired', 'programs']) await oven.client.subscribeAsync(`m/${machine.id}/${name}`, { qos: 1 });
  await oven.birth();
  const state = async () =>
    (await admin.get(`/programMachines?machine=${machine.id}`)).body['hydra:member'] as {
      id: string;
      state: string;
      reason: string | null;
      program: { id: string };
    }[];
  return { machine, credentials, oven, state };
}

function lastDesired(oven: Oven): Wanted | undefined {
  return oven.received.get('desired')?.at(-1) as Wanted | undefined;
}

function wanting(oven: Oven, ...ids: string[]) {
  return eventually(() => {
    const wanted = lastDesired(oven);
    return wanted && JSON.stringify(wanted.programs.map((one) => one.id)) === JSON.stringify(ids) ? wanted : undefined;
  });
}

const nowText = () => new Date().toISOString();

describe('LNK-06 the desired state of a machine', () => {
  it('reaches the machine in the order of the list; the machine requests the bodies, verifies them and confirms', async () => {
    const { machine, oven, state } = await anOven();
    const [one, two] = [await aProgram(admin), await aProgram(admin)];
    await install(admin, [machine.id], [one.id, two.id]);
    expect((await state()).map((link) => link.state)).toEqual(['pending', 'pending']);
    const wanted = await wanting(oven, one.id, two.id);
    await oven.report('requests', {
      id: 'q1',
      at: nowText(),
      programs: wanted.programs.map(({ id, revision }) => ({ id, revision })),
    });
    const bodies = await eventually(() =>
      oven.received.get('programs')?.length === 2
        ? (oven.received.get('programs') as { sha256: string; body: { id: string } }[])
        : undefined,
    );
    expect(bodies.map((message) => [message.body.id, message.sha256]).sort()).toEqual(
      wanted.programs.map((program) => [program.id, program.sha256]).sort(),
    );
    const held = wanted.programs.map(({ overwrite: _, ...program }) => ({ ...program, state: 'applied' }));
    await oven.report('reported', { id: 'p1', at: nowText(), desiredVersion: wanted.version, programs: held });
    expect((await state()).map((link) => link.state)).toEqual(['synchronised', 'synchronised']);

    await oven.report('reported', {
      id: 'p2',
      at: nowText(),
      desiredVersion: wanted.version,
      programs: [{ ...held[0], state: 'refused', reason: 'the tank is too small' }, held[1]],
    });
    expect((await state())[0]).toMatchObject({ state: 'refused', reason: 'the tank is too small' });
    await oven.close();
  });

  it('contains the new revision when a program changes, and the former one while the change waits for approval', async () => {
    const { machine, oven, state } = await anOven();
    const writer = await aPerson(server, 'user', admin.organisationId, { without: ['ROLE_PROGRAM_APPROVE_ACTION'] });
    const program = await aProgram(admin);
    await admin.post('/programMachines', { machine: machine.id, program: program.id });
    const first = await wanting(oven, program.id);
    await oven.report('reported', {
      id: 'p1',
      at: nowText(),
      desiredVersion: first.version,
      programs: [{ ...first.programs[0], state: 'applied' }],
    });
    await writer.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(210) });
    expect((await state())[0]?.state).toBe('synchronised');
    await admin.put(`/programs/${program.id}`, { approved: true });
    expect((await state())[0]?.state).toBe('pending');
    await eventually(() => lastDesired(oven)?.programs[0]?.revision === 2);
    await admin.put(`/programs/${program.id}`, { approved: false });
    await wanting(oven);
    expect((await state())[0]?.state).toBe('notSent');
    await oven.close();
  });

  it('does not silently overwrite a program that was changed at the oven; a person decides', async () => {
    const { machine, oven, state } = await anOven();
    const program = await aProgram(admin);
    await admin.post('/programMachines', { machine: machine.id, program: program.id });
    const wanted = await wanting(oven, program.id);
    await oven.report('reported', {
      id: 'p1',
      at: nowText(),
      desiredVersion: wanted.version,
      programs: [
        {
          id: program.id,
          revision: 1,
          sha256: 'f'.repeat(64),
          state: 'changed',
          reason: { code: 'changed', values: { step: 1, fromCelsius: 250, toCelsius: 243 } },
        },
      ],
    });
    const [link] = await state();
    expect(link).toMatchObject({ state: 'changedOnMachine', reason: 'Step 1: 250 °C → 243 °C' });
    expect(lastDesired(oven)?.programs[0]?.overwrite).toBeUndefined();
    await admin.post(`/programMachines/${link?.id}/restore`);
    await eventually(() => lastDesired(oven)?.programs[0]?.overwrite);
    expect((await state())[0]?.state).toBe('pending');
    await oven.report('reported', {
      id: 'p2',
      at: nowText(),
      desiredVersion: wanted.version + 1,
      programs: [{ ...wanted.programs[0], state: 'applied' }],
    });
    expect((await state())[0]?.state).toBe('synchronised');
    await oven.close();
  });

  it('waits for a machine that is not connected, and is not sent to one that is not approved or out of service', async () => {
    const { machine, credentials, oven, state } = await anOven();
    const program = await aProgram(admin);
    await oven.close();
    await admin.post('/programMachines', { machine: machine.id, program: program.id });
    expect((await state())[0]?.state).toBe('pending');
    const back = await connectOven(credentials);
    await back.client.subscribeAsync(`m/${machine.id}/desired`, { qos: 1 });
    await back.birth();
    await wanting(back, program.id);
    await admin.put(`/machines/${machine.id}`, { approved: false });
    expect((await state())[0]?.state).toBe('notSent');
    await eventually(() => back.received.get('desired')?.at(-1) === null);
    await admin.put(`/machines/${machine.id}`, { approved: true });
    await eventually(() => lastDesired(back)?.programs.length === 1);

    // Out of service it cannot connect; once it is in service again, it gets the desired state that waits.
    await admin.put(`/machines/${machine.id}`, { active: false });
    expect((await state())[0]?.state).toBe('notSent');
    await eventually(() => !back.client.connected);
    await expect(connectOven(credentials)).rejects.toThrow();
    await admin.put(`/machines/${machine.id}`, { active: true });
    const inService = await connectOven(credentials);
    await inService.client.subscribeAsync(`m/${machine.id}/desired`, { qos: 1 });
    await inService.birth();
    await wanting(inService, program.id);
    await inService.close();
    await back.close();
  });

  it('contains no program of others: a request for a program that is not installed on the machine is refused', async () => {
    const { oven } = await anOven();
    const program = await aProgram(admin);
    await oven.report('requests', { id: 'q1', at: nowText(), programs: [{ id: program.id, revision: 1 }] });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(oven.received.get('programs')).toBeUndefined();
    await oven.close();
  });
});

describe('LNK-06 MKR-01 the desired state is sent once for each connection', () => {
  it.each([
    ['a machine that is back at once', {}, false],
    ['a machine that was away', {}, true],
    ['a machine with a persistent session', { clean: false }, true],
  ])('to %s', async (_who, options, isAway) => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const program = await aProgram(admin);
    await install(admin, [machine.id], [program.id]);
    const live = async () => {
      const oven = await connectOven(credentials, options);
      await oven.client.subscribeAsync([`m/${machine.id}/desired`, `m/${machine.id}/stored`], { qos: 1 });
      await oven.birth();
      await wanting(oven, program.id);
      // What was sent before is there when this is named.
      await oven.report('activities', { entries: [{ id: `a${Date.now()}`, at: nowText(), type: 'PowerOn' }] });
      await eventually(() => (oven.received.get('stored')?.length ?? 0) >= 2);
      const versions = (oven.received.get('desired') as Wanted[]).map((wanted) => wanted?.version);
      expect(new Set(versions).size).toBe(versions.length);
      return oven;
    };
    const first = await live();
    first.client.stream.destroy();
    await first.close();
    // The server keeps or forgets what is retained, depending on how soon the machine is back.
    const isConnected = async () => (await admin.get(`/machines/${machine.id}`)).body.connection.connected;
    if (isAway) await eventually(async () => !(await isConnected()));
    const second = await live();
    expect(second.received.get('desired')).toHaveLength(1);
    await second.close();
  });

  it('also when it subscribes after its birth', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const program = await aProgram(admin);
    await install(admin, [machine.id], [program.id]);
    const oven = await connectOven(credentials);
    await oven.birth();
    await oven.client.subscribeAsync(`m/${machine.id}/desired`, { qos: 1 });
    await wanting(oven, program.id);
    await oven.close();
  });
});
