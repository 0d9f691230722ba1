import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkScope } from '../../db/database.ts';
import { newId } from '../../kit/ids.ts';
import { storeContents } from '../../machine-link/reports/storeContents.ts';
import { linkRetention } from '../../machine-link/retention.ts';
import { apiAs } from '../../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aProgram, type Person } from '../../testing/builders.ts';
import { aPairedMachine, connectOven } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer({ ACTIVITIES_KEPT_DAYS: '365' });
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

const startAt = Date.parse('2026-11-14T00:00:00.000Z');
const at = (hour: number) => new Date(startAt + hour * 3_600_000).toISOString();
const hash = (letter: string) => letter.repeat(64);

describe('MNU-04 what was on a machine at a moment', () => {
  it('is what it had reported by then, with the time of that report and of its last confirmation', async () => {
    const program = await aProgram(admin, { name: 'Baguette' });
    const { machine, credentials } = await aPairedMachine(server, admin, { name: 'Four 2' });
    const oven = await connectOven(credentials);
    const unknown = newId();
    const held = { id: program.id, revision: 1, sha256: hash('a'), state: 'applied' };
    const strange = { id: unknown, revision: 4, sha256: hash('b'), state: 'refused', reason: { code: 'noSteam' } };
    const reason = { code: 'changed', values: { step: 1, fromCelsius: 250, toCelsius: 240 } };
    const changed = { ...held, sha256: hash('c'), state: 'changed', reason };
    const first = { id: 'r0', at: at(0), desiredVersion: 1, softwareVersion: '4.2.1' };
    await oven.report('reported', { ...first, programs: [held, strange] });
    await oven.report('reported', { id: 'r1', at: at(2), desiredVersion: 1, programs: [held, strange] });
    await oven.report('reported', { id: 'r2', at: at(3), desiredVersion: 1, programs: [changed] });
    await oven.report('reported', {
      id: 'r3',
      at: at(5),
      desiredVersion: 1,
      programs: [changed],
      softwareVersion: '5.0.0',
    });
    await oven.close();
    const asked = async (hour: number, who = admin) =>
      (await who.get(`/machines/${machine.id}/contents?at=${at(hour)}`)).body;
    expect(await asked(-1)).toMatchObject({
      at: at(-1),
      reportedAt: null,
      confirmedAt: null,
      softwareVersion: null,
      programs: [],
      previousAt: null,
      nextAt: at(0),
    });
    expect(await asked(2.5)).toMatchObject({
      '@type': 'Contents',
      reportedAt: at(0),
      confirmedAt: at(2),
      softwareVersion: '4.2.1',
      programs: [
        { id: program.id, name: 'Baguette', program: `/api/programs/${program.id}`, revision: 1, state: 'applied' },
        { id: unknown, name: null, program: null, revision: 4, state: 'refused' },
      ],
      nextAt: at(3),
    });
    expect(await asked(4)).toMatchObject({
      reportedAt: at(3),
      softwareVersion: '4.2.1',
      programs: [{ sha256: hash('c'), state: 'changed', reason: 'Step 1: 250 °C → 240 °C' }],
      previousAt: at(0),
      nextAt: at(5),
    });
    expect(await asked(6)).toMatchObject({
      reportedAt: at(5),
      softwareVersion: '5.0.0',
      previousAt: at(3),
      nextAt: null,
    });
    const now = (await admin.get(`/machines/${machine.id}/contents`)).body;
    expect(now).toMatchObject({ reportedAt: at(5) });
    const reader = await aPerson(server, 'clientAdmin', organisation, { language: 'FR' });
    expect((await asked(4, reader)).programs[0].reason).toContain('Étape 1');
    const lines = (await reader.get(`/machines/${machine.id}/contents.csv?at=${at(2.5)}`)).body.split('\r\n');
    expect(lines[1]).toBe(`1;Baguette;1;tel qu’envoyé;;${hash('a')};${at(0)};${at(2)}`);
    const keys = (await admin.get(`/machines/${machine.id}/contents.csv?at=${at(4)}&format=keys`)).body.split('\r\n');
    expect(keys[1]).toContain(`1,${program.id},Baguette,1,changed,`);
    // The name of the revision is kept with the list, so a program that is deleted is still named.
    (await admin.delete(`/programs/${program.id}`)).expect(204);
    expect((await asked(4)).programs).toMatchObject([{ name: 'Baguette', program: null }]);
  });

  it('is shown to those who see the machine, and nothing of it to others', async () => {
    const machine = await aMachine(admin);
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const elsewhere = await aPerson(server, 'user', organisation, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    const without = await aPerson(server, 'user', organisation, { without: ['ROLE_MACHINE_ACCESS'] });
    for (const path of ['contents', 'contents.csv']) {
      const address = `/machines/${machine.id}/${path}`;
      for (const who of [stranger, elsewhere]) expect((await who.get(address)).status).toBe(404);
      expect((await without.get(address)).status).toBe(403);
      expect((await apiAs(server, null).get(address)).status).toBe(401);
      expect((await admin.get(address)).status).toBe(200);
      const wrong = await admin.get(`${address}?at=yesterday`);
      expect(wrong.status).toBe(400);
      expect(wrong.body.violations).toEqual([expect.objectContaining({ propertyPath: 'at' })]);
    }
  });

  it('is one stored list for all machines of an organisation that hold the same', async () => {
    const organisationId = await anOrganisation(server);
    const owner = await aPerson(server, 'clientAdmin', organisationId);
    const machines = [await aMachine(owner), await aMachine(owner)];
    const programs = [{ id: newId(), revision: 1, sha256: hash('d'), state: 'applied' as const }];
    const reports = machines.map(({ id }) => reportOf(id, organisationId, at(0), programs));
    await server.services.db.as(linkScope, (trx) => storeContents(trx, reports));
    await server.services.db.as(linkScope, (trx) => storeContents(trx, reports));
    const [counted] = await server.ownerQuery(
      `select (select count(*)::int from "heldLists" where "organisationId" = $1) as lists,
        (select count(*)::int from "machineContents" where "organisationId" = $1) as contents`,
      [organisationId],
    );
    expect(counted).toEqual({ lists: 1, contents: 2 });
  });

  it('is the same in whichever batches, and however late behind births, its reports arrive', async () => {
    const change = fc.record({ list: fc.integer({ min: 0, max: 2 }), births: fc.nat(2) });
    const timeline = fc.array(change, { minLength: 1, maxLength: 6 });
    const { id: machineId } = await aMachine(admin);
    await fc.assert(
      fc.asyncProperty(timeline, fc.infiniteStream(fc.nat(2)), async (changes, choices) => {
        await server.ownerQuery('delete from "machineContents" where "machineId" = $1', [machineId]);
        await server.ownerQuery('update "machineStates" set "contentsAt" = null where "machineId" = $1', [machineId]);
        const choose = () => choices.next().value ?? 0;
        const arriving = inSomeOrder(reportsOf(machineId, changes), choose);
        for (let left = arriving; left.length > 0; ) {
          const batch = left.slice(0, 1 + choose());
          left = left.slice(batch.length);
          await server.services.db.as(linkScope, (trx) => storeContents(trx, batch));
        }
        for (const { message } of arriving)
          expect(await revisionsAt(machineId, message.at)).toEqual(message.programs.map(({ revision }) => revision));
      }),
      { numRuns: 60 },
    );
  });

  it('is kept as long as the log of activities, and from its beginning on it is still known', async () => {
    const { id } = await aMachine(admin);
    const day = 24 * 3_600_000;
    const ago = (days: number) => new Date(server.services.now().getTime() - days * day).toISOString();
    const programs = (letter: string) => [
      { id: newId(), revision: 1, sha256: hash(letter), state: 'applied' as const },
    ];
    for (const [days, letter] of [
      [900, 'f'],
      [500, '1'],
      [100, '2'],
    ] as const)
      await server.services.db.as(linkScope, (trx) =>
        storeContents(trx, [reportOf(id, organisation, ago(days), programs(letter))]),
      );
    await server.ownerQuery(`update "heldLists" set "createdAt" = now() - interval '2 years'`);
    const rule = linkRetention.find(({ name }) => name === 'contents of machines');
    const due = (await rule?.due(server.services)) ?? 0;
    expect(due).toBeGreaterThan(0);
    expect(await rule?.remove(server.services)).toBe(due);
    expect(await rule?.due(server.services)).toBe(0);
    const kept = await server.ownerQuery<{ letter: string }>(
      `select left(programs -> 0 ->> 'sha256', 1) as letter from "machineContents"
        join "heldLists" using ("organisationId") where sha256 = "listSha256" and "machineId" = $1 order by at`,
      [id],
    );
    expect(kept.map(({ letter }) => letter)).toEqual(['1', '2']);
    const gone = await server.ownerQuery(`select from "heldLists" where programs -> 0 ->> 'sha256' = $1`, [hash('f')]);
    expect(gone).toEqual([]);
  });
});

type Said = Parameters<typeof storeContents>[1][number];

function reportOf(
  machineId: string,
  organisationId: string,
  when: string,
  programs: Said['message']['programs'],
): Said {
  const message = { v: 1 as const, id: when, at: when, desiredVersion: 0, programs };
  return { topic: 'reported', machineId, organisationId, pairing: 1, message };
}

const lists = [0, 1, 2].map((count) =>
  Array.from({ length: count }, (_, index) => ({
    id: `0199a000-0000-7000-8000-00000000000${index}`,
    revision: count * 10 + index + 1,
    sha256: hash('a'),
    state: 'applied' as const,
  })),
);

/**
 * Reports wait in the machine's queue in their order; a birth is sent at once, before those that wait. Some arrive
 * twice, because the acknowledgement was lost.
 */
function inSomeOrder({ queue, births }: ReturnType<typeof reportsOf>, choose: () => number): Said[] {
  const [reports, signs] = [[...queue], [...births]];
  const arriving: Said[] = [];
  while (reports.length + signs.length > 0) {
    const from = signs.length > 0 && (reports.length === 0 || choose() > 0) ? signs : reports;
    const next = from.splice(0, 1);
    arriving.push(...next, ...(choose() > 1 ? next : []));
  }
  return arriving;
}

async function revisionsAt(machineId: string, when: string): Promise<number[] | undefined> {
  const { rows } = await server.services.db.as(linkScope, (trx) =>
    sql<{ programs: { revision: number }[] }>`select programs from "machineContents" contents
      join "heldLists" list on list."organisationId" = contents."organisationId" and sha256 = "listSha256"
      where "machineId" = ${machineId} and at <= ${when}::timestamptz order by at desc limit 1`.execute(trx),
  );
  return rows[0]?.programs.map(({ revision }) => revision);
}

/** A machine reports each change, and at each birth what it holds. */
function reportsOf(machineId: string, changes: { list: number; births: number }[]) {
  let hour = 0;
  const queue: Said[] = [];
  const births: Said[] = [];
  for (const { list, births: count } of changes) {
    const programs = lists[list] ?? [];
    hour += 1;
    queue.push(reportOf(machineId, organisation, at(hour), programs));
    for (let birth = 0; birth < count; birth += 1) {
      hour += 1;
      births.push(reportOf(machineId, organisation, at(hour), programs));
    }
  }
  return { queue, births };
}
