import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkScope } from '../../db/database.ts';
import { aMachine, anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { readMessage as read } from './readMessage.ts';
import { store } from './store.ts';

let server: TestServer;
let admin: Person;
let machineId: string;
let rightId: string;
beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  machineId = (await aMachine(admin)).id;
  rightId = (await aMachine(admin)).id;
});
afterAll(() => server.close());

const say = (topic: string, ...entries: object[]) => sayAs(machineId, topic, ...entries);

async function sayAs(id: string, topic: string, ...entries: object[]): Promise<void> {
  const linked = { machineId: id, organisationId: admin.organisationId ?? '', pairing: 1 };
  const { report } = read({ ...linked, topic, payload: Buffer.from(JSON.stringify({ v: 1, entries })) });
  await server.services.db.as(linkScope, (trx) => store(server.services, trx, [report]));
}
const reading = (id: string, at: string) => ({
  id,
  at,
  chamberTemperatureCelsius: 200,
  setTemperatureCelsius: null,
  energyKilowattHours: 1,
  doorOpen: false,
  program: null,
});
const partitionsOf = async (table: string, condition: string) =>
  (
    await server.ownerQuery<{ name: string }>(
      `select tableoid::regclass::text as name from "${table}" where "machineId" = $1 and ${condition}`,
      [machineId],
    )
  ).map(({ name }) => name);

it('LNK-05 SCL-03 reports of a wrong clock that arrive again months later are stored once, in their first partition', async () => {
  const wrong = '2001-01-01T00:00:00.000Z';
  const report = async () => {
    await say('activities', { id: 'a1', at: wrong, type: 'PowerOn' }, { id: 'a2', at: wrong, type: 'PowerOff' });
    await say('readings', reading('r1', wrong), reading('r2', wrong));
    await say('errors', { id: 'e1', code: 'E03', dateStart: wrong });
    await say('errors', { id: 'e2', code: 'E03', dateStart: wrong, dateEnd: wrong });
  };
  await report();
  const all = async () => [
    await partitionsOf('activities', '"saidAt" is not null'),
    await partitionsOf('readings', '"reportId" is not null'),
    await partitionsOf('machineErrors', '"saidStart" is not null'),
  ];
  const first = await all();
  expect(first.map((names) => names.length)).toEqual([2, 2, 1]);
  server.advance(100 * 86_400);
  // Another partition by now, where no unique index knows them.
  await say('activities', { id: 'a3', at: wrong, type: 'PowerOn' });
  expect(new Set(await partitionsOf('activities', '"saidAt" is not null')).size).toBe(2);
  await report();
  await report();
  const [activities, ...others] = await all();
  expect([activities?.length, others]).toEqual([3, first.slice(1)]);
  // From a clock that has been set, with the time at which it happened.
  const right = new Date(server.services.now().getTime() - 60_000).toISOString();
  await say('activities', { id: 'a1', at: right, type: 'PowerOn' });
  await say('readings', reading('r1', right));
  expect((await all()).map((names) => names.length)).toEqual([3, 2, 1]);
  expect(await partitionsOf('activities', '"saidAt" is null')).toEqual([]);
  expect(await partitionsOf('readings', '"reportId" is null')).toEqual([]);
});

it('SCL-03 a machine whose clock was never wrong has no period in which its reports are looked for', async () => {
  await sayAs(rightId, 'activities', { id: 'a1', at: server.services.now().toISOString(), type: 'PowerOn' });
  const [other] = await server.ownerQuery<{ from: Date | null }>(
    `select "misdatedFrom" as from from "machineStates" where "machineId" = $1`,
    [rightId],
  );
  expect(other).toEqual({ from: null });
  const [own] = await server.ownerQuery<{ days: number }>(
    `select round(extract(epoch from "misdatedUntil" - "misdatedFrom") / 86400)::int as days from "machineStates"
      where "machineId" = $1`,
    [machineId],
  );
  expect(own?.days).toBe(100);
});
