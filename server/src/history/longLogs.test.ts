import { countedItems } from '@fournil/contract/kit/hydra';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMachine, anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let admin: Person;
let machine: string;
const rows = 30_000;

beforeAll(async () => {
  server = await openTestServer();
  const organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  machine = (await aMachine(admin)).id;
  const at = `timestamptz '2026-01-01Z' + n * interval '1 second'`;
  const from = `from generate_series(1, ${rows}) n`;
  await server.ownerQuery(
    `insert into "historyEvents" (id, "organisationId", type, entity, "originId", "originName", "targetEntity",
      "targetId", "targetName", "actorId", "actorName", at)
     select gen_random_uuid(), $1, 'update', case when n % 2 = 0 then 'machine' else 'program' end, case when n % 2 = 0
       then $2::uuid else gen_random_uuid() end, 'x',
       'machine', $2, 'x', $3, 'Ada', ${at} ${from}`,
    [organisation, machine, admin.userId],
  );
  await server.ownerQuery(
    `insert into activities (id, "machineId", "organisationId", "reportId", type, at)
     select gen_random_uuid(), $2, $1, n::text, 'PowerOn', ${at} ${from}`,
    [organisation, machine],
  );
  await server.ownerQuery(
    `insert into "machineErrors" (id, "machineId", "organisationId", code, "dateStart", "dateEnd")
     select gen_random_uuid(), $2, $1, 'E03', ${at}, case when n > 5 then ${at} end ${from}`,
    [organisation, machine],
  );
  await server.ownerQuery('analyze');
});
afterAll(() => server.close());

describe('SEC-06 a list of very many events', () => {
  it.each([
    ['a history', () => `/history/machine/${machine}/full`],
    ['a person’s activity', () => `/history/user/${admin.userId}/full`],
    ['a history, by kinds', () => `/history/machine/${machine}/full?type=update&type=approval`],
    ['a machine’s activities', () => `/machines/${machine}/activities`],
    ['a machine’s activities, by kinds', () => `/machines/${machine}/activities?type=PowerOn&type=PowerOff`],
    ['a machine’s faults', () => `/machines/${machine}/errors`],
  ])('is counted and paged only up to a limit: %s', async (_what, path) => {
    const page = async (number: number) =>
      (await admin.get(`${path()}${path().includes('?') ? '&' : '?'}page=${number}&itemsPerPage=10`)).expect(
        200,
      ) as Record<string, unknown>;
    const [first, last, beyond] = [await page(1), await page(countedItems / 10), await page(countedItems / 10 + 1)];
    expect([first, last, beyond].map((one) => one['hydra:totalItems'])).toEqual([
      countedItems + 1,
      countedItems + 1,
      countedItems + 1,
    ]);
    expect([first, last, beyond].map((one) => (one['hydra:member'] as unknown[]).length)).toEqual([10, 10, 0]);
  });

  it('shows each event once, newest first, whether the record is its origin or its target', async () => {
    const { body } = await admin.get(`/history/machine/${machine}/full?page=1&itemsPerPage=100`);
    const events = body['hydra:member'] as { id: string; dateEvent: string }[];
    // The event of the machine's creation is dated today.
    const instants = events.map(({ dateEvent }) => dateEvent);
    expect([...instants].sort().reverse()).toEqual(instants);
    expect(new Set(events.map(({ id }) => id)).size).toBe(100);
    const [newest] = instants.filter((one) => one < '2026-02');
    expect(newest).toBe(new Date(Date.UTC(2026, 0, 1) + rows * 1000).toISOString());
  });
});
