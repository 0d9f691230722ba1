import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOrganisation, aPerson } from '../../testing/builders.ts';
import { aPairedMachine, connectOven, eventually } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

it('SEC-09 messages with invented field names are counted in a bounded number of rows', async () => {
  const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  const { machine, credentials } = await aPairedMachine(server, admin);
  const oven = await connectOven(credentials);
  for (let index = 0; index < 120; index += 1)
    await oven.report('activities', {
      entries: [{ id: 'a', at: new Date().toISOString(), type: 'PowerOn' }],
      [`field${index}`]: 1,
    });
  const rows = await eventually(async () => {
    const found = await server.ownerQuery<{ topic: string; count: number }>(
      'select topic, count from "refusedMessages" where "machineId" = $1',
      [machine.id],
    );
    return found.reduce((sum, { count }) => sum + count, 0) === 120 ? found : null;
  });
  expect(rows.length).toBeLessThanOrEqual(51);
  expect(rows.find(({ topic }) => topic === 'other')?.count).toBe(70);
  await oven.close();
});

it('SEC-07 LNK-05 a report that the database refuses every time is set aside, and the next one is stored', async () => {
  const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  const { machine, credentials } = await aPairedMachine(server, admin);
  await server.ownerQuery(`create function "refuseWash"() returns trigger language plpgsql as
    $$ begin raise unique_violation using message = 'stored already'; end $$`);
  await server.ownerQuery(`create trigger "refuseWash" before insert on activities for each row
    when (new.type = 'WashStart') execute function "refuseWash"()`);
  const oven = await connectOven(credentials);
  const at = new Date().toISOString();
  await oven.report('activities', { entries: [{ id: 'w', at, type: 'WashStart' }] });
  await oven.report('activities', { entries: [{ id: 'p', at, type: 'PowerOn' }] });
  const put = await server.ownerQuery<{ reason: string }>(
    'select reason from "refusedMessages" where "machineId" = $1',
    [machine.id],
  );
  expect(put.map(({ reason }) => reason)).toEqual(['message: database']);
  const stored = await server.ownerQuery<{ type: string }>('select type from activities where "machineId" = $1', [
    machine.id,
  ]);
  expect(stored.map(({ type }) => type)).toEqual(['PowerOn']);
  await oven.close();
});
