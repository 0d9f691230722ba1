import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person } from '../testing/builders.ts';
import { bulkRun, finished, type Run } from '../testing/bulkRun.ts';
import { aPairedMachine, eventually } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let stranger: Person;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

const machinesOf = async (count: number, fields: Record<string, unknown> = {}) => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await aMachine(admin, fields)).id);
  return ids;
};

const run = bulkRun;

const preview = async (who: Person, verb: string, ids: string[], args: object = {}) =>
  (await who.post('/bulk/preview', { verb, args, selection: { ids } })).expect(200) as Run & {
    total: number;
    looked: number;
    names: string[];
  };

describe('BLK-01 one bulk request', () => {
  it('switches machines, skips those already in that state, and names those that cannot change, with the reason', async () => {
    const { machine } = await aPairedMachine(server, admin);
    const [unpaired = ''] = await machinesOf(1, { name: 'Never paired' });
    expect(await run(admin, 'machines.approve', [machine.id, unpaired])).toMatchObject({
      state: 'done',
      changed: 0,
      unchanged: 1,
      refused: 1,
      refusals: [{ id: unpaired, name: 'Never paired', reason: 'Not paired yet', partly: false }],
    });
    expect(await run(admin, 'machines.deactivate', [machine.id, unpaired])).toMatchObject({
      changed: 2,
      refused: 0,
      canUndo: true,
    });
    // AUD-01: events of background work name the address of the request.
    const [event] = (await admin.get(`/history?type=deactivation&entity=machine&thing=${machine.id}`)).body[
      'hydra:member'
    ];
    expect(event).toMatchObject({ address: '127.0.0.1' });
    expect((await admin.get(`/machines/${unpaired}`)).body.active).toBe(false);
  });

  it('assigns machines to a structure and removes them, and installs and uninstalls programs', async () => {
    const ids = await machinesOf(3);
    const structure = await aStructure(server, admin, 'Lyon');
    const [bread, rack] = [await aProgram(admin), await aProgram(admin, { category: 'rack', name: 'Rack only' })];
    expect(await run(admin, 'machines.place', ids, { structure })).toMatchObject({ changed: 3 });
    expect((await admin.get(`/machines?structure=${structure}`)).body['hydra:totalItems']).toBe(3);
    expect(await run(admin, 'machines.place', ids.slice(0, 1), { structure: null })).toMatchObject({ changed: 1 });
    const installed = await run(admin, 'machines.install', ids, { programs: [bread.id, rack.id] });
    expect(installed).toMatchObject({ changed: 3, refused: 0 });
    expect(installed.refusals.map(({ partly, reason }) => [partly, reason])).toEqual(
      ids.map(() => [true, 'Rack only: program for Rack oven, machine is Deck oven']),
    );
    expect(await run(admin, 'programs.uninstall', [bread.id], { machines: ids.slice(0, 2) })).toMatchObject({
      changed: 1,
    });
    expect((await admin.get(`/programMachines?program=${bread.id}`)).body['hydra:totalItems']).toBe(1);
    expect(await run(admin, 'programs.install', [bread.id, rack.id], { machines: ids })).toMatchObject({
      changed: 1,
      refused: 1,
    });
    expect(await run(admin, 'machines.uninstall', ids, { programs: [bread.id] })).toMatchObject({ changed: 3 });
  });

  it('HRS-01 gives machines a timezone, or that of their structures', async () => {
    const place = (await admin.post('/structures', { name: 'Lima', timezone: 'America/Lima' })).body.id;
    const [inPlace = '', loose = ''] = [
      ...(await machinesOf(1, { structure: place })),
      ...(await machinesOf(1, { timezone: 'Europe/Rome' })),
    ];
    const zoneOf = async (id: string) => (await admin.get(`/machines/${id}`)).body.timezone;
    const ids = [inPlace, loose];
    const rome = { timezone: 'Europe/Rome' };
    expect(await run(admin, 'machines.zone', ids, rome)).toMatchObject({ changed: 1, unchanged: 1, canUndo: true });
    expect(await zoneOf(inPlace)).toBe('Europe/Rome');
    const [event] = (await admin.get(`/history?type=update&entity=machine&thing=${inPlace}`)).body['hydra:member'];
    expect(event.changes).toEqual([{ field: 'timezone', before: null, after: 'Europe/Rome' }]);
    expect(await run(admin, 'machines.zone', ids, { timezone: null })).toMatchObject({ changed: 2 });
    expect([await zoneOf(inPlace), await zoneOf(loose)]).toEqual(['America/Lima', null]);
    expect((await admin.get('/machines?hasTimezone=false')).body['hydra:member']).toMatchObject([{ id: loose }]);
    expect(await run(stranger, 'machines.zone', ids, rome)).toMatchObject({ changed: 0, refused: 2 });
    const unknown = { verb: 'machines.zone', args: { timezone: 'Moon/Base' }, selection: { ids } };
    expect((await admin.post('/bulk/preview', unknown)).body.violations).toMatchObject([
      { propertyPath: 'args.timezone', key: 'custom.validation.timezone' },
    ]);
    expect(await run(admin, 'machines.zone', [loose], rome)).toMatchObject({ changed: 1 });
  });

  it('approves programs, withdraws approvals, and deletes programs and machines', async () => {
    const programs = [await aProgram(admin, { approved: false }), await aProgram(admin)];
    const ids = programs.map(({ id }) => id);
    expect(await run(admin, 'programs.approve', ids)).toMatchObject({ changed: 1, unchanged: 1, canUndo: false });
    expect(await run(admin, 'programs.unapprove', ids)).toMatchObject({ changed: 2 });
    expect(await run(admin, 'programs.delete', ids)).toMatchObject({ changed: 2, canUndo: false });
    expect((await admin.get(`/programs/${ids[0]}`)).status).toBe(404);
    const machines = await machinesOf(2);
    expect(await run(admin, 'machines.delete', machines, { deletePrograms: false })).toMatchObject({ changed: 2 });
  });

  it('BLK-03 previews the names of the first rows that will change, and of none that will not', async () => {
    const programs: string[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four'])
      programs.push((await aProgram(admin, { name, approved: false })).id);
    await run(admin, 'programs.approve', programs.slice(0, 1));
    expect(await preview(admin, 'programs.approve', programs)).toMatchObject({
      changed: 3,
      unchanged: 1,
      names: ['Two', 'Three', 'Four'],
    });
    await run(admin, 'programs.delete', programs);
  });

  it('BLK-03 previews to how many machines in service newly approved programs are sent, each counted once', async () => {
    const rows = [await aProgram(admin, { approved: false }), await aProgram(admin, { approved: false })];
    const programs = [...rows, await aProgram(admin)].map(({ id }) => id);
    const { machine: served } = await aPairedMachine(server, admin);
    const { machine: approved } = await aPairedMachine(server, admin);
    await run(admin, 'programs.install', programs.slice(0, 2), { machines: [served.id, ...(await machinesOf(1))] });
    await run(admin, 'programs.install', programs.slice(2), { machines: [approved.id] });
    expect(await preview(admin, 'programs.approve', programs)).toMatchObject({ changed: 2, sentCount: 1 });
    expect(await preview(admin, 'programs.delete', programs)).toMatchObject({ changed: 3, sentCount: 0 });
  });

  it('can take all rows that match a filter, as far as the person sees them', async () => {
    const lyon = await aStructure(server, admin, 'Filtered');
    const seer = await aPerson(server, 'user', organisation, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    const below = await aStructure(server, admin, 'Below', { parentId: lyon, related: seer });
    await machinesOf(2, { structure: lyon, name: 'Filtered one' });
    await machinesOf(3, { structure: below, name: 'Filtered two' });
    const start = (who: Person, filters: object) =>
      who.post('/bulk/preview', { verb: 'machines.deactivate', args: {}, selection: { filters } });
    expect((await start(admin, { q: 'filtered' })).body).toMatchObject({ total: 5, looked: 5, changed: 5 });
    expect((await start(seer, { q: 'filtered' })).body).toMatchObject({ total: 3, changed: 3 });
    expect((await start(seer, { structure: below })).body).toMatchObject({ total: 3, changed: 3 });
    // A structure that the person does not see matches no rows.
    expect((await start(seer, { structure: lyon })).body).toMatchObject({ total: 0 });
    expect((await start(stranger, { q: 'filtered' })).body).toMatchObject({ total: 0 });
    expect((await start(admin, { colour: 'red' })).status).toBe(400);
  });
});

describe('BLK-01 bulk actions on structures and tags:', () => {
  it('TAG-02 tags are added to and removed from programs, a sixth is refused with a message that names the program, and undo removes only what was added', async () => {
    const tags: string[] = [];
    for (let index = 0; index < 6; index += 1)
      tags.push((await admin.post('/tags', { name: `Bulk ${index}` })).body.id);
    const [full, free] = [
      await aProgram(admin, { tags: tags.slice(0, 5) } as never),
      await aProgram(admin, { tags: tags.slice(0, 1) } as never),
    ];
    const given = await run(admin, 'programs.tag', [full.id, free.id], { tags: [tags[0], tags[5]] });
    expect(given).toMatchObject({
      changed: 1,
      refused: 1,
      refusals: [{ id: full.id, reason: 'A program can have at most 5 tags' }],
    });
    const undone = (await admin.post(`/bulk/${given.id}/undo`)).expect(200) as Run;
    await finished(admin, undone.id);
    const left = (await admin.get(`/programs/${free.id}`)).body.tags.map(({ id }: { id: string }) => id);
    expect(left).toEqual([tags[0]]);
    expect(await run(admin, 'programs.untag', [full.id, free.id], { tags: [tags[0]] })).toMatchObject({ changed: 2 });
    expect(await run(admin, 'tags.addPrograms', [tags[5] ?? ''], { programs: [full.id, free.id] })).toMatchObject({
      changed: 1,
    });
    expect(await run(admin, 'tags.removePrograms', tags.slice(1, 3), { programs: [full.id] })).toMatchObject({
      changed: 2,
    });
    expect(await run(admin, 'tags.delete', tags)).toMatchObject({ changed: 6, canUndo: false });
  });

  it('STR-04 users are assigned to structures, singly and in bulk, with history on both sides', async () => {
    const users = [await aPerson(server, 'user', organisation), await aPerson(server, 'user', organisation)].map(
      ({ userId }) => userId,
    );
    const structures = [await aStructure(server, admin, 'Related one'), await aStructure(server, admin, 'Related two')];
    const related = await run(admin, 'structures.relate', structures, { users });
    expect(related).toMatchObject({ changed: 2 });
    expect(await run(admin, 'structures.unrelate', structures, { users: users.slice(0, 1) })).toMatchObject({
      changed: 2,
    });
    expect(await run(admin, 'users.relate', users, { structures: structures.slice(0, 1) })).toMatchObject({
      changed: 1,
      unchanged: 1,
    });
    expect(await run(admin, 'users.unrelate', users, { structures })).toMatchObject({ changed: 2 });
    const kinds = async (path: string) =>
      (await admin.get(path)).body['hydra:member'].map((one: { typeEvent: string }) => one.typeEvent);
    expect(await kinds(`/history/user/${users[0]}/full`)).toContain('addToStructure');
    expect(await kinds(`/history/structure/${structures[0]}/full`)).toContain('removeFromStructure');
    expect((await run(admin, 'structures.relate', structures, { users: [admin.userId] })).refused).toBe(2);
    expect(await run(stranger, 'structures.relate', structures, { users })).toMatchObject({ changed: 0, refused: 2 });
  });

  it('STR-06 structures are deleted with the choice for their children, also when a child is selected with its parent', async () => {
    const parent = await aStructure(server, admin, 'To delete');
    const child = await aStructure(server, admin, 'Below it', { parentId: parent });
    const machine = (await aMachine(admin, { structure: child })).id;
    const look = await preview(admin, 'structures.delete', [parent, child], {
      children: 'delete',
      machines: 'unassign',
    });
    expect(look).toMatchObject({ changed: 2, refused: 0, canUndo: false });
    expect(
      await run(admin, 'structures.delete', [parent, child], { children: 'delete', machines: 'unassign' }),
    ).toMatchObject({ changed: 2 });
    expect((await admin.get(`/machines/${machine}`)).body.structure).toBe(null);
  });
});

describe('BLK-01 bulk actions on users:', () => {
  it('USR-08 users are disabled and enabled, and the sessions of disabled users end', async () => {
    const people = [await aPerson(server, 'user', organisation), await aPerson(server, 'user', organisation)];
    const ids = people.map(({ userId }) => userId);
    const look = await preview(admin, 'users.disable', ids);
    expect(look).toMatchObject({ changed: 2, canUndo: false });
    expect(look.names).toHaveLength(2);
    expect((await people[0]?.get('/profile'))?.status).toBe(200);
    expect(await run(admin, 'users.disable', [...ids, stranger.userId])).toMatchObject({ changed: 2, refused: 1 });
    await eventually(async () => (await people[0]?.get('/profile'))?.status === 401);
    expect(await run(admin, 'users.enable', ids)).toMatchObject({ changed: 2 });
    expect(await run(admin, 'users.enable', ids)).toMatchObject({ changed: 0, unchanged: 2 });
    expect(
      (await people[0]?.post('/bulk', { id: newId(), verb: 'users.disable', args: {}, selection: { ids } }))?.status,
    ).toBe(401);
  });

  it('users are assigned to tags and removed from them, and deleted', async () => {
    const ids = [
      (await aPerson(server, 'user', organisation)).userId,
      (await aPerson(server, 'user', organisation)).userId,
    ];
    const tag = ((await admin.post('/tags', { name: 'Night' })).expect(201) as { id: string }).id;
    const tagged = await run(admin, 'users.tag', ids, { tags: [tag] });
    expect(tagged).toMatchObject({ changed: 2, canUndo: true });
    expect((await admin.get(`/tags/${tag}`)).body.relatedUsers).toHaveLength(2);
    expect(await run(admin, 'users.untag', ids.slice(0, 1), { tags: [tag] })).toMatchObject({ changed: 1 });
    expect((await admin.get(`/tags/${tag}`)).body.relatedUsers.map(({ id }: { id: string }) => id)).toEqual(
      ids.slice(1),
    );
    const second = ((await admin.post('/tags', { name: 'Early' })).expect(201) as { id: string }).id;
    const peopleOf = async (one: string) => (await admin.get(`/tags/${one}`)).body.relatedUsers.length;
    // One of these users is assigned to the first tag already.
    const related = await run(admin, 'tags.relate', [tag, second], { users: ids });
    expect(related).toMatchObject({ changed: 2, canUndo: true });
    expect([await peopleOf(tag), await peopleOf(second)]).toEqual([2, 2]);
    (await admin.post(`/bulk/${related.id}/undo`)).expect(200);
    await eventually(async () => (await peopleOf(second)) === 0);
    expect(await peopleOf(tag)).toBe(1);
    expect(await run(admin, 'tags.unrelate', [tag, second], { users: ids })).toMatchObject({
      changed: 1,
      unchanged: 1,
    });
    expect(
      (await stranger.post('/bulk/preview', { verb: 'tags.relate', args: { users: ids }, selection: { ids: [tag] } }))
        .body,
    ).toMatchObject({
      changed: 0,
      refused: 1,
    });
    expect(await run(admin, 'users.delete', [...ids, admin.userId])).toMatchObject({ changed: 2, refused: 1 });
    expect((await admin.get(`/users/${ids[0]}`)).status).toBe(404);
  });
});

describe('BLK-03 the preview', () => {
  it('says what would happen, and changes nothing', async () => {
    const ids = await machinesOf(120);
    const structure = await aStructure(server, admin, 'Preview');
    const before = await server.ownerQuery('select count(*) from "historyEvents"');
    expect(await preview(admin, 'machines.place', [...ids, newId()], { structure })).toMatchObject({
      total: 121,
      looked: 121,
      changed: 120,
      refused: 1,
      canUndo: true,
    });
    expect((await admin.get(`/machines?structure=${structure}`)).body['hydra:totalItems']).toBe(0);
    expect(await server.ownerQuery('select count(*) from "historyEvents"')).toEqual(before);
  });
});

describe('RGT-04 RGT-06 the rights for bulk actions:', () => {
  it('each verb needs its own right, and rows of another organisation are not found', async () => {
    const [id = ''] = await machinesOf(1);
    const user = await aPerson(server, 'user', organisation, { without: ['ROLE_MACHINE_ACTIVATE_ACTION'] });
    const send = (who: Person, verb: string, ids: string[]) =>
      who.post('/bulk', { id: newId(), verb, args: {}, selection: { ids } });
    expect((await send(user, 'machines.activate', [id])).status).toBe(403);
    expect((await user.post('/bulk/preview', { verb: 'machines.activate', selection: { ids: [id] } })).status).toBe(
      403,
    );
    expect(await run(stranger, 'machines.deactivate', [id])).toMatchObject({
      changed: 0,
      refused: 1,
      refusals: [{ id, name: '…' }],
    });
    expect((await admin.get(`/machines/${id}`)).body.active).toBe(true);
  });

  it('a bulk run is visible only to the person who started it', async () => {
    const [id = ''] = await machinesOf(1);
    const own = await run(admin, 'machines.deactivate', [id]);
    const colleague = await aPerson(server, 'clientAdmin', organisation);
    for (const other of [colleague, stranger]) {
      expect((await other.get(`/bulk/${own.id}`)).status).toBe(404);
      expect((await other.post(`/bulk/${own.id}/undo`)).status).toBe(404);
      expect((await other.post(`/bulk/${own.id}/stop`)).status).toBe(404);
      // In a distributed database the ids of runs are unique within their organisation only (decision 0025).
      if (other === stranger && inject('citusUrl')) continue;
      const again = await other.post('/bulk', {
        id: own.id,
        verb: 'machines.deactivate',
        args: {},
        selection: { ids: [id] },
      });
      expect([again.status, again.body.violations[0].propertyPath]).toEqual([422, 'id']);
    }
  });

  it('a right that is withdrawn during a run stops the remaining rows', async () => {
    const user = await aPerson(server, 'user', organisation);
    const ids = await machinesOf(60);
    const started = (
      await user.post('/bulk', { id: newId(), verb: 'machines.deactivate', args: {}, selection: { ids } })
    ).expect(202) as Run;
    await finished(user, started.id);
    // The same run continued from its middle, after the right was withdrawn.
    await server.ownerQuery('delete from "userRights" where "userId" = $1 and "right" = $2', [
      user.userId,
      'ROLE_MACHINE_ACTIVATE_ACTION',
    ]);
    await server.ownerQuery(
      `update "bulkRuns" set state = 'running', position = 50, "finishedAt" = null where id = $1`,
      [started.id],
    );
    await server.services.db.as({ role: 'app', organisationId: organisation }, (trx) =>
      server.services.jobs.announce(trx, 'bulk.continued', { organisationId: organisation, runId: started.id }),
    );
    expect(await finished(user, started.id)).toMatchObject({ state: 'stopped' });
  });
});

describe('BLK-03 refusals of bulk actions:', () => {
  it('an invalid request names the field and the rule', async () => {
    const [id = ''] = await machinesOf(1);
    const broken = async (body: object) =>
      (await admin.post('/bulk', { id: newId(), selection: { ids: [id] }, ...body })).body.violations[0];
    expect(await broken({ verb: 'machines.explode' })).toMatchObject({
      propertyPath: 'verb',
      key: 'ra.validation.oneOf',
    });
    expect(await broken({ verb: 'machines.place' })).toMatchObject({
      propertyPath: 'args.structure',
      key: 'ra.validation.required',
    });
    expect(await broken({ verb: 'machines.install', args: { programs: [] } })).toMatchObject({
      propertyPath: 'args.programs',
    });
    expect(await broken({ verb: 'machines.approve', args: { force: true } })).toMatchObject({
      propertyPath: 'args.force',
    });
    expect(await broken({ verb: 'machines.approve', selection: {} })).toMatchObject({ propertyPath: 'selection' });
  });

  it('a run does not start when the rows that match have changed since the preview', async () => {
    const ids = await machinesOf(2, { name: 'Looked at' });
    const selection = { filters: { q: 'Looked at' } };
    const { total } = (await admin.post('/bulk/preview', { verb: 'machines.deactivate', selection })).body;
    await machinesOf(1, { name: 'Looked at, too' });
    const start = (known: number) =>
      admin.post('/bulk', { id: newId(), verb: 'machines.deactivate', args: {}, selection, total: known });
    expect([total, (await start(total)).status, (await start(3)).status]).toEqual([2, 409, 202]);
    await eventually(async () => (await admin.get(`/machines/${ids[0]}`)).body.active === false);
  });

  it('IMP-04 a run that was started in a control session stops with it, and a person’s own run continues', async () => {
    const ids = await machinesOf(2);
    const own = await run(admin, 'machines.deactivate', ids);
    const again = async (runId: string) => {
      await server.ownerQuery(
        `update "bulkRuns" set state = 'running', position = 1, "finishedAt" = null where id = $1`,
        [runId],
      );
      await server.ownerQuery(`delete from "bulkItems" where "runId" = $1`, [runId]);
      await server.services.db.as({ role: 'app', organisationId: organisation }, (trx) =>
        server.services.jobs.announce(trx, 'bulk.continued', { organisationId: organisation, runId }),
      );
      return finished(admin, runId);
    };
    expect(await again(own.id)).toMatchObject({ state: 'done' });
    await server.ownerQuery(
      `update "bulkRuns" set "masterId" = $2, "masterName" = 'Tim', "sessionId" = $3 where id = $1`,
      [own.id, newId(), newId()],
    );
    expect(await again(own.id)).toMatchObject({ state: 'stopped' });
  });

  it('a request that is sent twice runs once', async () => {
    const ids = await machinesOf(2);
    const body = { id: newId(), verb: 'machines.deactivate', args: {}, selection: { ids } };
    const answers = await Promise.all([
      admin.post('/bulk', body),
      admin.post('/bulk', body),
      admin.post('/bulk', body),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await finished(admin, body.id)).toMatchObject({ changed: 2, unchanged: 0 });
    const [events] = await server.ownerQuery<{ count: number }>(
      `select count(*)::int from "historyEvents" where type = 'deactivation' and "originId" = any($1::uuid[])`,
      [ids],
    );
    expect(events?.count).toBe(2);
  });

  it('many concurrent runs on the same rows end in one consistent result without a failure', async () => {
    const ids = await machinesOf(30);
    const structures = [await aStructure(server, admin, 'One'), await aStructure(server, admin, 'Two')];
    const runs = await Promise.all(
      Array.from({ length: 8 }, (_, index) => run(admin, 'machines.place', ids, { structure: structures[index % 2] })),
    );
    expect(runs.map(({ refused }) => refused)).toEqual(Array(8).fill(0));
    const counts = await Promise.all(
      structures.map(async (one) => (await admin.get(`/machines?structure=${one}`)).body['hydra:totalItems']),
    );
    expect(counts.sort()).toEqual([0, 30]);
  });
});
