import { rights as everyRight, type Right } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person } from '../testing/builders.ts';
import { openHouse, type TestHouse } from '../testing/openHouse.ts';
import { eventually } from '../testing/oven.ts';

let house: TestHouse;
let organisation: string;
let admin: Person;
beforeAll(async () => {
  house = await openHouse();
  organisation = await anOrganisation(house);
  admin = await aPerson(house, 'clientAdmin', organisation);
});
afterAll(() => house.close());

interface Run {
  id: string;
  state: string;
  changed: number;
  refused: number;
  canUndo: boolean;
}
const finished = (who: Person, id: string) =>
  eventually(async () => {
    const run = (await who.get(`/bulk/${id}`)).expect(200) as Run;
    return run.state === 'running' ? null : run;
  });
const start = async (who: Person, verb: string, ids: string[], args: object = {}) =>
  finished(who, ((await who.post('/bulk', { id: newId(), verb, args, selection: { ids } })).expect(202) as Run).id);

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

interface Case {
  verb: string;
  needs: Right[];
  ids: () => Promise<string[]>;
  args: () => Promise<object>;
  now: (id: string) => Promise<unknown>;
}
const machine = async () => [(await aMachine(admin)).id];
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
    args: async () => ({ structure: await aStructure(house, admin, 'Place') }),
    now: async (id) => (await admin.get(`/machines/${id}`)).body.structureName,
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
    ids: async () => [await aStructure(house, admin, 'Shop')],
    args: async () => ({ users: [(await aPerson(house, 'user', organisation)).userId] }),
    now: peopleOf,
  },
];

it.each(cases)(
  'SEC-02 undoing $verb needs the right to do the opposite at the moment of the undo',
  async ({ verb, needs, ids, args, now }) => {
    const user = await aPerson(house, 'user', organisation);
    const rows = await ids();
    const [first = ''] = rows;
    const done = await start(user, verb, rows, await args());
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
  const user = await aPerson(house, 'user', organisation);
  const rows: string[] = [];
  for (let index = 0; index < 60; index += 1) rows.push(...(await machine()));
  const done = await start(user, 'machines.deactivate', rows);
  const undone = (await user.post(`/bulk/${done.id}/undo`)).expect(200) as Run;
  await finished(user, undone.id);
  // The same undo continued from its middle, after the right was withdrawn.
  await take(user, 'ROLE_MACHINE_ACTIVATE_ACTION');
  await house.ownerQuery('update machines set active = false where id = any($1::uuid[])', [rows]);
  await house.ownerQuery(`delete from "bulkItems" where "runId" = $1`, [undone.id]);
  await house.ownerQuery(
    `update "bulkRuns" set state = 'running', position = 0, changed = 0, "finishedAt" = null where id = $1`,
    [undone.id],
  );
  await house.house.db.as({ role: 'app', organisationId: organisation }, (trx) =>
    house.house.jobs.announce(trx, 'bulk.continued', { organisationId: organisation, runId: undone.id }),
  );
  expect(await finished(user, undone.id)).toMatchObject({ changed: 0, refused: 60 });
  expect(await house.ownerQuery('select id from machines where active and id = any($1::uuid[])', [rows])).toEqual([]);
});
