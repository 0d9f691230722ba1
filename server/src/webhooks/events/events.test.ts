import type { MachineView } from '@fournil/contract/machines/machine';
import type { WebhookMade } from '@fournil/contract/webhooks/webhook';
import {
  type SentType,
  type WebhookType,
  webhookMessage,
  webhookTypes,
} from '@fournil/contract/webhooks/webhookEvents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkScope } from '../../db/database.ts';
import { anOrganisation, aPerson, aProgram, aStructure, install, type Person } from '../../testing/builders.ts';
import { takeUpdate } from '../../testing/ddiClient.ts';
import { aFleetOf } from '../../testing/fleet.ts';
import { aPairedMachine, connectOven, eventually, type Oven } from '../../testing/oven.ts';
import { aReceiver, closeReceivers } from '../../testing/services/webhookClient.ts';
import type { WebhookReceiver } from '../../testing/services/webhookReceiver.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { anUpdate } from '../../testing/updates.ts';
import { announceEvents, type WebhookEvent } from '../index.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let everything: WebhookReceiver;
let machine: MachineView;
let oven: Oven;

beforeAll(async () => {
  server = await openTestServer({ WEBHOOK_NETWORKS: '127.0.0.0/8' });
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  everything = await anEndpoint({ events: webhookTypes });
  const town = await aStructure(server, admin, 'Lyon');
  const shop = await aStructure(server, admin, 'Lyon Est', { parentId: town });
  const paired = await aPairedMachine(server, admin, { name: 'Four 1', structure: shop });
  machine = paired.machine;
  oven = await connectOven(paired.credentials);
});
afterAll(async () => {
  await oven.close();
  await server.close();
  await closeReceivers();
});

async function anEndpoint(fields: object, who: Person = admin): Promise<WebhookReceiver> {
  const receiver = await aReceiver();
  (await who.post('/webhooks', { url: receiver.url, ...fields })).expect(201) as WebhookMade;
  return receiver;
}

/** The messages so far, each checked by the schema of its type. */
const told = ({ calls }: WebhookReceiver) =>
  calls.map(({ body }) => {
    const message = JSON.parse(body) as { type: SentType };
    return webhookMessage(message.type).parse(message) as { type: SentType; timestamp: string; data: object };
  });
const tellingOf = (type: WebhookType, receiver = everything, count = 1) =>
  eventually(() => {
    const found = told(receiver).filter((one) => one.type === type);
    return found.length >= count ? found : null;
  });
const base = Date.now() - 60_000;
const at = (second: number) => new Date(base + second * 1000).toISOString();

describe('INT-05 endpoints are told', () => {
  it('when a machine connects, with its serial number and its place, and when it is lost', async () => {
    await oven.birth();
    const [connected] = await tellingOf('machine.connected');
    expect(connected?.data).toEqual({
      machine: {
        id: machine.id,
        name: 'Four 1',
        serialNumber: machine.serialNumber,
        category: 'deck',
        structure: { id: expect.any(String), name: 'Lyon Est', path: ['Lyon', 'Lyon Est'] },
      },
    });
    const { machine: other, credentials } = await aPairedMachine(server, admin, { name: 'Four 2' });
    const second = await connectOven(credentials);
    await second.birth();
    await tellingOf('machine.connected', everything, 2);
    await second.close();
    const [lost] = await tellingOf('machine.lost');
    expect(lost?.data).toMatchObject({ machine: { id: other.id, structure: null }, inOrder: false });
  });

  it('when a bake begins and ends, with or without a program', async () => {
    const [begin, end] = [at(10), at(40)];
    const program = { id: null, name: 'Grandma’s', revision: null, totalSeconds: 600 };
    await oven.report('activities', { entries: [{ id: 'b1', at: begin, type: 'ProgramStart', program }] });
    const [began] = await tellingOf('bake.began');
    const bake = { kind: 'program', program: { id: null, name: 'Grandma’s' }, beganAt: begin };
    expect(began).toMatchObject({ timestamp: begin, data: { bake } });
    await oven.report('activities', { entries: [{ id: 'b2', at: end, type: 'ProgramEnd', program }] });
    const [ended] = await tellingOf('bake.ended');
    expect(ended).toMatchObject({ timestamp: end, data: { bake: { ...bake, endedAt: end } } });
    await oven.report('activities', { entries: [{ id: 'b3', at: at(50), type: 'ManualStart' }] });
    const begun = await tellingOf('bake.began', everything, 2);
    expect(begun).toHaveLength(2);
    expect(begun[1]?.data).toMatchObject({ bake: { kind: 'manual', program: null } });
  });

  it('when a fault begins and ends, once however often it is reported', async () => {
    const [start, end] = [at(1), at(30)];
    for (const id of ['e1', 'e2']) await oven.report('errors', { entries: [{ id, code: 'E03', dateStart: start }] });
    const [began] = await tellingOf('fault.began');
    expect(began).toMatchObject({ timestamp: start, data: { fault: { code: 'E03', beganAt: start } } });
    await oven.report('errors', { entries: [{ id: 'e3', code: 'E03', dateStart: start, dateEnd: end }] });
    const [ended] = await tellingOf('fault.ended');
    expect(ended?.data).toMatchObject({ fault: { code: 'E03', beganAt: start, endedAt: end } });
  });

  describe('of everything that a machine stored while it was away, once, the begin before the end', () => {
    const program = { id: null, name: 'Rye', revision: null, totalSeconds: 600 };
    const entry = (second: number, type: string) => ({
      id: `s${second}-${type}`,
      at: at(second),
      type,
      ...(type.startsWith('Program') ? { program } : {}),
    });
    type Entry = ReturnType<typeof entry>;

    /** What an endpoint is told of bakes and faults when these messages are sent by a machine of its own. */
    async function toldOf(messages: readonly Entry[][], topic = 'activities') {
      const other = await aPerson(server, 'clientAdmin', await anOrganisation(server));
      const types = ['bake.began', 'bake.ended', 'fault.began', 'fault.ended'];
      const receiver = await anEndpoint({ events: types }, other);
      const { credentials } = await aPairedMachine(server, other);
      const away = await connectOven(credentials);
      for (const entries of messages) await away.report(topic, { entries });
      for (const entries of messages) await away.report(topic, { entries });
      const last = at(58);
      await away.report('errors', { entries: [{ id: 'last', code: 'E08', dateStart: last }] });
      const isLast = ({ timestamp }: { timestamp: string }) => timestamp === last;
      // Written in order, so that all others are known when the last one is.
      const written = async () => {
        const rows = await server.ownerQuery<{ payload: string }>(
          'select payload from "webhookDeliveries" where "organisationId" = $1',
          [other.organisationId],
        );
        return rows.some(({ payload }) => isLast(JSON.parse(payload))) ? rows.length : 0;
      };
      await eventually(async () => told(receiver).length > 0 && told(receiver).length === (await written()));
      await away.close();
      return told(receiver)
        .filter((one) => !isLast(one))
        .map(({ type, timestamp }) => [type, timestamp])
        .sort(([a = '', x = ''], [b = '', y = '']) => (x < y ? -1 : x > y ? 1 : a > b ? -1 : 1));
    }
    const start = entry(1, 'ProgramStart');
    const end = entry(5, 'ProgramEnd');
    const whole = [
      ['bake.began', start.at],
      ['bake.ended', end.at],
    ];

    it.each([
      ['begin and end in one message', [[start, end]]],
      ['begin and end in two', [[start], [end]]],
      ['the end first', [[end], [start]]],
      ['an end of something else between', [[start, entry(2, 'PreheatEnd')], [end]]],
    ])('a bake: %s', async (_, messages) => {
      expect(await toldOf(messages)).toEqual(whole);
    });

    it.each([
      ['in one message', (all: Entry[]) => [all]],
      ['in one message each', (all: Entry[]) => all.map((one) => [one])],
      ['in reverse', (all: Entry[]) => all.toReversed().map((one) => [one])],
      [
        'in four messages that part them',
        (all: Entry[]) => [all.slice(0, 1), all.slice(1, 3), all.slice(3, 4), all.slice(4)],
      ],
    ])('three bakes %s', async (_, inMessages) => {
      const all = [
        start,
        end,
        entry(10, 'ManualStart'),
        entry(15, 'ManualEnd'),
        entry(20, 'ProgramStart'),
        entry(25, 'ProgramEnd'),
      ];
      expect(await toldOf(inMessages(all))).toEqual(
        all.map(({ type, at: when }) => [type.endsWith('Start') ? 'bake.began' : 'bake.ended', when]),
      );
    });

    it('an end alone, and a bake that a power cut ended', async () => {
      expect(await toldOf([[end]])).toEqual([['bake.ended', end.at]]);
      expect(await toldOf([[start, entry(3, 'PowerOn')]])).toEqual([
        ['bake.began', start.at],
        ['bake.ended', at(3)],
      ]);
    });

    it('faults that were over when they arrived, in one entry or in two', async () => {
      const fault = { code: 'E04', dateStart: at(2) };
      const ofFault = [
        ['fault.began', at(2)],
        ['fault.ended', at(3)],
      ];
      const both = [
        { id: 'f1', ...fault },
        { id: 'f2', ...fault, dateEnd: at(3) },
      ] as never[];
      expect(await toldOf([both.slice(1)], 'errors')).toEqual(ofFault);
      expect(await toldOf([both], 'errors')).toEqual(ofFault);
      expect(await toldOf([both.slice(1), both.slice(0, 1)], 'errors')).toEqual(ofFault);
    });
  });

  it('when a program is approved, arrives on a machine, is refused by it, or is changed there', async () => {
    const program = await aProgram(admin, { name: 'Brioche' });
    const [approved] = await tellingOf('program.approved');
    expect(approved?.data).toEqual({ program: { id: program.id, name: 'Brioche', revision: 1 } });
    await install(admin, [machine.id], [program.id]);
    const report = (fields: object) =>
      oven.report('reported', {
        id: `r${Math.random()}`,
        at: new Date().toISOString(),
        desiredVersion: 1,
        programs: [{ id: program.id, revision: 1, sha256: 'a'.repeat(64), state: 'applied', ...fields }],
      });
    await report({});
    await report({});
    const [installed] = await tellingOf('program.installed');
    expect(installed?.data).toMatchObject({ machine: { id: machine.id }, program: { name: 'Brioche', revision: 1 } });
    await report({ state: 'refused', reason: { code: 'noSteam', values: {} } });
    const [refused] = await tellingOf('program.refused');
    expect(refused?.data).toMatchObject({ reason: 'The program needs steam, which this oven does not have' });
    await report({ state: 'changed', sha256: 'b'.repeat(64), reason: 'Longer' });
    await tellingOf('program.changedAtMachine');
    expect(told(everything).filter(({ type }) => type === 'program.installed')).toHaveLength(1);
  });

  it('when a software update is done or has failed', async () => {
    const superAdmin = await aPerson(server, 'superAdmin', null);
    const fleet = await aFleetOf(server, 2, { organisation });
    const made = await anUpdate(server, superAdmin, { version: '8.1.0' });
    (
      await superAdmin.post('/rollouts', {
        update: made.id,
        rings: [{ name: 'All', organisations: [organisation] }],
        thenGeneral: false,
      })
    ).expect(201);
    const [first, second] = fleet.clients;
    if (first) await takeUpdate(first);
    if (second) await takeUpdate(second, 'failed');
    const [done] = await tellingOf('update.done');
    expect(done?.data).toMatchObject({ machine: { id: fleet.ids[0] }, version: '8.1.0' });
    const [failed] = await tellingOf('update.failed');
    expect(failed?.data).toMatchObject({ machine: { id: fleet.ids[1] }, message: expect.stringContaining('no room') });
  });
});

describe('INT-05 an endpoint is told only', () => {
  it('of the events that it has chosen, of machines in its structures, and of its own organisation', async () => {
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const foreign = await anEndpoint({ events: webhookTypes }, stranger);
    const [paris, nice] = [await aStructure(server, admin, 'Paris'), await aStructure(server, admin, 'Nice')];
    const cellar = await aStructure(server, admin, 'Paris, cellar', { parentId: paris });
    const inParis = await anEndpoint({ events: ['machine.lost'], structures: [paris] });
    const below = (await aFleetOf(server, 1, { organisation, structure: cellar })).ids;
    const elsewhere = (await aFleetOf(server, 1, { organisation, structure: nice })).ids;
    const loose = (await aFleetOf(server, 1, { organisation })).ids;
    const all = [...below, ...elsewhere, ...loose];
    await announce([...lostAll(all), ...all.map((machineId) => connected(machineId))]);
    await tellingOf('machine.connected', everything, 5);
    const heard = await tellingOf('machine.lost', inParis);
    expect(heard.map(({ data }) => (data as { machine: { id: string } }).machine.id)).toEqual(below);
    expect(told(inParis)).toHaveLength(1);
    expect(told(foreign)).toEqual([]);
  });

  it('of what is committed', async () => {
    const [lost] = (await aFleetOf(server, 1, { organisation })).ids;
    const back = new Error('taken back');
    await expect(
      server.services.db.as(linkScope, async (trx) => {
        await announceEvents(server.services, trx, lostAll([lost ?? '']));
        throw back;
      }),
    ).rejects.toBe(back);
    const jobs = await server.ownerQuery(`select from pgboss.job where data ->> 'machineId' = $1`, [lost]);
    expect(jobs).toEqual([]);
  });
});

describe('INT-05 a storm of events', () => {
  it('is written in few statements and sent in few jobs, and holds up nobody', async () => {
    const stormy = await anOrganisation(server);
    const owner = await aPerson(server, 'clientAdmin', stormy);
    const [slow, quick] = [
      await anEndpoint({ events: ['machine.lost'] }, owner),
      await anEndpoint({ events: ['machine.lost'] }, owner),
    ];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    slow.answer((_call, response) => released.then(() => response.writeHead(204).end()));
    const { ids } = await aFleetOf(server, 40, { organisation: stormy });
    const before = everything.calls.length;
    await announce(lostAll(ids, stormy));
    await announce(lostAll((await aFleetOf(server, 1, { organisation })).ids));
    await eventually(() => everything.calls.length > before);
    await tellingOf('machine.lost', quick, 40);
    expect(new Set(quick.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(40);
    expect(slow.calls.length).toBeLessThan(40);
    const jobs = await server.ownerQuery(
      `select from pgboss.job where name = 'webhook.waiting' and data ->> 'organisationId' = $1`,
      [stormy],
    );
    expect(jobs.length).toBeLessThan(20);
    release();
    await tellingOf('machine.lost', slow, 40);
  });

  it('costs an organisation without an endpoint no job at all', async () => {
    const silent = await anOrganisation(server);
    await announce(lostAll((await aFleetOf(server, 5, { organisation: silent })).ids, silent));
    const jobs = await server.ownerQuery(`select from pgboss.job where data ->> 'organisationId' = $1`, [silent]);
    expect(jobs).toEqual([]);
  });
});

const lostAll = (ids: readonly string[], of = organisation): WebhookEvent[] =>
  ids.map((machineId) => ({
    type: 'machine.lost',
    organisationId: of,
    machineId,
    at: new Date(),
    facts: { inOrder: false },
  }));
const connected = (machineId: string): WebhookEvent => ({
  type: 'machine.connected',
  organisationId: organisation,
  machineId,
  at: new Date(),
  facts: {},
});
const announce = (events: readonly WebhookEvent[]) =>
  server.services.db.as(linkScope, (trx) => announceEvents(server.services, trx, events));

it('INT-05 the schema of each event describes its data and nothing else', () => {
  const types: WebhookType[] = [...webhookTypes];
  expect(types).toHaveLength(14);
  for (const type of types) {
    const { success } = webhookMessage(type).safeParse({ type, timestamp: new Date().toISOString(), data: { x: 1 } });
    expect(success).toBe(false);
  }
});
