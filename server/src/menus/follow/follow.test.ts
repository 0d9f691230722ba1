import { dateAfter, dateOf, startOfDate } from '@fournil/contract/kit/zones';
import { downTopics, linkLimits, topic } from '@fournil/contract/machine-link/topics';
import { menusOf, programsOf } from '@fournil/contract/menus/holding';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organisationScope } from '../../db/database.ts';
import { withClient } from '../../db/withClient.ts';
import { byHandOf, heldBy } from '../../machines/index.ts';
import { aMachine, aProgram, aStructure, type Person } from '../../testing/builders.ts';
import { anAdmin, inStructure } from '../../testing/menus.ts';
import { aPairedMachine, connectOven, eventually } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { followSeasons } from './affected.ts';
import { readFacts, readMachines } from './facts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** The programs of a machine in their order, read without a session, which a test with a moved clock has none of. */
async function heldOn(machineId: string): Promise<string[]> {
  const rows = await server.ownerQuery<{ programId: string }>(
    `select "programId" from installations where "machineId" = $1 order by position`,
    [machineId],
  );
  return rows.map(({ programId }) => programId);
}
const holds = (machineId: string, ids: readonly string[]) =>
  eventually(async () => (await heldOn(machineId)).join() === ids.join());

describe('MNU-01 an oven', () => {
  it('is sent what its menu changes, and a menu that changes nothing on it sends nothing', async () => {
    const who = await anAdmin(server);
    const { machine, credentials } = await aPairedMachine(server, who);
    const [a, b] = [(await aProgram(who)).id, (await aProgram(who)).id];
    const oven = await connectOven(credentials);
    await oven.client.subscribeAsync(
      downTopics.map((name) => topic(machine.id, name)),
      { qos: 1 },
    );
    await oven.birth();
    const sent = () =>
      (oven.received.get('desired')?.at(-1) as { version: number; programs: { id: string }[] }) ?? null;
    const places = [{ kind: 'machine', id: machine.id }];
    const menu = (
      await who.post('/menus', { name: 'Own', category: 'deck', programs: [a, b], approved: true, places })
    ).expect(201) as { id: string };
    await eventually(
      () =>
        sent()
          ?.programs.map(({ id }) => id)
          .join() === [a, b].join(),
    );
    const { version } = sent();
    // Another menu takes over with the same programs: the oven holds what it held.
    const other = { name: 'Other', category: 'deck', programs: [a, b], approved: true, places };
    (await who.put(`/menus/${menu.id}`, { places: [] })).expect(200);
    const { id } = (await who.post('/menus', other)).expect(201) as { id: string };
    await eventually(
      async () =>
        (
          await server.ownerQuery(`select from installations where "machineId" = $1 and "menuId" = $2`, [
            machine.id,
            id,
          ])
        ).length === 2,
    );
    const programs = [b, a];
    (await who.put(`/menus/${id}`, { programs })).expect(200);
    await eventually(
      () =>
        sent()
          ?.programs.map((program) => program.id)
          .join() === programs.join(),
    );
    expect(sent().version).toBeLessThanOrEqual(version + 3);
    await oven.client.endAsync();
  });
});

describe('MNU-01 the season of a menu', () => {
  it('brings its programs to each oven at midnight of its own zone, and takes them away after its last day', async () => {
    const who = await anAdmin(server);
    const chain = await aStructure(server, who, 'Chain');
    const [paris, tahiti] = [
      await aMachine(who, { structure: chain, timezone: 'Europe/Paris' }),
      await aMachine(who, { structure: chain, timezone: 'Pacific/Tahiti' }),
    ];
    const [everyDay, festive] = [(await aProgram(who)).id, (await aProgram(who)).id];
    const give = { category: 'deck', approved: true, places: inStructure(chain) };
    (await who.post('/menus', { ...give, name: 'Every day', programs: [everyDay] })).expect(201);
    const now = server.services.now().getTime();
    // Of one day, which begins in Paris hours before it begins in Tahiti.
    const day = dateAfter(dateOf(now, 'Europe/Paris'), 2);
    const season = { from: day, until: day };
    (await who.post('/menus', { ...give, name: 'Festive', programs: [festive], season })).expect(201);
    await holds(paris.id, [everyDay]);
    await holds(tahiti.id, [everyDay]);
    /** When its next season begins or ends; nothing while it waits to be checked. */
    const due = async (machineId: string) =>
      (
        await server.ownerQuery<{ dueAt: Date }>(
          `select "dueAt" from "menuChecks" where "machineId" = $1 and "checkedAt" is not null and "dueAt" > $2`,
          [machineId, server.services.now()],
        )
      )[0]?.dueAt;
    const until = async (at: Date | undefined) => {
      server.advance(((at?.getTime() ?? 0) - server.services.now().getTime()) / 1000 + 1);
      await followSeasons(server.services);
    };
    await eventually(async () => (await due(tahiti.id)) && (await due(paris.id)));
    await until(await due(paris.id));
    await holds(paris.id, [festive, everyDay]);
    await holds(tahiti.id, [everyDay]);
    const [endsInParis, beginsInTahiti] = [await due(paris.id), await due(tahiti.id)];
    await until(beginsInTahiti);
    await holds(tahiti.id, [festive, everyDay]);
    await holds(paris.id, [festive, everyDay]);
    await until(endsInParis);
    await holds(paris.id, [everyDay]);
    await holds(tahiti.id, [festive, everyDay]);
    await until(await due(tahiti.id));
    await holds(tahiti.id, [everyDay]);
    // The season is over: nothing has to be checked again, unless the clock is set back.
    expect(await due(tahiti.id)).toBe(Number.POSITIVE_INFINITY);
  });

  it('HRS-01 follows the timezone that an oven has from its structure', async () => {
    const who = await anAdmin(server);
    const shop = (await who.post('/structures', { name: 'Shop', timezone: 'Europe/Paris' })).body.id as string;
    const oven = await aMachine(who, { structure: shop });
    const day = dateAfter(dateOf(server.services.now().getTime(), 'Europe/Paris'), 2);
    const menu = { name: 'Festive', category: 'deck', programs: [(await aProgram(who)).id], approved: true };
    (await who.post('/menus', { ...menu, places: inStructure(shop), season: { from: day, until: day } })).expect(201);
    const isDueAt = (zone: string) =>
      eventually(async () => {
        const [check] = await server.ownerQuery<{ dueAt: Date }>(
          `select "dueAt" from "menuChecks" where "machineId" = $1 and "checkedAt" is not null`,
          [oven.id],
        );
        return check?.dueAt.getTime() === startOfDate(day, zone);
      });
    await isDueAt('Europe/Paris');
    (await who.put(`/structures/${shop}`, { timezone: 'Pacific/Tahiti' })).expect(200);
    await isDueAt('Pacific/Tahiti');
  });

  it('is checked again when the clock of the server was set back over its edge', async () => {
    const who = await anAdmin(server);
    const oven = await aMachine(who, { timezone: 'UTC' });
    const festive = (await aProgram(who)).id;
    const tomorrow = dateAfter(dateOf(server.services.now().getTime(), 'UTC'));
    const menu = { name: 'Festive', category: 'deck', programs: [festive], approved: true };
    const places = [{ kind: 'machine', id: oven.id }];
    (await who.post('/menus', { ...menu, places, season: { from: tomorrow, until: tomorrow } })).expect(201);
    const isFollowed = async () =>
      (await server.ownerQuery(`select from "machineMenus" where "machineId" = $1`, [oven.id])).length === 1;
    await eventually(isFollowed);
    server.advance(86_400);
    await followSeasons(server.services);
    await holds(oven.id, [festive]);
    server.advance(-86_400);
    await followSeasons(server.services);
    await holds(oven.id, []);
  });
});

it('MNU-01 an oven that is checked while a menu leaves its place is checked again', async () => {
  const who = await anAdmin(server);
  const shop = await aStructure(server, who, 'Shop');
  const program = (await aProgram(who)).id;
  const oven = await aMachine(who, { structure: shop });
  const input = { name: 'Every day', category: 'deck', programs: [program], approved: true };
  const menu = ((await who.post('/menus', input)).expect(201) as { id: string }).id;
  await eventually(isQuiet);
  await withClient(server.databaseUrl, async (other) => {
    // Another server checks the oven, and has read that the menu is given to its shop.
    await other.query('begin');
    await other.query(`insert into "menuChecks" ("organisationId", "machineId", "dueAt") values ($1, $2, now())`, [
      who.organisationId,
      oven.id,
    ]);
    (await who.put(`/menus/${menu}`, { places: inStructure(shop) })).expect(200);
    (await who.put(`/menus/${menu}`, { places: [] })).expect(200);
    await other.query(
      `insert into "machineMenus" ("organisationId", "machineId", "menuId", rank, "structureId", "isOn")
       values ($1, $2, $3, 0, $4, true)`,
      [who.organisationId, oven.id, menu, shop],
    );
    await other.query(
      `insert into installations (id, "organisationId", "machineId", "programId", position, "menuId")
       values (gen_random_uuid(), $1, $2, $3, 1, $4)`,
      [who.organisationId, oven.id, program, menu],
    );
    await other.query('delete from "menuChecks" where "machineId" = $1', [oven.id]);
    await other.query('commit');
  });
  await eventually(isQuiet);
  await holds(oven.id, []);
});

it('MNU-01 a program that is removed by hand while its menu takes it over stays', async () => {
  const who = await anAdmin(server);
  const oven = await aMachine(who);
  const program = (await aProgram(who)).id;
  const { id } = (await who.post('/programMachines', { machine: oven.id, program })).expect(201) as { id: string };
  const input = { name: 'Own', category: 'deck', programs: [program], approved: false };
  const menu = ((await who.post('/menus', input)).expect(201) as { id: string }).id;
  await eventually(isQuiet);
  const removed = await withClient(server.databaseUrl, async (other) => {
    // Another server gives the oven its menu.
    await other.query('begin');
    const isIts = '"organisationId" = $1 and id = $2';
    await other.query(`select from machines where ${isIts} for no key update`, [who.organisationId, oven.id]);
    await other.query(`update installations set "menuId" = $3, "handPosition" = 1 where ${isIts}`, [
      ...[who.organisationId, id],
      menu,
    ]);
    const answer = who.delete(`/programMachines/${id}`);
    await eventually(server.isLockAwaited);
    await other.query('commit');
    return answer;
  });
  expect([removed.status, removed.body.violations[0].key]).toEqual([422, 'custom.menus.onMenu']);
});

it('MNU-01 an oven for which it fails stops no other, and gets its programs later', async () => {
  const who = await anAdmin(server);
  const shop = await aStructure(server, who, 'Shop');
  const program = (await aProgram(who)).id;
  const [broken, well] = [await aMachine(who, { structure: shop }), await aMachine(who, { structure: shop })];
  await server.ownerQuery(`create function refuse_broken() returns trigger language plpgsql as $$ begin
    if new."machineId" = '${broken.id}' then raise exception 'broken'; end if; return new; end $$`);
  await server.ownerQuery(
    'create trigger broken before insert on "machineMenus" for each row execute function refuse_broken()',
  );
  const input = { name: 'Every day', category: 'deck', programs: [program], approved: true };
  (await who.post('/menus', { ...input, places: inStructure(shop) })).expect(201);
  await holds(well.id, [program]);
  expect(await heldOn(broken.id)).toEqual([]);
  await server.ownerQuery('drop trigger broken on "machineMenus"');
  server.advance(601);
  await followSeasons(server.services);
  await holds(broken.id, [program]);
});

/** No change waits to be followed. */
async function isQuiet(): Promise<boolean> {
  const [jobs] = await server.ownerQuery<{ count: number }>(
    `select count(*)::int as count from pgboss.job
     where name = 'menus.affected' and state in ('created', 'retry', 'active')`,
  );
  return jobs?.count === 0;
}

/** One change by somebody; its numbers choose among what there is. */
const changes = fc.array(
  fc.record({
    what: fc.constantFrom('moveMachine', 'moveStructure', 'give', 'content', 'delete', 'restore', 'byHand'),
    one: fc.nat(7),
    other: fc.nat(7),
    season: fc.constantFrom(null, 'now', 'later'),
  }),
  { minLength: 4, maxLength: 14 },
);

it('MNU-01 what ovens hold after any changes is what the present menus, places and seasons say', {
  timeout: 240_000,
}, async () => {
  const who = await anAdmin(server);
  const programs: string[] = [];
  for (let index = 0; index < 5; index += 1) programs.push((await aProgram(who)).id);
  const top = await aStructure(server, who, 'Top');
  const structures = [top];
  for (const name of ['North', 'South', 'East'])
    structures.push(await aStructure(server, who, name, { parentId: top }));
  const machines: string[] = [];
  for (let index = 0; index < 4; index += 1)
    machines.push(
      (await aMachine(who, { structure: structures[index], timezone: index % 2 ? 'Europe/Paris' : 'Asia/Tokyo' })).id,
    );
  const menus: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    const input = {
      name: `Menu ${index}`,
      category: 'deck',
      programs: programs.slice(index % 4, index + 2),
      approved: true,
    };
    menus.push(((await who.post('/menus', input)).expect(201) as { id: string }).id);
  }
  const pickOf = (all: readonly string[], index: number) => all[index % all.length] ?? '';
  const today = dateOf(server.services.now().getTime(), 'UTC');
  const seasons = {
    now: { from: dateAfter(today, -9), until: dateAfter(today, 9) },
    later: { from: dateAfter(today, 20), until: dateAfter(today, 29), everyYear: true },
  };
  const apply: Record<string, (one: number, other: number, season: 'now' | 'later' | null) => Promise<unknown>> = {
    moveMachine: (one, other) =>
      who.put(`/machines/${pickOf(machines, one)}`, { structure: other === 7 ? null : pickOf(structures, other) }),
    moveStructure: (one, other) =>
      who.put(`/structures/${pickOf(structures, one)}`, { parent: other === 7 ? null : pickOf(structures, other) }),
    give: (one, other) =>
      who.put(`/menus/${pickOf(menus, one)}`, {
        places: [
          { kind: 'structure', id: pickOf(structures, other) },
          { kind: 'machine', id: pickOf(machines, other + one) },
        ],
      }),
    content: (one, other, season) =>
      who.put(`/menus/${pickOf(menus, one)}`, {
        programs: [...new Set([pickOf(programs, other), pickOf(programs, one), pickOf(programs, one + other)])],
        season: season && seasons[season],
      }),
    delete: (one) => who.delete(`/menus/${pickOf(menus, one)}`),
    restore: (one) => who.post(`/menus/${pickOf(menus, one)}/restore`),
    byHand: (one, other) =>
      who.post('/programMachines', { machine: pickOf(machines, one), program: pickOf(programs, other) }),
  };
  await fc.assert(
    fc.asyncProperty(changes, async (all) => {
      // Two at a time: what follows from one may overtake the other.
      for (let index = 0; index < all.length; index += 2)
        await Promise.all(
          all.slice(index, index + 2).map(({ what, one, other, season }) => apply[what]?.(one, other, season)),
        );
      await eventually(isQuiet);
      for (const { held, expected } of await compared(who)) expect(held).toEqual(expected);
    }),
    { numRuns: 8 },
  );
});

/** What each machine holds, and what the pure rules make of the present state. */
function compared(who: Person) {
  const organisationId = who.organisationId ?? '';
  return server.services.db.as(organisationScope(organisationId), async (trx) => {
    const facts = await readFacts(trx, organisationId);
    const machines = await readMachines(trx, organisationId, sql<boolean>`true`, facts.parents);
    const rows = await heldBy(
      trx,
      organisationId,
      machines.map(({ id }) => id),
    );
    return machines.map((machine) => {
      const held = rows.get(machine.id) ?? [];
      const byHand = byHandOf(held).map(({ programId }) => programId);
      const { menus } = menusOf(machine, facts.menus, server.services.now().getTime());
      const { programs } = programsOf(machine, menus, facts.programs, byHand, linkLimits.programsPerMachine);
      const ofMenus = new Set(programs.map(({ programId }) => programId));
      const own = byHand.filter((id) => !ofMenus.has(id)).map((programId) => ({ programId, menuId: null }));
      return {
        held: held.map(({ programId, menuId, position }) => ({ programId, menuId, position })),
        expected: [...programs, ...own].map((one, index) => ({ ...one, position: index + 1 })),
      };
    });
  });
}
