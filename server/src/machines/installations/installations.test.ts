import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { aMachine, anOrganisation, aPerson, aProgram, install, type Person } from '../../testing/builders.ts';
import { bulkRun } from '../../testing/bulkRun.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

describe('PRG-05 installations on a machine', () => {
  it('are possible for its category only, and once per program', async () => {
    const machine = await aMachine(admin, { category: 'rack' });
    const [bread, croissant] = [await aProgram(admin), await aProgram(admin, { category: 'rack' })];
    expect(
      (await admin.post('/programMachines', { machine: machine.id, program: bread.id })).body.violations[0],
    ).toMatchObject({
      propertyPath: 'program',
      key: 'custom.validation.otherCategory',
    });
    expect((await admin.post('/programMachines', { machine: machine.id, program: croissant.id })).status).toBe(201);
    expect((await admin.post('/programMachines', { machine: machine.id, program: croissant.id })).status).toBe(409);
    // The programs that can still be installed there.
    const left = (await admin.get(`/programs?notOn=${machine.id}`)).body['hydra:member'].map(
      ({ id }: { id: string }) => id,
    );
    expect(left).toContain(bread.id);
    expect(left).not.toContain(croissant.id);
    const programs = [bread.id, croissant.id];
    const reason = `${bread.name}: program for Deck oven, machine is Rack oven`;
    expect(await bulkRun(admin, 'machines.install', [machine.id], { programs })).toMatchObject({
      changed: 0,
      refusals: [{ id: machine.id, reason }],
    });
  });

  it('LNK-06 say what each waits for that is not on its machine yet, and are listed with the missing ones first', async () => {
    const program = await aProgram(admin);
    const ready = 'approved = true, active = true, "pairedAt" = now()';
    const cases = {
      pairing: 'approved = true, "pairedAt" = null',
      machineApproval: 'approved = false, "pairedAt" = now()',
      service: 'approved = true, active = false, "pairedAt" = now()',
      connection: ready,
      bake: ready,
      confirmation: ready,
      there: ready,
    };
    const found: Record<string, string> = {};
    for (const [name, state] of Object.entries(cases)) {
      const machine = await aMachine(admin, { name });
      await install(admin, [machine.id], [program.id]);
      await server.ownerQuery(`update machines set ${state} where id = $1`, [machine.id]);
      await server.ownerQuery(
        `update "machineStates" set connected = $2, occupation = $3, "programId" = $4 where "machineId" = $1`,
        [machine.id, ['bake', 'confirmation'].includes(name), name === 'bake' ? 'program' : 'ready', program.id],
      );
      if (name === 'there')
        await server.ownerQuery(
          `update installations set "reportedState" = 'applied', "reportedRevision" = 1, "reportedSha256" =
            (select sha256 from "programRevisions" where "programId" = $2) where "machineId" = $1`,
          [machine.id, program.id],
        );
    }
    const list = async (query = '') =>
      (await admin.get(`/programMachines?program=${program.id}&order[state]=asc${query}`)).body['hydra:member'];
    for (const { machineName, waitsFor } of await list()) found[machineName] = waitsFor;
    expect(found).toEqual({ ...Object.fromEntries(Object.keys(cases).map((name) => [name, name])), there: null });
    expect((await list()).at(-1).machineName).toBe('there');
    (await admin.put(`/programs/${program.id}`, { withdraw: true })).expect(200);
    expect((await list('&waitsFor=approval')).length).toBe(7);
  });

  it('PRG-05 can be moved to any position, and positions stay 1 to n under concurrent changes', async () => {
    const machine = await aMachine(admin);
    const programs = await Promise.all(Array.from({ length: 5 }, () => aProgram(admin)));
    await install(
      admin,
      [machine.id],
      programs.map((one) => one.id),
    );
    const links = async () =>
      (await admin.get(`/programMachines?machine=${machine.id}`)).body['hydra:member'] as {
        id: string;
        position: number;
        program: { id: string };
      }[];
    const [first, second] = await links();
    const before = (await links()).map((one) => one.id);
    expect((await admin.put(`/programMachines/${first?.id}`, { position: 0 })).status).toBe(422);
    expect((await admin.put(`/programMachines/${first?.id}`, { position: 6 })).status).toBe(422);
    expect((await admin.put(`/programMachines/${first?.id}`, { position: 4 })).body.position).toBe(4);
    expect((await links()).map((one) => one.id).indexOf(first?.id ?? '')).toBe(3);
    expect((await admin.put(`/programMachines/${first?.id}`, { position: 1 })).body.position).toBe(1);
    expect((await links()).map((one) => one.id)).toEqual(before);
    expect((await admin.put(`/programMachines/${second?.id}`, { position: 1 })).body.position).toBe(1);
    const now = await links();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        admin.put(`/programMachines/${now[index % 5]?.id}`, {
          position: (now[index % 5]?.position ?? 1) + (index % 2 ? 1 : -1),
        }),
      ),
    );
    await admin.delete(`/programMachines/${now[2]?.id}`);
    expect((await links()).map((one) => one.position)).toEqual([1, 2, 3, 4]);
  });

  it('close the gap when a program is deleted', async () => {
    const machine = await aMachine(admin);
    const programs = await Promise.all(Array.from({ length: 3 }, () => aProgram(admin)));
    await install(
      admin,
      [machine.id],
      programs.map((one) => one.id),
    );
    expect((await admin.delete(`/programs/${programs[1]?.id}`)).status).toBe(204);
    const links = (await admin.get(`/programMachines?machine=${machine.id}`)).body['hydra:member'];
    expect(links.map((one: { position: number; program: { id: string } }) => [one.position, one.program.id])).toEqual([
      [1, programs[0]?.id],
      [2, programs[2]?.id],
    ]);
  });

  it('never fail with 500 when they meet removals and edits of one program', async () => {
    const machines = await Promise.all(Array.from({ length: 4 }, () => aMachine(admin)));
    const program = await aProgram(admin);
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const machine = machines[index % 4]?.id ?? '';
        if (index % 3 === 0) return (await admin.put(`/programs/${program.id}`, { name: `Name ${index}` })).status;
        if (index % 3 === 1)
          return (
            await admin.post('/bulk', {
              id: newId(),
              verb: 'machines.install',
              args: { programs: [program.id] },
              selection: { ids: machines.map((one) => one.id) },
            })
          ).status;
        const [link] = (await admin.get(`/programMachines?machine=${machine}`)).body['hydra:member'];
        return link ? (await admin.delete(`/programMachines/${link.id}`)).status : 204;
      }),
    );
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  it('are recorded in the histories of machine and program (HIS-01)', async () => {
    const machine = await aMachine(admin, { name: 'Four 3' });
    const program = await aProgram(admin, { name: 'Baguette' });
    const link = (await admin.post('/programMachines', { machine: machine.id, program: program.id })).body;
    await admin.delete(`/programMachines/${link.id}`);
    for (const path of [`/history/machine/${machine.id}/full`, `/history/program/${program.id}/full`]) {
      const types = (await admin.get(path)).body['hydra:member'].map(
        (one: { typeEvent: string; originName: string; targetName: string }) => [
          one.typeEvent,
          one.originName,
          one.targetName,
        ],
      );
      expect(types).toContainEqual(['install', 'Baguette', 'Four 3']);
      expect(types).toContainEqual(['uninstall', 'Baguette', 'Four 3']);
    }
  });

  it('need the right to install', async () => {
    const user = await aPerson(server, 'user', organisation, { without: ['ROLE_MACHINE_INSTALL_PROGRAM'] });
    const [machine, program] = [await aMachine(admin), await aProgram(admin)];
    expect((await user.post('/programMachines', { machine: machine.id, program: program.id })).status).toBe(403);
  });

  it('are limited to 500, so that the desired state fits in one message (LNK-06)', async () => {
    const [full, empty] = [await aMachine(admin), await aMachine(admin)];
    const [one, last, over] = [
      await aProgram(admin),
      await aProgram(admin),
      await aProgram(admin, { name: 'Too many' }),
    ];
    await server.ownerQuery(
      `insert into programs (id, "organisationId", name, category, revision, "totalSeconds", "phaseGroups")
       select gen_random_uuid(), $1, 'Filler ' || n, 'deck', 1, 60, '[]' from generate_series(1, 498) n`,
      [organisation],
    );
    await server.ownerQuery(
      `insert into installations (id, "organisationId", "machineId", "programId", position)
       select gen_random_uuid(), $1, $2, id, row_number() over () from programs where name like 'Filler %'
         and "organisationId" = $1`,
      [organisation, full.id],
    );
    await install(admin, [full.id], [one.id, last.id]);
    expect(
      (await admin.post('/programMachines', { machine: full.id, program: over.id })).body.violations[0],
    ).toMatchObject({
      propertyPath: 'program',
      message: 'A machine holds 500 programs at most',
    });
    const programs = [last.id, over.id];
    expect(await bulkRun(admin, 'machines.install', [full.id, empty.id], { programs })).toMatchObject({
      changed: 1,
      refusals: [{ id: full.id, reason: 'Too many: A machine holds 500 programs at most' }],
    });
    expect((await admin.get(`/programMachines?machine=${empty.id}`)).body['hydra:totalItems']).toBe(2);
  });
});
