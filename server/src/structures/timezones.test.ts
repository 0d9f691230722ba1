import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMachine, aPerson, type Person } from '../testing/builders.ts';
import { bulkRun } from '../testing/bulkRun.ts';
import { anAdminOfNew, keysOf, makeStructure, partly } from '../testing/structures.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

interface ZonedRow {
  id: string;
  above: string | null;
  own: string | null;
  timezone: string | null;
}

/** The records that are not in the recycle bin. */
async function zonesIn({ organisationId }: Person) {
  const rowsOf = (table: string, above: string) =>
    server.ownerQuery<ZonedRow>(
      `select id, "${above}" as above, "ownTimezone" as own, timezone from ${table}
       where "organisationId" = $1 and "deletedAt" is null order by id`,
      [organisationId],
    );
  return { structures: await rowsOf('structures', 'parentId'), machines: await rowsOf('machines', 'structureId') };
}

const versionsIn = ({ organisationId }: Person) =>
  server.ownerQuery(
    `select id, version, timezone from structures where "organisationId" = $1
     union all select id, version, timezone from machines where "organisationId" = $1 order by id`,
    [organisationId],
  );

const zonesOf = async (person: Person, path: string) => {
  const { timezone, ownTimezone } = (await person.get(path)).body;
  return [timezone, ownTimezone];
};

/** Numbers of a sequence that is the same each time (Park and Miller). */
function sequence(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const zones = ['Europe/Paris', 'Asia/Tokyo', 'America/Lima', null];

/** One change of the tree or of its machines, by chance; one that the rules refuse changes nothing. */
async function change(who: Person, next: (below: number) => number): Promise<string> {
  const { structures, machines } = await zonesIn(who);
  const one = <Item>(list: readonly Item[]) => list[next(list.length)] as Item;
  const place = () => (next(4) === 0 ? null : (one(structures)?.id ?? null));
  const timezone = one(zones);
  const structure = `/structures/${one(structures)?.id}`;
  const machine = `/machines/${one(machines)?.id}`;
  const binned = (await who.get('/recycle-bin?itemsPerPage=50')).body['hydra:member'] as { '@id': string }[];
  const restored = binned.length > 0 ? one(binned)['@id'].replace('/api', '') : structure;
  const drop = `${structure}?children=${one(['moveUp', 'delete'])}&machines=${one(['moveUp', 'unassign'])}`;
  const calls = {
    create: () => who.post('/structures', { name: 'Site', parent: place(), timezone }),
    move: () => who.put(structure, { parent: place() }),
    zone: () => who.put(structure, { timezone }),
    moveAndZone: () => who.put(structure, { parent: place(), timezone }),
    drop: () => who.delete(drop),
    restore: () => who.post(`${restored}/restore`),
    addMachine: () => aMachine(who, { structure: place(), timezone }),
    moveMachine: () => who.put(machine, { structure: place() }),
    zoneMachine: () => who.put(machine, { timezone }),
    dropMachine: () => who.delete(machine),
  };
  const name = one(Object.keys(calls) as (keyof typeof calls)[]);
  await calls[name]();
  return name;
}

describe('HRS-01 the timezone that counts', () => {
  it.each([1, 2, 3])('is the own one, else the nearest above, after any changes (sequence %i)', async (seed) => {
    const who = await anAdminOfNew(server);
    const other = await anAdminOfNew(server);
    const theirs = await makeStructure(other, { name: 'Theirs', timezone: 'Asia/Seoul' });
    await aMachine(other, { structure: theirs.id });
    const untouched = await versionsIn(other);
    const next = sequence(seed);
    for (let step = 0; step < 6; step += 1) {
      const structure = await makeStructure(who, { name: 'Site', timezone: zones[step] ?? null });
      await aMachine(who, { structure: structure.id });
    }
    const done: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      done.push(await change(who, next));
      const { structures, machines } = await zonesIn(who);
      const byId = new Map(structures.map((row) => [row.id, row]));
      const counting = ({ own, above }: ZonedRow): string | null => {
        const next = byId.get(above ?? '');
        return own ?? (next ? counting(next) : null);
      };
      for (const row of [...structures, ...machines])
        expect([row.id, row.timezone], done.join()).toEqual([row.id, counting(row)]);
    }
    expect(new Set(done).size).toBe(10);
    expect(await versionsIn(other)).toEqual(untouched);
  });

  it('is right on machines that are moved into a structure while its timezone changes', async () => {
    const who = await anAdminOfNew(server);
    const { id } = await makeStructure(who, { name: 'Site' });
    const machines = [];
    for (let count = 0; count < 12; count += 1) machines.push(await aMachine(who));
    for (const machine of machines) (await who.put(`/machines/${machine.id}`, { timezone: null })).expect(200);
    await Promise.all(
      machines.flatMap((machine, index) => [
        who.put(`/machines/${machine.id}`, { structure: id }),
        who.put(`/structures/${id}`, { timezone: zones[index % 3] }),
      ]),
    );
    const [site] = (await zonesIn(who)).structures;
    expect((await zonesIn(who)).machines.map(({ above, timezone }) => [above, timezone])).toEqual(
      machines.map(() => [id, site?.timezone]),
    );
  });

  it('of a new machine is that of its structure; where that has none, and none is chosen, that of the person', async () => {
    const who = await anAdminOfNew(server);
    const site = await makeStructure(who, { name: 'Site', timezone: 'Asia/Tokyo' });
    const bare = await makeStructure(who, { name: 'Bare' });
    expect(await aMachine(who, { structure: site.id })).toMatchObject({ timezone: 'Asia/Tokyo', ownTimezone: null });
    const own = { timezone: 'Europe/Paris', ownTimezone: 'Europe/Paris' };
    expect(await aMachine(who, { structure: bare.id })).toMatchObject(own);
    expect(await aMachine(who)).toMatchObject(own);
    const none = { timezone: null };
    expect(await aMachine(who, { structure: site.id, ...none })).toMatchObject({ timezone: 'Asia/Tokyo' });
    for (const place of [{}, { structure: bare.id }])
      expect(await aMachine(who, { ...place, ...none })).toMatchObject({ ...none, ownTimezone: null });
  });

  it('has changed with the tree for a structure and a machine that are restored from the recycle bin', async () => {
    const who = await anAdminOfNew(server);
    const region = await makeStructure(who, { name: 'Region', timezone: 'America/Lima' });
    const town = await makeStructure(who, { name: 'Town', parent: region.id });
    const machine = await aMachine(who, { structure: region.id });
    const paths = [`/structures/${town.id}`, `/machines/${machine.id}`];
    for (const path of paths) expect((await who.delete(path)).status).toBe(204);
    (await who.put(`/structures/${region.id}`, { timezone: 'Asia/Tokyo' })).expect(200);
    for (const path of paths) {
      await who.post(`${path}/restore`);
      expect(await zonesOf(who, path)).toEqual(['Asia/Tokyo', null]);
    }
  });

  it('names the nearest structure from which it comes, if the reader sees that one', async () => {
    const who = await anAdminOfNew(server);
    const country = await makeStructure(who, { name: 'Country', timezone: 'Asia/Tokyo' });
    const region = await makeStructure(who, { name: 'Region', parent: country.id, timezone: 'America/Lima' });
    const town = await makeStructure(who, { name: 'Town', parent: region.id });
    const shop = await makeStructure(who, { name: 'Shop', parent: town.id });
    const clerk = await aPerson(server, 'user', who.organisationId, { without: partly });
    (await who.put(`/structures/${town.id}/users`, { add: [clerk.userId] })).expect(200);
    const shown = (await who.get(`/structures/${shop.id}`)).body;
    expect(shown).toMatchObject({ timezone: 'America/Lima', ownTimezone: null, timezoneOf: { name: 'Region' } });
    expect((await who.get(`/structures/${region.id}`)).body).toMatchObject({
      ownTimezone: 'America/Lima',
      timezoneOf: null,
    });
    expect((await clerk.get(`/structures/${shop.id}`)).body).toMatchObject({
      timezone: 'America/Lima',
      timezoneOf: null,
    });
  });

  it('INT-01 can be sent back where it is inherited, and stays inherited', async () => {
    const who = await anAdminOfNew(server);
    const region = await makeStructure(who, { name: 'Region', timezone: 'America/Lima' });
    const town = await makeStructure(who, { name: 'Town', parent: region.id });
    const machine = await aMachine(who, { structure: town.id });
    for (const path of [`/structures/${town.id}`, `/machines/${machine.id}`]) {
      const { version } = (await who.get(path)).body;
      const answer = (await who.put(path, { timezone: 'America/Lima' })).body;
      expect([answer.version, answer.ownTimezone]).toEqual([version, null]);
    }
    (await who.put(`/structures/${region.id}`, { timezone: 'Asia/Tokyo' })).expect(200);
    expect(await zonesOf(who, `/machines/${machine.id}`)).toEqual(['Asia/Tokyo', null]);
  });

  it('is in the history of the structure with the former one', async () => {
    const who = await anAdminOfNew(server);
    const { id } = await makeStructure(who, { name: 'Site', timezone: 'America/Lima' });
    (await who.put(`/structures/${id}`, { timezone: null })).expect(200);
    const [event] = (await who.get(`/history?type=update&entity=structure&thing=${id}`)).body['hydra:member'];
    expect(event.changes).toEqual([{ field: 'timezone', before: 'America/Lima', after: null }]);
  });

  it('is a zone that the server knows', async () => {
    const who = await anAdminOfNew(server);
    const { id } = await makeStructure(who, { name: 'Site' });
    const timezone = 'Moon/Base';
    for (const answer of [
      await who.post('/structures', { name: 'Base', timezone }),
      await who.put(`/structures/${id}`, { timezone }),
    ])
      expect([answer.status, keysOf(answer.body)]).toEqual([422, ['timezone custom.validation.timezone']]);
    (await who.put(`/structures/${id}`, { timezone: 'america/lima' })).expect(200);
    expect(await zonesOf(who, `/structures/${id}`)).toEqual(['America/Lima', 'America/Lima']);
  });

  it('stays on a machine that the previous release has written, when that of its structure changes', async () => {
    const who = await anAdminOfNew(server);
    const { id } = await makeStructure(who, { name: 'Site' });
    const machine = await aMachine(who, { structure: id });
    await server.ownerQuery('update machines set "ownTimezone" = null where id = $1', [machine.id]);
    (await who.put(`/structures/${id}`, { timezone: 'Asia/Tokyo' })).expect(200);
    expect(await zonesOf(who, `/machines/${machine.id}`)).toEqual(['Europe/Paris', null]);
  });

  it('changes the version of the machines that inherit it, and of no other', async () => {
    const who = await anAdminOfNew(server);
    const { id } = await makeStructure(who, { name: 'Site' });
    const own = await aMachine(who, { structure: id, timezone: 'Europe/Rome' });
    const heir = await aMachine(who, { structure: id });
    (await who.put(`/machines/${heir.id}`, { timezone: null })).expect(200);
    const versionOf = async (machineId: string) => (await who.get(`/machines/${machineId}`)).body.version as number;
    const before = [await versionOf(own.id), await versionOf(heir.id)] as const;
    (await who.put(`/structures/${id}`, { timezone: 'Asia/Tokyo' })).expect(200);
    expect([await versionOf(own.id), await versionOf(heir.id)]).toEqual([before[0], before[1] + 1]);
  });
});

describe('HRS-01 updates are judged again once', () => {
  const announced = ({ organisationId }: Person) =>
    server.ownerQuery(`select from pgboss.job where name = 'hours.changed' and data ->> 'organisationId' = $1`, [
      organisationId,
    ]);

  it('when a machine is moved or given another timezone, alone or with others', async () => {
    const who = await anAdminOfNew(server);
    const { id: structure } = await makeStructure(who, { name: 'Site' });
    const { id } = await aMachine(who);
    (await who.put(`/machines/${id}`, { structure })).expect(200);
    expect(await announced(who)).toHaveLength(1);
    (await who.put(`/machines/${id}`, { timezone: 'Asia/Tokyo' })).expect(200);
    expect(await announced(who)).toHaveLength(2);
    await bulkRun(who, 'machines.zone', [id], { timezone: 'America/Lima' });
    expect(await announced(who)).toHaveLength(3);
  });

  it('when a structure is deleted from above others or machines, or is restored', async () => {
    const who = await anAdminOfNew(server);
    const above = await makeStructure(who, { name: 'Above' });
    await makeStructure(who, { name: 'Below', parent: above.id });
    const shop = await makeStructure(who, { name: 'Shop' });
    await aMachine(who, { structure: shop.id });
    expect((await who.delete(`/structures/${above.id}?children=moveUp`)).status).toBe(204);
    expect(await announced(who)).toHaveLength(1);
    (await who.post(`/structures/${above.id}/restore`)).expect(204);
    expect(await announced(who)).toHaveLength(2);
    expect((await who.delete(`/structures/${shop.id}?machines=unassign`)).status).toBe(204);
    expect(await announced(who)).toHaveLength(3);
  });
});

it('MAC-09 machines that count as UTC for want of a timezone are found by a filter', async () => {
  const who = await anAdminOfNew(server);
  const site = await makeStructure(who, { name: 'Site', timezone: 'Asia/Tokyo' });
  const inherits = await aMachine(who, { structure: site.id });
  const without = await aMachine(who);
  (await who.put(`/machines/${without.id}`, { timezone: null })).expect(200);
  const found = async (value: boolean) =>
    (await who.get(`/machines?hasTimezone=${value}`)).body['hydra:member'].map(({ id }: { id: string }) => id);
  expect([await found(true), await found(false)]).toEqual([[inherits.id], [without.id]]);
});
