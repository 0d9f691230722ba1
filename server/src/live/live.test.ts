import { signOfLifeSeconds } from '@fournil/contract/live/pace';
import type { MachineView } from '@fournil/contract/machines/machine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person } from '../testing/builders.ts';
import { listenAs } from '../testing/calls/listenAs.ts';
import { aPairedMachine, connectOven, eventually } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

const listen = (person: Person) => listenAs(server, person);

describe('live events', () => {
  it('SEC-06 HEAD on the stream is answered at once and takes no place of a person’s streams', async () => {
    const reader = await aPerson(server, 'clientAdmin', organisation);
    for (let count = 0; count < 12; count += 1) {
      const response = await fetch(`${server.url}/api/live`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${reader.token}` },
      });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
      ]);
    }
    const stream = await listen(reader);
    expect(stream.status).toBe(200);
    await stream.stop();
  });

  it('SEC-06 HEAD on every address that is read is answered and ends', async () => {
    const admins = [admin, await aPerson(server, 'superAdmin', null)];
    for (const { token } of admins)
      for (const { url } of server.web.calls.filter(({ method }) => method === 'GET')) {
        const path = url.replace(/:\w+/g, organisation);
        const response = await fetch(`${server.url}${path}`, {
          method: 'HEAD',
          headers: { authorization: `Bearer ${token}` },
        });
        expect(response.status, path).toBeLessThan(500);
      }
  });

  it.each<[string, Record<string, string>, number]>([
    ['another page', { origin: 'https://evil.test' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a page whose name begins like ours', { origin: 'https://console.fournil.test.evil.test' }, 403],
    ['another site, reported by the browser', { 'sec-fetch-site': 'cross-site' }, 403],
    ['our own page', { origin: 'https://console.fournil.test', 'sec-fetch-site': 'same-origin' }, 200],
    ['no browser', {}, 200],
  ])('SEC-06 are allowed or refused by the origin of the request: %s, %j', async (_who, headers, status) => {
    const stop = new AbortController();
    const { status: answered } = await fetch(`${server.url}/api/live`, {
      headers: { authorization: `Bearer ${admin.token}`, ...headers },
      signal: stop.signal,
    });
    stop.abort();
    expect(answered).toBe(status);
  });

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['signs out', (person) => person.post('/logout')],
    ['is disabled', (person) => admin.put(`/users/${person.userId}`, { active: false })],
    ['is deleted', (person) => admin.delete(`/users/${person.userId}`)],
    [
      'has come to the end of the account',
      ({ userId }) =>
        server.ownerQuery(`update users set "endsAt" = now() - interval '1 second' where id = $1`, [userId]),
    ],
    [
      'was signed out on another server',
      ({ userId }) => server.ownerQuery('update sessions set "endedAt" = now() where "userId" = $1', [userId]),
    ],
  ])('SEC-02 end before their next sign of life when the person %s', async (_, end) => {
    const person = await aPerson(server, 'user', organisation);
    const [listener, other] = [await listen(person), await listen(admin)];
    await end(person);
    await eventually(listener.isEnded, signOfLifeSeconds / 3);
    expect(other.isEnded()).toBe(false);
    await other.stop();
  });

  it('about a machine reach the people who see it, and nobody else (RGT-05, RGT-06)', async () => {
    const related = await aPerson(server, 'user', organisation, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    const unrelated = await aPerson(server, 'user', organisation, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const shop = await aStructure(server, admin, 'Shop', { related });
    const { machine, credentials } = await aPairedMachine(server, admin, { structure: shop });
    const [boss, one, other, foreign] = await Promise.all([admin, related, unrelated, stranger].map(listen));
    const oven = await connectOven(credentials);
    await oven.birth();
    for (const hears of [boss, one]) {
      const change = await eventually(() =>
        hears?.heard.find((heard) => heard.resource === 'machines' && heard.op === 'update' && heard.item),
      );
      expect(change).toMatchObject({ id: machine.id, item: { connection: { connected: true }, openErrorCount: 0 } });
    }
    expect(other?.heard.filter((heard) => heard.resource === 'machines')).toEqual([]);
    expect(foreign?.heard).toEqual([]);
    await oven.close();
    await Promise.all([boss, one, other, foreign].map((listener) => listener?.stop()));
  });

  it('follow a new assignment at once, and tell the person that what they see has changed (RGT-05)', async () => {
    const person = await aPerson(server, 'user', organisation, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    const shop = await aStructure(server, admin, 'Newly theirs');
    const machine = await aMachine(admin, { structure: shop });
    const listener = await listen(person);
    const hears = (resource: string, id: string) => () =>
      listener.heard.some((heard) => heard.resource === resource && heard.id === id);
    await admin.put(`/structures/${shop}/users`, { add: [person.userId] });
    await eventually(hears('users', person.userId));
    await admin.put(`/machines/${machine.id}`, { name: 'Renamed' });
    await eventually(hears('machines', machine.id));
    await admin.put(`/structures/${shop}/users`, { remove: [person.userId] });
    await eventually(() => listener.heard.filter(({ resource }) => resource === 'users').length === 2);
    listener.heard.length = 0;
    await admin.put(`/machines/${machine.id}`, { name: 'Renamed again' });
    const open = await aProgram(admin);
    await eventually(hears('programs', open.id));
    expect(hears('machines', machine.id)()).toBe(false);
    await listener.stop();
  });

  it('tell a person when a machine is no longer visible to them, also when a structure above it moves', async () => {
    const person = await aPerson(server, 'user', organisation, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    const shop = await aStructure(server, admin, 'Theirs', { related: person });
    const inner = await aStructure(server, admin, 'Inner', { parentId: shop });
    const machine = await aMachine(admin, { structure: inner });
    const listener = await listen(person);
    await admin.put(`/structures/${inner}/machines`, { remove: [machine.id] });
    await eventually(() => listener.heard.some(({ resource, id }) => resource === 'users' && id === person.userId));
    listener.heard.length = 0;
    await admin.put(`/structures/${inner}`, { parent: null });
    await eventually(() => listener.heard.some(({ resource, id }) => resource === 'users' && id === person.userId));
    await listener.stop();
  });

  it('are sent after the commit, and not after a rollback', async () => {
    const listener = await listen(admin);
    const program = await aProgram(admin);
    await eventually(() => listener.heard.some((heard) => heard.resource === 'programs' && heard.id === program.id));
    const machine = await aMachine(admin);
    await eventually(() => listener.heard.some((heard) => heard.id === machine.id && heard.op === 'create'));
    // Other events about machines may arrive too: dependent changes, ovens that disconnect.
    const ofPrograms = () => listener.heard.filter((heard) => heard.resource === 'programs').length;
    const before = ofPrograms();
    expect((await admin.post('/programs', { ...program, tags: [] })).status).toBe(422);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(ofPrograms()).toBe(before);
    await listener.stop();
  });

  it('SCL-05 are passed on from a server of the former version, which sends their content by NOTIFY', async () => {
    const listener = await listen(admin);
    const note = { organisationId: organisation, resource: 'tags', op: 'update', ids: [organisation] };
    await server.ownerQuery(`select pg_notify('fournil_live', $1)`, [JSON.stringify(note)]);
    await eventually(() => listener.heard.some(({ resource, id }) => resource === 'tags' && id === organisation));
    await listener.stop();
  });

  it('arrive in order: none about a machine follows its deletion', async () => {
    const machine = await aMachine(admin);
    const listener = await listen(admin);
    // The event of its creation may arrive a moment later, to a person who has connected by then.
    const ofMachine = () =>
      listener.heard.filter(({ id, resource, op }) => id === machine.id && resource === 'machines' && op !== 'create');
    for (let number = 0; number < 10; number += 1)
      (await admin.put(`/machines/${machine.id}`, { name: `Renamed ${number}` })).expect(200);
    (await admin.delete(`/machines/${machine.id}?deletePrograms=0`)).expect(204);
    await eventually(() => ofMachine().some(({ op }) => op === 'delete'));
    const next = await aMachine(admin);
    await eventually(() => listener.heard.some(({ id, op }) => id === next.id && op === 'create'));
    expect(ofMachine().map(({ op }) => op)).toEqual([
      ...ofMachine()
        .slice(1)
        .map(() => 'update'),
      'delete',
    ]);
    expect(ofMachine().length).toBeGreaterThan(1);
    await listener.stop();
  });

  it('about a program that waits for approval reach only people who may see it (PRG-03)', async () => {
    const reader = await aPerson(server, 'user', organisation, { without: ['ROLE_PROGRAM_APPROVE_ACCESS'] });
    const [theirs, ours] = [await listen(reader), await listen(admin)];
    const waiting = await aProgram(admin, { approved: false });
    const open = await aProgram(admin);
    await eventually(
      () => theirs.heard.some((heard) => heard.id === open.id) && ours.heard.some((heard) => heard.id === waiting.id),
    );
    expect(theirs.heard.map((heard) => heard.id)).not.toContain(waiting.id);
    await Promise.all([theirs.stop(), ours.stop()]);
  });

  it('RGT-04 with temperatures of a running program reach only people who may see programs', async () => {
    const withoutPrograms = await aPerson(server, 'user', organisation, { without: ['ROLE_PROGRAM_ACCESS'] });
    const { machine, credentials } = await aPairedMachine(server, admin);
    const program = await aProgram(admin);
    (await admin.post('/programMachines', { machine: machine.id, program: program.id })).expect(201);
    const [ours, theirs] = [await listen(admin), await listen(withoutPrograms)];
    const oven = await connectOven(credentials);
    await oven.birth();
    await oven.report('activities', {
      entries: [
        {
          id: 'p1',
          at: new Date().toISOString(),
          type: 'ProgramStart',
          program: { id: program.id, name: 'Bread', revision: 1, totalSeconds: 60 },
        },
      ],
    });
    const running = async ({ heard }: typeof ours) => {
      const told = await eventually(() =>
        heard.findLast(({ id, item }) => id === machine.id && (item as Pick<MachineView, 'now'>)?.now.program),
      );
      return (told.item as Pick<MachineView, 'now'>).now.program?.heat.length;
    };
    expect(await running(ours)).toBeGreaterThan(0);
    expect(await running(theirs)).toBe(0);
    await Promise.all([oven.close(), ours.stop(), theirs.stop()]);
  });

  it('are limited to ten streams per person, and refused without a token', async () => {
    const person = await aPerson(server, 'user', organisation);
    const streams = [];
    for (let index = 0; index < 10; index += 1) streams.push(await listen(person));
    expect((await listen(person)).status).toBe(429);
    await Promise.all(streams.map((one) => one.stop()));
    expect((await fetch(`${server.url}/api/live`)).status).toBe(401);
  });
});
