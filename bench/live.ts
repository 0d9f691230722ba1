import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { MqttClient } from 'mqtt';
import { hashPassword } from '../server/src/accounts/index.ts';
import { withClient } from '../server/src/db/withClient.ts';
import { benchPassword, idOf } from '../server/src/operator/seedLoad.ts';
import { signIn } from './load.ts';
import type { Measured } from './processes.ts';
import { connectMachines } from './reports.ts';
import type { Row } from './table.ts';

interface Place {
  port: number;
  mqttPort: number;
  url: string;
  server: Measured;
  seconds: number;
  table: Row[];
}

const organisation = 7;
const browsers = 500;
const eventsPerSecond = 100;
const machines = Array.from({ length: 100 }, (_, index) => idOf(5, organisation * 1_000_000 + index + 1));
/** One in ten sees everything; the others see one structure of fifty, with those below it. */
const seesAll = (number: number) => number % 10 === 0;

/** A hundred machines report each second to five hundred browsers, of people who may see some of them. */
export async function measureLive({ port, mqttPort, url, server, seconds, table }: Place): Promise<void> {
  const seen = await addPeople(url);
  const tokens = await signInAll(port);
  const heard: Heard = new Map();
  const streams = await Promise.all(tokens.map((token, index) => follow(port, token, index, heard)));
  const clients = await connectMachines(url, mqttPort, machines);
  await publish(clients, heard, 2);
  heard.clear();
  const before = server.cpuSeconds();
  await publish(clients, heard, seconds);
  // Waits for the slowest deliveries.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const cores = (server.cpuSeconds() - before) / (seconds + 3);
  for (const close of streams) close();
  await Promise.all(clients.map((client) => client.endAsync(true)));

  const took: number[] = [];
  let expected = 0;
  let foreign = 0;
  for (const [event, { sentAt, arrivals }] of heard) {
    const [machine = ''] = event.split(' ');
    const readers = tokens.map((_, index) => index).filter((index) => seen[index]?.has(machine));
    expected += readers.length;
    foreign += arrivals.size - readers.filter((index) => arrivals.has(index)).length;
    for (const arrivedAt of arrivals.values()) took.push(arrivedAt - sentAt);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN;
  table.push({
    what: `${browsers} browsers, ${eventsPerSecond} machine events a second, each for those who may see it`,
    ours: `p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms from report to browser; ${(100 * cores).toFixed(0)} % of a core; foreign ${foreign}`,
    against: `${expected.toLocaleString('en')} to be delivered`,
    ratio: `${((100 * (took.length - foreign)) / expected).toFixed(2)} %`,
    bar: '≥ 99.9 %, p99 ≤ 250 ms, ≤ 60 % of a core, foreign 0',
  });
}

/** By machine and time: when it was sent, and when each browser received it. */
type Heard = Map<string, { sentAt: number; arrivals: Map<number, number> }>;

/** The machines that each person sees, computed in the database by a query independent of the product's. */
async function addPeople(url: string): Promise<ReadonlySet<string>[]> {
  return withClient(url, async (owner) => {
    const people = Array.from({ length: browsers }, (_, index) => ({
      id: idOf(7, index + 1),
      email: address(index),
      seesAll: seesAll(index),
    }));
    await owner.query(
      `insert into users (id, "organisationId", kind, email, "emailKey", "passwordHash", "firstName", "lastName",
        "emailVerified", timezone)
       select (p->>'id')::uuid, $2, 'user', p->>'email', p->>'email', $3, 'Live', 'Person', true, 'Europe/Paris'
         from jsonb_array_elements($1) p`,
      [JSON.stringify(people), idOf(1, organisation), await hashPassword(benchPassword)],
    );
    await owner.query(
      `insert into "userRights" ("userId", "organisationId", "right")
       select (p->>'id')::uuid, $2, r from jsonb_array_elements($1) p,
         unnest(array['ROLE_MACHINE_ACCESS', 'ROLE_STRUCTURE_ACCESS'] ||
           case when (p->>'seesAll')::boolean
             then array['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'] else '{}' end) r`,
      [JSON.stringify(people), idOf(1, organisation)],
    );
    await owner.query(
      `insert into "structureUsers" ("structureId", "userId", "organisationId")
       select ('00000003-0000-7000-8000-' || lpad(($2 * 100 + n % 50 + 1)::text, 12, '0'))::uuid,
         ('00000007-0000-7000-8000-' || lpad((n + 1)::text, 12, '0'))::uuid, $1
       from generate_series(0, $3::int - 1) n`,
      [idOf(1, organisation), organisation, browsers],
    );
    const { rows } = await owner.query<{ structure: string; machines: string[] }>(
      `with recursive place as (select id, id as top from structures where "organisationId" = $1
         union all select child.id, place.top from structures child join place on child."parentId" = place.id)
       select place.top as structure, array_agg(machines.id::text) as machines
       from place join machines on machines."structureId" = place.id where machines.id = any($2) group by place.top`,
      [idOf(1, organisation), machines],
    );
    const below = new Map(rows.map((row) => [row.structure, row.machines]));
    return people.map(
      (person, index) => new Set(person.seesAll ? machines : below.get(idOf(3, organisation * 100 + (index % 50) + 1))),
    );
  });
}

const address = (index: number) => `live${index}@bench.test`;

async function signInAll(port: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let from = 0; from < browsers; from += 10)
    tokens.push(
      ...(await Promise.all(Array.from({ length: 10 }, (_, n) => signIn(port, address(from + n), benchPassword)))),
    );
  return tokens;
}

/**
 * Follows as a browser does, reconnecting when too many connect at once; resolves with a function that ends the
 * stream.
 */
async function follow(port: number, token: string, reader: number, heard: Heard): Promise<() => void> {
  for (;;) {
    const opened = await open(port, token, reader, heard);
    if (typeof opened === 'function') return opened;
    await wait(opened.retryAfterSeconds * 1000);
  }
}

function open(
  port: number,
  token: string,
  reader: number,
  heard: Heard,
): Promise<(() => void) | { retryAfterSeconds: number }> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path: '/api/live', agent: false, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        if (response.statusCode === 503) {
          response.resume();
          return resolve({ retryAfterSeconds: Number(response.headers['retry-after'] ?? 1) });
        }
        if (response.statusCode !== 200) return reject(new Error(`the stream answered ${response.statusCode}`));
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
          const blocks = text.split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) {
            const [, id, moment] = /"id":"([^"]+)".*"at":"([^"]+)"/.exec(block) ?? [];
            heard.get(`${id} ${moment}`)?.arrivals.set(reader, performance.now());
          }
        });
        response.on('error', () => undefined);
        resolve(() => call.destroy());
      },
    );
    call.on('error', reject).end();
  });
}

/** One machine after the other, evenly spaced over each second. */
async function publish(clients: MqttClient[], heard: Heard, seconds: number): Promise<void> {
  const from = performance.now();
  const sending: Promise<unknown>[] = [];
  for (let number = 0; number < seconds * eventsPerSecond; number += 1) {
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, from + (number * 1000) / eventsPerSecond - performance.now())),
    );
    const client = clients[number % clients.length];
    if (!client) continue;
    const at = new Date().toISOString();
    heard.set(`${client.options.clientId} ${at}`, { sentAt: performance.now(), arrivals: new Map() });
    const entry = {
      id: `live-${at}`,
      at,
      chamberTemperatureCelsius: 200 + (number % 50),
      setTemperatureCelsius: 230,
      energyKilowattHours: number / 100,
      doorOpen: false,
      program: null,
    };
    sending.push(
      client.publishAsync(`m/${client.options.clientId}/readings`, JSON.stringify({ v: 1, entries: [entry] }), {
        qos: 1,
      }),
    );
  }
  await Promise.all(sending);
}
