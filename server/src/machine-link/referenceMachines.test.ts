import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PhaseGroup, settingsOf } from '@fournil/contract/phases/phaseGroups';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMachine, anOrganisation, aPerson, aProgram, install, type Person, preheatedTo } from '../testing/builders.ts';
import {
  buildCMachine,
  findPythonMachine,
  type MachineCommand,
  type RunningMachine,
  startMachine,
} from '../testing/machines/referenceMachines.ts';
import { eventually } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

interface Held {
  state: string;
  revision: number;
  sha256: string;
  isSettled: boolean;
}

const machines: [string, MachineCommand | null][] = [
  ['Python', findPythonMachine()],
  ['C', buildCMachine()],
];
let server: TestServer;
let admin: Person;
let support: Person;
let folder: string;

beforeAll(async () => {
  // In the last month of their certificates from the beginning, so that they renew them.
  server = await openTestServer({}, undefined, { certificateDays: () => 20 });
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  support = await aPerson(server, 'superAdmin', null);
  folder = mkdtempSync(join(tmpdir(), 'fournil-machines-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const has = (machine: RunningMachine, event: string) => machine.said().some((line) => line['event'] === event);
const count = (machine: RunningMachine, event: string) =>
  machine.said().filter((line) => line['event'] === event).length;

/** With Debian's packages, where they are or can be installed. */
for (const [language, command] of machines)
  describe.skipIf(!command)(`MKR-04 the reference machine in ${language}`, () => {
    let id: string;
    let options: Record<string, string>;
    let machine: RunningMachine;
    const start = () => startMachine(command ?? [], options);
    const activities = async () =>
      (await admin.get(`/machines/${id}/activities`)).body['hydra:member'] as { type: string }[];
    const installations = async () =>
      (await admin.get(`/programMachines?machine=${id}`)).body['hydra:member'] as { state: string }[];

    beforeAll(async () => {
      const entered = await aMachine(admin);
      id = entered.id;
      const state = join(folder, language);
      options = { server: server.url, state, serial: entered.serialNumber, pin: '1234', 'reading-seconds': '1' };
      machine = start();
    });
    afterAll(() => machine.stop('SIGKILL'));

    it('MKR-04 asks until the window is open, pairs, connects and renews its certificate', async () => {
      await eventually(() => has(machine, 'notPaired'));
      (await admin.post(`/machines/${id}/connect`)).expect(200);
      await eventually(() => has(machine, 'paired') && has(machine, 'renewed') && has(machine, 'born'));
      const { connection } = (await admin.get(`/machines/${id}`)).body;
      expect(connection.connected).toBe(true);
      const issued = await server.ownerQuery<{ count: number }>(
        'select count(*)::int as count from "machineCertificates" where "machineId" = $1',
        [id],
      );
      expect(issued[0]?.count).toBe(2);
    });

    it('MKR-04 takes the programs that it should hold, whatever is in their names', async () => {
      (await admin.put(`/machines/${id}`, { approved: true })).expect(200);
      const [one, two] = [await aProgram(admin, { name: 'Éclair "½" 🥐' }), await aProgram(admin)];
      await install(admin, [id], [one.id, two.id]);
      await eventually(
        async () => (await installations()).map(({ state }) => state).join() === 'synchronised,synchronised',
      );
    });

    it('reports what happens, and keeps it over a power cut until it is stored', async () => {
      machine.happens('bake');
      machine.happens('fault E03');
      await eventually(async () => (await activities()).some(({ type }) => type === 'ProgramEnd'));
      const faults = async () => (await admin.get(`/machines/${id}/errors`)).body['hydra:member'];
      await eventually(async () => (await faults()).length === 1);
      const readings = async () => server.ownerQuery('select at from readings where "machineId" = $1', [id]);
      await eventually(async () => (await readings()).length > 2);
      await machine.stop('SIGKILL');
      await eventually(async () => !(await admin.get(`/machines/${id}`)).body.connection.connected);
      machine = start();
      await eventually(() => has(machine, 'born'));
      machine.happens('end E03');
      await eventually(async () => (await faults())[0]?.dateEnd);
      expect(await faults()).toHaveLength(1);
      expect((await activities()).filter(({ type }) => type === 'ProgramStart')).toHaveLength(1);
    });

    it('changes a setting, and refuses a value outside its limits with the limits', async () => {
      const change = { id, param: 'manual.temperature', type: 'DOUBLE' };
      const settings = async () =>
        (await support.get(`/machines/${id}/settings`)).body.settings as {
          setting: { param: string; value: unknown };
          command: { state: string; reason: string | null } | null;
        }[];
      const now = async () => (await settings()).find(({ setting }) => setting.param === change.param);
      (await support.post('/machine/update-machine-settings', { ...change, value: 180 })).expect(202);
      await eventually(async () => (await now())?.command?.state === 'done');
      expect((await now())?.setting.value).toBe(180);
      // The console checks the limits itself, so the machine is asked past it.
      await server.ownerQuery(
        `update machines set settings = replace(settings::text, '"max": 250', '"max": 900')::jsonb where id = $1`,
        [id],
      );
      (await support.post('/machine/update-machine-settings', { ...change, value: 800 })).expect(202);
      await eventually(async () => (await now())?.command?.state === 'refused');
      expect((await now())?.command?.reason).toBe('The oven accepts 0 °C to 250 °C');
    });

    it('MNU-02 sends what was changed at it, keeps it, and gives it up only when a person decides so', async () => {
      const list = '/programMachines?machine=';
      const { body } = await admin.get(`${list}${id}`);
      const [{ id: link, program }] = body['hydra:member'] as [{ id: string; program: { '@id': string } }];
      const programId = program['@id'].split('/').at(-1) ?? '';
      const held = async () =>
        (
          await server.ownerQuery<Held>(
            `select "reportedState" as state, "reportedRevision" as revision, "reportedSha256" as sha256,
              reported."reportedDesiredVersion" = machines."desiredVersion" as "isSettled"
            from installations
              join machines on machines."organisationId" = installations."organisationId" and machines.id = "machineId"
              join "machineStates" reported on reported."organisationId" = machines."organisationId"
                and reported."machineId" = machines.id
            where installations.id = $1`,
            [link],
          )
        )[0];
      const isHeld = (state: string, revision: number) =>
        eventually(async () => {
          const now = await held();
          return now?.isSettled && now.state === state && now.revision === revision ? now : undefined;
        });
      const groups = async () =>
        (
          await server.ownerQuery<{ phaseGroups: PhaseGroup[] }>(
            'select "phaseGroups" from "changedBodies" where "programId" = $1 and sha256 = $2',
            [programId, (await held())?.sha256],
          )
        )[0]?.phaseGroups;
      const save = async (phaseGroups: PhaseGroup[]) =>
        (await admin.put(`/programs/${programId}`, { phaseGroups, approved: true })).expect(200);

      machine.happens('change');
      const first = await isHeld('changed', 1);
      expect(settingsOf((await groups()) ?? []).heat.map((one) => one.temperatureCelsius)).toEqual([243, 220]);
      await machine.stop('SIGKILL');
      machine = start();
      await eventually(() => has(machine, 'born'));
      await save(preheatedTo(230));
      expect(await isHeld('changed', 1)).toEqual(first);
      (await admin.post(`/programMachines/${link}/restore`)).expect(200);
      await isHeld('applied', 2);

      machine.happens('change');
      await isHeld('changed', 2);
      const taken = count(machine, 'program');
      expect(taken).toBeGreaterThan(0);
      await save((await groups()) ?? []);
      await isHeld('applied', 3);
      expect(count(machine, 'program'), 'the machine holds the body that was adopted').toBe(taken);
      expect((await installations()).map(({ state }) => state)).toEqual(['synchronised', 'synchronised']);
    });

    it('breaks no rule of the protocol, and leaves in good order', async () => {
      expect((await support.get(`/machines/${id}/refused`)).body['hydra:member']).toEqual([]);
      expect(count(machine, 'refused') + count(machine, 'badMessage') + count(machine, 'words')).toBe(0);
      expect(await machine.stop()).toBe(0);
      await eventually(async () => {
        const [row] = await server.ownerQuery<{ left: boolean }>(
          'select "leftInOrder" as left from "machineStates" where "machineId" = $1',
          [id],
        );
        return row?.left;
      });
      const kept = JSON.parse(readFileSync(join(folder, language, 'state.json'), 'utf8')) as { queue: unknown[] };
      expect(kept.queue.length).toBeLessThan(5);
    });
  });
