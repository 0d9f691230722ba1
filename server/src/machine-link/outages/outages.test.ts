import type { HomeInfos } from '@fournil/contract/home/homeInfos';
import { type OutageView, outageLimits } from '@fournil/contract/machines/outages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganisation, aPerson, aStructure, type Person } from '../../testing/builders.ts';
import { aPairedMachine, connectOven, eventually, type Oven } from '../../testing/oven.ts';
import { type MailServer, openMailServer } from '../../testing/services/mailServer.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { lookForOutages, watchOutages } from './watchOutages.ts';

let smtp: MailServer;
let server: TestServer;
beforeAll(async () => {
  smtp = await openMailServer();
  server = await openTestServer({ SMTP_URL: smtp.url });
  // The losses of these tests are dated back.
  await server.ownerQuery(`create or replace function "outagesFrom"() returns timestamptz language sql immutable
    as $$ select '-infinity'::timestamptz $$`);
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

interface Fleet {
  admin: Person;
  organisation: string;
  ids: string[];
  structure: string;
}

/** An organisation with a site of its own and some connected ovens there. */
async function aFleet(ovens: number, fields: Record<string, unknown> = {}): Promise<Fleet> {
  const organisation = await anOrganisation(server);
  const admin = await aPerson(server, 'clientAdmin', organisation, { language: 'FR' });
  const structure = await aStructure(server, admin, 'Lyon');
  const ids: string[] = [];
  for (let number = 1; number <= ovens; number += 1) {
    const { machine } = await aPairedMachine(server, admin, { name: `Four ${number}`, structure, ...fields });
    ids.push(machine.id);
  }
  await change(
    ids,
    `connected = true, occupation = 'ready', "connectionSince" = now() - interval '1 day', "heardAt" = now() + interval '1 day'`,
  );
  return { admin, organisation, ids, structure };
}
const change = (ids: readonly string[], what: string) =>
  server.ownerQuery(`update "machineStates" set ${what} where "machineId" = any($1)`, [ids]);
const lose = (ids: readonly string[], minutesAgo = outageLimits.afterMinutes + 1) =>
  change(
    ids,
    `connected = false, "connectionEnded" = true, "connectedBefore" = "connectionSince",
      "connectionSince" = date_trunc('milliseconds', now()) - interval '${minutesAgo} minutes'`,
  );
const comeBack = (ids: readonly string[]) =>
  change(
    ids,
    `connected = true, "connectionEnded" = false, "connectionSince" = now(), "heardAt" = now() + interval '1 day'`,
  );
const look = (at = server) => lookForOutages(at.services, { mayBegin: true });
const homeOf = async (person: Person) => ((await person.get('/home')).expect(200) as HomeInfos).outages;
const listed = async (person: Person, path: string) => (await person.get(path)).body['hydra:member'] as OutageView[];
/** The mails to these people, once their number is as expected. */
async function mailsTo(people: Person[], count: number) {
  const found = () => smtp.accepted.filter(({ to }) => people.some(({ email }) => email === to));
  await eventually(() => found().length >= count);
  return found();
}

describe('SCL-01 the outage of a whole site', () => {
  it('is one event with the number of machines, for everybody as far as they see them, and is mailed once', async () => {
    const { admin, organisation, ids, structure } = await aFleet(3);
    const delegate = await aPerson(server, 'user', organisation, { without: ['ROLE_STRUCTURE_TOTAL_ACCESS'] });
    const counter = await aStructure(server, admin, 'Comptoir', { parentId: structure, related: delegate });
    await server.ownerQuery('update machines set "structureId" = $1 where id = $2', [counter, ids[0]]);
    const stranger = await aPerson(server, 'user', organisation, { without: ['ROLE_STRUCTURE_TOTAL_ACCESS'] });
    await lose(ids);
    await look();
    await look();
    expect(await homeOf(admin)).toMatchObject([
      { structure: { id: structure, name: 'Lyon' }, machine: null, machines: 3 },
    ]);
    expect(await homeOf(delegate)).toMatchObject([
      { structure: null, machine: { id: ids[0], name: 'Four 1' }, machines: 1 },
    ]);
    expect(await homeOf(stranger)).toEqual([]);
    expect(await listed(admin, `/structures/${structure}/outages`)).toMatchObject([
      { structure: { name: 'Lyon' }, names: ['Four 1', 'Four 2', 'Four 3'], machines: 3, lost: 3, dateEnd: null },
    ]);
    expect(await listed(delegate, `/structures/${counter}/outages`)).toMatchObject([{ structure: null, machines: 1 }]);
    expect((await delegate.get(`/structures/${structure}/outages`)).status).toBe(404);
    expect(await listed(admin, `/machines/${ids[1]}/outages`)).toMatchObject([{ machines: 3, dateEnd: null }]);
    const began = await mailsTo([admin, delegate, stranger], 2);
    expect(began.map(({ to }) => to).sort()).toEqual([admin.email, delegate.email].sort());
    expect(began.find(({ to }) => to === admin.email)?.text).toContain('3 machines ont perdu la connexion');
    expect(began.find(({ to }) => to === delegate.email)?.text).toContain('Four 1 has lost its connection');

    await comeBack(ids.slice(1));
    await look();
    expect(await homeOf(admin)).toMatchObject([{ machine: { name: 'Four 1' }, machines: 1 }]);
    expect(await listed(admin, `/machines/${ids[1]}/outages`)).toMatchObject([{ dateEnd: expect.any(String) }]);
    await comeBack(ids);
    await look();
    expect(await homeOf(admin)).toEqual([]);
    expect(await listed(admin, `/structures/${structure}/outages`)).toMatchObject([
      { machines: 3, lost: 0, dateEnd: expect.any(String) },
    ]);
    const all = await mailsTo([admin, delegate, stranger], 4);
    expect(all).toHaveLength(4);
    expect(all.filter(({ to }) => to === admin.email).at(-1)?.text).toContain('connexion de 3 machines rétablie');
  });

  it('includes a machine that is lost later, or that was back for a while, without another mail', async () => {
    const { admin, ids } = await aFleet(4);
    await lose(ids.slice(0, 3));
    await look();
    await comeBack(ids.slice(0, 1));
    await look();
    await lose([ids[0] ?? '', ids[3] ?? '']);
    await look();
    expect(await homeOf(admin)).toMatchObject([{ structure: { name: 'Lyon' }, machines: 4 }]);
    expect(await mailsTo([admin], 1)).toHaveLength(1);
  });

  it('is decided by one server, when several look at once', async () => {
    const { admin, ids, organisation } = await aFleet(3);
    await lose(ids);
    const other = await openTestServer({ SMTP_URL: smtp.url }, server.databaseUrl);
    await Promise.all([look(), look(other), look(), look(other)]);
    await eventually(async () => {
      await look();
      return (await homeOf(admin)).length === 1;
    });
    expect(await server.ownerQuery('select from outages where "organisationId" = $1', [organisation])).toHaveLength(1);
    await other.close();
  });
});

describe('SCL-01 no outage is', () => {
  it.each([
    ['a short loss', outageLimits.afterMinutes - 1, ''],
    ['an oven that was switched off', 11, `update "machineStates" set occupation = 'off' where "machineId" = any($1)`],
    [
      'an oven that said that it disconnects',
      11,
      'update "machineStates" set "leftInOrder" = true where "machineId" = any($1)',
    ],
    ['an oven out of service', 11, 'update machines set active = false where id = any($1)'],
    ['a released oven', 11, 'update machines set "pairedAt" = null where id = any($1)'],
    ['an oven in the recycle bin', 11, 'update machines set "deletedAt" = now() where id = any($1)'],
    ['a loss that nobody could notice for a day', outageLimits.noticedWithinHours * 60 + 1, ''],
  ])('%s', async (_what, minutesAgo, happened) => {
    const { admin, ids } = await aFleet(2);
    await lose(ids, minutesAgo);
    if (happened) await server.ownerQuery(happened, [ids]);
    await look();
    expect(await homeOf(admin)).toEqual([]);
  });

  it('what a server finds when it has just started, or the broker was away', async () => {
    const { admin, ids } = await aFleet(2);
    await lose(ids);
    let ahead = 0;
    let isBrokerOpen = true;
    const watch = watchOutages({ ...server.services, now: () => new Date(Date.now() + ahead) }, () => isBrokerOpen);
    await watch.look();
    expect(await homeOf(admin)).toEqual([]);
    ahead = outageLimits.afterMinutes * 60_000;
    isBrokerOpen = false;
    await watch.look();
    isBrokerOpen = true;
    await watch.look();
    expect(await homeOf(admin)).toEqual([]);
    ahead += outageLimits.afterMinutes * 60_000;
    await watch.look();
    expect(await homeOf(admin)).toHaveLength(1);
    await watch.close();
  });

  it('a goodbye of the oven itself, but a broken connection is', async () => {
    const organisation = await anOrganisation(server);
    const admin = await aPerson(server, 'clientAdmin', organisation);
    const ovens: Oven[] = [];
    const ids: string[] = [];
    for (const name of ['Leaves', 'Breaks']) {
      const { machine, credentials } = await aPairedMachine(server, admin, { name });
      const oven = await connectOven(credentials);
      await oven.birth();
      await oven.report('activities', { entries: [{ id: '1', at: new Date().toISOString(), type: 'PowerOn' }] });
      ovens.push(oven);
      ids.push(machine.id);
    }
    const [leaving, breaking] = ovens;
    const sessions = await server.ownerQuery<{ session: number }>(
      'select session from "machineStates" where "machineId" = $1',
      [ids[0]],
    );
    await leaving?.report('will', { session: sessions[0]?.session, leaving: true });
    await leaving?.close();
    breaking?.client.stream.destroy();
    const states = () =>
      server.ownerQuery(
        `select "leftInOrder" from "machineStates" where "machineId" = any($1) and not connected order by "leftInOrder"`,
        [ids],
      );
    await eventually(async () => (await states()).length === 2);
    expect(await states()).toEqual([{ leftInOrder: false }, { leftInOrder: true }]);
    await change(ids, `"connectionSince" = now() - interval '11 minutes'`);
    await look();
    expect(await homeOf(admin)).toMatchObject([{ structure: null, machine: { name: 'Breaks' }, machines: 1 }]);
    await breaking?.close();
  });
});

it('SCL-01 an outage ends at once for a server that has just started, because its machines are connected again', async () => {
  const { admin, ids } = await aFleet(2);
  await lose(ids);
  await look();
  expect(await homeOf(admin)).toHaveLength(1);
  await comeBack(ids);
  const started = watchOutages(server.services, () => true);
  await started.look();
  expect(await homeOf(admin)).toEqual([]);
  await started.close();
});

it('SCL-01 an outage ends without its machine when that one is taken out of service or deleted', async () => {
  const { admin, ids } = await aFleet(2);
  await lose(ids);
  await look();
  await server.ownerQuery('update machines set active = false where id = $1', [ids[0]]);
  (await admin.delete(`/machines/${ids[1]}?deletePrograms=0`)).expect(204);
  await look();
  expect(await homeOf(admin)).toEqual([]);
  expect(
    await server.ownerQuery('select from outages where "organisationId" = $1 and "endedAt" is null', [
      admin.organisationId,
    ]),
  ).toEqual([]);
});
