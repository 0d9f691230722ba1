import { rights as everyRight, type Right } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person } from '../testing/builders.ts';
import { bulkRun, finished, type Run } from '../testing/bulkRun.ts';
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

/** Leaves the user every right except these; effective from this answer on. */
async function take(user: Person, ...taken: Right[]): Promise<void> {
  const rights = everyRight.filter((right) => !taken.includes(right));
  (await admin.put(`/users/${user.userId}/rights`, { rights })).expect(200);
}

const tag = async () => (await admin.post('/tags', { name: `Tag ${newId()}` })).body.id as string;
const anInstalled = (id: string) =>
  admin.get(`/programMachines?machine=${id}`).then(({ body }) => body['hydra:totalItems']);
const tagsOf = (id: string) => admin.get(`/programs/${id}`).then(({ body }) => body.tags.length);
const peopleOf = (id: string) => admin.get(`/structures/${id}`).then(({ body }) => body.users.length);
const machine = async () => [(await aMachine(admin)).id];

describe('BLK-01 undo', () => {
  it('restores each row, once, within a quarter of an hour', async () => {
    const [first = '', second = ''] = [...(await machine()), ...(await machine())];
    const [home, away] = [await aStructure(server, admin, 'Home'), await aStructure(server, admin, 'Away')];
    await bulkRun(admin, 'machines.place', [first], { structure: home });
    const moved = await bulkRun(admin, 'machines.place', [first, second], { structure: away });
    const undone = (await admin.post(`/bulk/${moved.id}/undo`)).expect(200) as Run;
    expect(await finished(admin, undone.id)).toMatchObject({ changed: 2, refused: 0, canUndo: false });
    expect((await admin.get(`/machines/${first}`)).body.structureName).toBe('Home');
    expect((await admin.get(`/machines/${second}`)).body.structureName).toBe(null);
    expect((await admin.post(`/bulk/${moved.id}/undo`)).status).toBe(409);

    const switched = await bulkRun(admin, 'machines.deactivate', [first]);
    server.advance(16 * 60);
    expect((await admin.get(`/bulk/${switched.id}`)).body.canUndo).toBe(false);
    expect((await admin.post(`/bulk/${switched.id}/undo`)).status).toBe(409);
  });

  it('leaves a machine that somebody else has moved meanwhile, and says so', async () => {
    const [first = '', second = ''] = [...(await machine()), ...(await machine())];
    const [away, theirs] = [
      await aStructure(server, admin, 'Fairground'),
      await aStructure(server, admin, 'Their choice'),
    ];
    const moved = await bulkRun(admin, 'machines.place', [first, second], { structure: away });
    (await admin.put(`/machines/${second}`, { structure: theirs })).expect(200);
    const undone = (await admin.post(`/bulk/${moved.id}/undo`)).expect(200) as Run;
    const told = await finished(admin, undone.id);
    expect(told).toMatchObject({ changed: 1, refused: 1, refusals: [{ id: second, reason: 'Moved since' }] });
    expect((await admin.get(`/machines/${first}`)).body.structureName).toBe(null);
    expect((await admin.get(`/machines/${second}`)).body.structureName).toBe('Their choice');
    expect(await bulkRun(admin, 'machines.place', [first, second], { structure: away, from: theirs })).toMatchObject({
      changed: 1,
      refused: 1,
    });
  });

  it('HRS-01 gives each machine its former timezone again, but not one that was changed meanwhile', async () => {
    const place = (await admin.post('/structures', { name: 'Tokyo', timezone: 'Asia/Tokyo' })).body.id;
    const ids: string[] = [];
    for (const fields of [{ structure: place }, { timezone: 'Europe/Rome' }, { timezone: 'Europe/Oslo' }])
      ids.push((await aMachine(admin, fields)).id);
    const [first, second, third] = ids;
    const zoned = await bulkRun(admin, 'machines.zone', ids, { timezone: 'Asia/Seoul' });
    (await admin.put(`/machines/${third}`, { timezone: 'Africa/Tunis' })).expect(200);
    const undone = (await admin.post(`/bulk/${zoned.id}/undo`)).expect(200) as Run;
    expect(await finished(admin, undone.id)).toMatchObject({
      changed: 2,
      refused: 1,
      refusals: [{ id: third, reason: 'Its timezone was changed since' }],
    });
    const zonesOf = async (id = '') => {
      const { timezone, ownTimezone } = (await admin.get(`/machines/${id}`)).body;
      return [timezone, ownTimezone];
    };
    expect(await zonesOf(first)).toEqual(['Asia/Tokyo', null]);
    expect(await zonesOf(second)).toEqual(['Europe/Rome', 'Europe/Rome']);
    expect(await zonesOf(third)).toEqual(['Africa/Tunis', 'Africa/Tunis']);
  });

  it('of an installation removes only the programs that it added', async () => {
    const [id = ''] = await machine();
    const [before, added] = [await aProgram(admin), await aProgram(admin)];
    await bulkRun(admin, 'machines.install', [id], { programs: [before.id] });
    const both = await bulkRun(admin, 'machines.install', [id], { programs: [before.id, added.id] });
    const undone = (await admin.post(`/bulk/${both.id}/undo`)).expect(200) as Run;
    await finished(admin, undone.id);
    const left = (await admin.get(`/programMachines?machine=${id}`)).body['hydra:member'];
    expect(left.map((one: { program: { id: string } }) => one.program.id)).toEqual([before.id]);
  });
});

interface Case {
  verb: string;
  needs: Right[];
  ids: () => Promise<string[]>;
  args: () => Promise<object>;
  now: (id: string) => Promise<unknown>;
}
const program = async () => [(await aProgram(admin)).id];
const cases: Case[] = [
  {
    verb: 'machines.deactivate',
    needs: ['ROLE_MACHINE_ACTIVATE_ACTION'],
    ids: machine,
    args: async () => ({}),
    now: async (id) => (await admin.get(`/machines/${id}`)).body.active,
  },
  {
    verb: 'machines.place',
    needs: ['ROLE_STRUCTURE_ADD_MACHINE'],
    ids: machine,
    args: async () => ({ structure: await aStructure(server, admin, 'Place') }),
    now: async (id) => (await admin.get(`/machines/${id}`)).body.structureName,
  },
  {
    verb: 'machines.zone',
    needs: ['ROLE_MACHINE_EDITOR'],
    ids: machine,
    args: async () => ({ timezone: 'Asia/Tokyo' }),
    now: async (id) => (await admin.get(`/machines/${id}`)).body.ownTimezone,
  },
  {
    verb: 'machines.install',
    needs: ['ROLE_MACHINE_INSTALL_PROGRAM'],
    ids: machine,
    args: async () => ({ programs: await program() }),
    now: anInstalled,
  },
  {
    verb: 'programs.tag',
    needs: ['ROLE_TAG_ASSIGN'],
    ids: program,
    args: async () => ({ tags: [await tag()] }),
    now: tagsOf,
  },
  {
    verb: 'structures.relate',
    needs: ['ROLE_STRUCTURE_EDITOR'],
    ids: async () => [await aStructure(server, admin, 'Shop')],
    args: async () => ({ users: [(await aPerson(server, 'user', organisation)).userId] }),
    now: peopleOf,
  },
];

it.each(cases)(
  'SEC-02 undoing $verb needs the right to do the opposite at the moment of the undo',
  async ({ verb, needs, ids, args, now }) => {
    const user = await aPerson(server, 'user', organisation);
    const rows = await ids();
    const [first = ''] = rows;
    const done = await bulkRun(user, verb, rows, await args());
    expect(done).toMatchObject({ changed: 1, refused: 0, canUndo: true });
    const after = await now(first);
    await take(user, ...needs);
    expect((await user.get(`/bulk/${done.id}`)).body.canUndo).toBe(false);
    expect((await user.post(`/bulk/${done.id}/undo`)).status).toBe(403);
    expect(await now(first)).toEqual(after);
    // Once the right is back, the undo succeeds.
    await take(user);
    const undone = (await user.post(`/bulk/${done.id}/undo`)).expect(200) as Run;
    expect(await finished(user, undone.id)).toMatchObject({ changed: 1, refused: 0 });
    expect(await now(first)).not.toEqual(after);
  },
);

it('SEC-02 a right that is withdrawn during an undo stops the remaining rows', async () => {
  const user = await aPerson(server, 'user', organisation);
  const rows: string[] = [];
  for (let index = 0; index < 60; index += 1) rows.push(...(await machine()));
  const done = await bulkRun(user, 'machines.deactivate', rows);
  const undone = (await user.post(`/bulk/${done.id}/undo`)).expect(200) as Run;
  await finished(user, undone.id);
  // The same undo continued from its middle, after the right was withdrawn.
  await take(user, 'ROLE_MACHINE_ACTIVATE_ACTION');
  await server.ownerQuery('update machines set active = false where id = any($1::uuid[])', [rows]);
  await server.ownerQuery(`delete from "bulkItems" where "runId" = $1`, [undone.id]);
  await server.ownerQuery(
    `update "bulkRuns" set state = 'running', position = 0, changed = 0, "finishedAt" = null where id = $1`,
    [undone.id],
  );
  await server.services.db.as({ role: 'app', organisationId: organisation }, (trx) =>
    server.services.jobs.announce(trx, 'bulk.continued', { organisationId: organisation, runId: undone.id }),
  );
  expect(await finished(user, undone.id)).toMatchObject({ changed: 0, refused: 60 });
  expect(await server.ownerQuery('select id from machines where active and id = any($1::uuid[])', [rows])).toEqual([]);
});
