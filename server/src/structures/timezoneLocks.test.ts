import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../db/withClient.ts';
import { aMachine, type Person } from '../testing/builders.ts';
import { bulkRun } from '../testing/bulkRun.ts';
import { eventually } from '../testing/oven.ts';
import { anAdminOfNew, makeStructure } from '../testing/structures.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** One machine in a site, which is Tokyo's time from now on, one outside it, and one in the recycle bin. */
interface Place {
  who: Person;
  site: string;
  inside: string;
  outside: string;
  binned: string;
}

async function aPlace(): Promise<Place> {
  const who = await anAdminOfNew(server);
  const { id: site } = await makeStructure(who, { name: 'Site', timezone: 'Europe/Paris' });
  const { id: inside } = await aMachine(who, { structure: site, timezone: 'Europe/Rome' });
  const { id: outside } = await aMachine(who, { timezone: null });
  const { id: binned } = await aMachine(who, { structure: site, timezone: null });
  expect((await who.delete(`/machines/${binned}`)).status).toBe(204);
  return { who, site, inside, outside, binned };
}

const waitingForTrees = () =>
  server.ownerQuery(
    `select from pg_locks where locktype = 'advisory' and not granted
     and database = (select oid from pg_database where datname = current_database())`,
  );

const zonesIn = ({ organisationId }: Person, structure: string) =>
  server.ownerQuery<{ ownTimezone: string | null; timezone: string | null }>(
    `select "ownTimezone", timezone from machines
     where "organisationId" = $1 and "structureId" = $2 and "deletedAt" is null`,
    [organisationId, structure],
  );

/**
 * Makes a call while a change of the site's timezone is under way, which ends once the call waits for it. The change
 * locks the rows of machines last: a call that waits with such a row locked would be in a deadlock with it.
 */
async function duringChange<Answer>({ who, site }: Place, call: () => Promise<Answer>): Promise<Answer> {
  const { id: held } = await aMachine(who, { structure: site, timezone: null });
  return withClient(server.databaseUrl, async (client) => {
    const freeMachines = async (condition: string, lock: string) =>
      (
        await client.query(`select id from machines where "organisationId" = $1 and id ${condition} $2 ${lock}`, [
          who.organisationId,
          held,
        ])
      ).rows.length;
    await client.query('begin');
    await freeMachines('=', 'for update');
    const change = who.put(`/structures/${site}`, { timezone: 'Asia/Tokyo' });
    await eventually(server.isLockAwaited);
    const answer = call();
    await eventually(async () => (await waitingForTrees()).length > 0);
    expect(await freeMachines('<>', 'for update skip locked')).toBe(await freeMachines('<>', ''));
    await client.query('commit');
    (await change).expect(200);
    return answer;
  });
}

const calls = {
  'is edited': ({ who, inside }: Place) => who.put(`/machines/${inside}`, { timezone: null }),
  'is moved into it': ({ who, outside, site }: Place) => who.put(`/machines/${outside}`, { structure: site }),
  'is moved out of it': ({ who, inside }: Place) => who.put(`/machines/${inside}`, { structure: null }),
  'is put there': ({ who, outside, site }: Place) =>
    who.put(`/structures/${site}/machines`, { add: [outside], remove: [] }),
  'is created': ({ who, site }: Place) =>
    who.post('/machines', { name: 'New', serialNumber: 'new', pin: '1234', category: 'deck', structure: site }),
  'is restored': ({ who, binned }: Place) => who.post(`/machines/${binned}/restore`),
};

describe('HRS-01 while the timezone of a structure changes', () => {
  it.each(Object.entries(calls))('a machine that %s waits, and gets the one that counts then', async (_, call) => {
    const place = await aPlace();
    const { status } = await duringChange(place, () => call(place));
    expect(status).toBeLessThan(300);
    for (const { ownTimezone, timezone } of await zonesIn(place.who, place.site))
      expect(timezone).toBe(ownTimezone ?? 'Asia/Tokyo');
  });

  it.each([
    ['are moved', 'machines.place', ({ site }: Place) => ({ structure: site })],
    ['are zoned', 'machines.zone', () => ({ timezone: null })],
  ] as const)('machines that %s together wait', async (_, verb, args) => {
    const place = await aPlace();
    const { who, inside, outside, site } = place;
    const run = () => bulkRun(who, verb, [inside, outside], args(place));
    expect(await duringChange(place, run)).toMatchObject({ changed: 1, refused: 0 });
    for (const { ownTimezone, timezone } of await zonesIn(who, site))
      expect(timezone).toBe(ownTimezone ?? 'Asia/Tokyo');
  });

  it('ten machines are edited and moved at once, and no call is refused', async () => {
    const who = await anAdminOfNew(server);
    const [one, other, region] = [
      await makeStructure(who, { name: 'One' }),
      await makeStructure(who, { name: 'Other' }),
      await makeStructure(who, { name: 'Region' }),
    ];
    for (const { id } of [one, other]) (await who.put(`/structures/${id}`, { parent: region.id })).expect(200);
    const ids: string[] = [];
    for (let count = 0; count < 10; count += 1)
      ids.push((await aMachine(who, { structure: one.id, timezone: null })).id);
    for (const [to, own, timezone] of [
      [other, 'Europe/Rome', 'Asia/Tokyo'],
      [one, null, 'America/Lima'],
    ] as const) {
      const answers = await Promise.all([
        ...ids.map((id) => who.put(`/machines/${id}`, { timezone: own })),
        who.put(`/structures/${region.id}`, { timezone }),
        ...ids.slice(5).map((id) => who.put(`/machines/${id}`, { structure: to.id })),
        who.put(`/structures/${to.id}/machines`, { add: ids.slice(0, 5), remove: [] }),
        who.put(`/structures/${other.id}`, { timezone: own }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
    expect(await zonesIn(who, one.id)).toEqual(ids.map(() => ({ ownTimezone: null, timezone: 'America/Lima' })));
  });
});
