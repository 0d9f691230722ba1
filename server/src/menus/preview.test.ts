import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMachine, aProgram } from '../testing/builders.ts';
import { aChain, aMenu, anAdmin, holds, inStructure, programsOn } from '../testing/menus.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('MNU-01 what saving a menu would change', () => {
  it('is counted by the same rules, and nothing is written', async () => {
    const { who, chain, north, one, two, a, b, c, d } = await aChain(server);
    const menu = await aMenu(who, { programs: [a, b, c], places: inStructure(chain) });
    await holds(who, two.id, [a, b, c]);
    (await who.post('/programMachines', { machine: one.id, program: d })).expect(201);
    const waiting = await aProgram(who, { approved: false });
    await aMachine(who, { structure: north, category: 'pizza' });
    const preview = (fields: object) =>
      who.post('/menus/preview', {
        menu: menu.id,
        category: 'deck',
        programs: [a, b, c],
        places: inStructure(chain),
        ...fields,
      });
    expect((await preview({})).body).toMatchObject({
      machineCount: 2,
      structureCount: 2,
      changedCount: 0,
      joiningCount: 0,
      leavingCount: 0,
      programs: [],
      missing: [],
      unapprovedCount: 0,
      otherCategoryCount: 1,
    });
    const body = (await preview({ programs: [b, a, d, waiting.id] })).body;
    expect(body).toMatchObject({ changedCount: 2, unapprovedCount: 1 });
    expect(body.programs).toEqual(
      expect.arrayContaining([
        // It is on one of the ovens already.
        { id: d, name: expect.any(String), comes: 1, goes: 0, moves: 0 },
        { id: c, name: expect.any(String), comes: 0, goes: 2, moves: 0 },
        { id: a, name: expect.any(String), comes: 0, goes: 0, moves: 2 },
      ]),
    );
    expect((await preview({ places: inStructure(north) })).body).toMatchObject({
      machineCount: 1,
      leavingCount: 1,
      changedCount: 1,
    });
    const season = { from: '2026-12-01', until: '2026-12-24', everyYear: true };
    const inSummer = await preview({ season, machine: one.id, date: '2027-07-01' });
    expect(inSummer.body.machine.programs).toMatchObject([{ id: d, menu: null }]);
    const inWinter = await preview({ season, machine: one.id, date: '2027-12-01' });
    expect(inWinter.body.machine.programs.map(({ id }: { id: string }) => id)).toEqual([a, b, c, d]);
    expect(await programsOn(who, two.id)).toEqual([a, b, c]);
    const other = await aMachine(await anAdmin(server));
    expect((await preview({ machine: other.id })).status).toBe(404);
  });
});
