import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RingView, RolloutView } from '@fournil/contract/rollouts/rollout';
import { freePort, openCluster } from '../server/src/db/embedded/cluster.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { withClient } from '../server/src/db/withClient.ts';
import { benchPassword, idOf, seedLoad } from '../server/src/operator/seedLoad.ts';
import { openStore, type Plate } from '../simulator/src/state/store.ts';
import { json, signIn } from './load.ts';
import { type Measured, startServer, startSimulator } from './processes.ts';
import { benchMasterKey, certify, machinesOfAll } from './reports.ts';
import { hashPrograms, untilConnected, writeMemories } from './simulated.ts';

/**
 * MNU-05, `npm run bench -- chain`: BENCH_MACHINES (10000) simulated ovens of one chain follow a menu, and it is edited
 * once, in rings. Prints how many of each ring hold the edit at each moment and why the others do not, while the server
 * is killed three times; then compares what the console says with what each oven has in its memory. Needs
 * three quarters of an hour.
 */
const machines = Number(process.env['BENCH_MACHINES'] ?? 10_000);
const sites = 5;
/** The shares of the ovens that hold the edit at which the server is killed. */
const kills = [0.1, 0.4, 0.7];
const longestSeconds = 1800;
const rings = [
  { name: 'Canary', sharePercent: 1 },
  { name: 'A quarter', sharePercent: 25 },
  { name: 'All', sharePercent: 100 },
];

const folder = mkdtempSync(join(tmpdir(), 'fournil-bench-'));
chmodSync(folder, 0o755);
const cluster = await openCluster(join(folder, 'data'));
const say = (text: string) => process.stdout.write(`${text}\n`);
try {
  await migrate(cluster.url);
  await seedLoad(cluster.url, { organisations: 1, machines });
  await hashPrograms(cluster.url);
  say(`certificates for ${machines} ovens`);
  const certified = await certify(cluster.url, machinesOfAll(machines, 1));
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const http = `http://127.0.0.1:${httpPort}`;
  const state = join(folder, 'ovens');
  const plates = await writeMemories(cluster.url, state, certified, { http, mqtt: `mqtts://127.0.0.1:${mqttPort}` });
  await writeFile(join(folder, 'fleet.json'), JSON.stringify({ ovens: plates }));
  const begin = (): Promise<Measured> =>
    startServer({
      DATABASE_URL: cluster.url,
      SECRETS_KEY: benchMasterKey,
      DATA_DIR: join(folder, 'server'),
      PORT: String(httpPort),
      PUBLIC_URL: http,
      MQTT_PORT: String(mqttPort),
    });
  let server = await begin();
  const simulator = await startSimulator(['--server', http, '--state', state, '--fleet', join(folder, 'fleet.json')]);
  await untilConnected(cluster.url, machines, say);
  const token = await signIn(httpPort, 'bench1-0@bench.test', benchPassword);
  const send = <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body: object) =>
    json<Answer>(httpPort, { method, path: `/api${path}`, token, body: JSON.stringify(body) });
  const read = <Answer>(path: string) => json<Answer>(httpPort, { method: 'GET', path: `/api${path}`, token });
  const places = Array.from({ length: sites }, (_, index) => ({ kind: 'structure', id: idOf(3, 101 + index) }));
  const first = Array.from({ length: 10 }, (_, index) => idOf(4, 106 + index));
  const menu = await send<{ id: string }>('POST', '/menus', {
    name: 'Every day',
    category: 'deck',
    programs: first,
    approved: true,
    places,
  });
  say('the ovens get their menu');
  await until(first.at(-1) ?? '');
  const added = idOf(4, 116);
  const start = performance.now();
  await send('PUT', `/menus/${menu.id}`, { programs: [added, ...first], draft: true });
  const rollout = await send<RolloutView>('POST', `/menus/${menu.id}/rollouts`, { revision: 2, rings });
  say(`edited and started in rings in ${(performance.now() - start).toFixed(0)} ms`);
  const left = [...kills];
  for (;;) {
    const seconds = (performance.now() - start) / 1000;
    const found = await statesOf(added);
    say(`${seconds.toFixed(0).padStart(4)} s: ${words(found)}`);
    const { state, rings: present } = await read<RolloutView>(`/rollouts/${rollout.id}`);
    for (const ring of present) say(`       ${wordsOfRing(ring)}`);
    if (state !== 'running' && isSettled(found)) break;
    if (seconds > longestSeconds) throw new Error('not all ovens hold it');
    if (left[0] !== undefined && found.synchronised >= left[0] * machines) {
      left.shift();
      await server.kill();
      say('      the server is killed');
      server = await begin();
    }
    await wait(2000);
  }
  const said = await saidOf();
  await simulator.close();
  say(await compare(state, plates, added, said));
  await server.close();
} finally {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}

interface States {
  synchronised: number;
  pendingConnected: number;
  pendingAway: number;
  refused: number;
  changed: number;
  notLookedAt: number;
}

/** How many machines are in which state with a program that a menu has put on all of them. */
async function statesOf(programId: string): Promise<States> {
  return withClient(cluster.url, async (owner) => {
    const count = (condition: string) => `(count(*) filter (where ${condition}))::int`;
    const { rows } = await owner.query<States>(
      `select ${count(`state = 'applied'`)} as synchronised,
        ${count(`there and state is null and connected`)} as "pendingConnected",
        ${count(`there and state is null and not connected`)} as "pendingAway",
        ${count(`state = 'refused'`)} as refused, ${count(`state = 'changed'`)} as changed,
        ${count('not there')} as "notLookedAt"
      from (select installations.id is not null as there, "reportedState" as state, connected
        from machines join "machineStates" on "machineStates"."machineId" = machines.id
          left join installations on installations."machineId" = machines.id and installations."programId" = $1) as ovens`,
      [programId],
    );
    if (!rows[0]) throw new Error('no answer');
    return rows[0];
  });
}

/** Each oven that is connected holds it, or has said why not; those that are away get it when they are back. */
function isSettled({ pendingConnected, notLookedAt }: States): boolean {
  return pendingConnected === 0 && notLookedAt === 0;
}

function words(found: States): string {
  return [
    `${found.synchronised} hold it`,
    `${found.pendingConnected} on its way`,
    `${found.pendingAway} away`,
    `${found.refused} refused`,
    `${found.changed} changed at the oven`,
    `${found.notLookedAt} still to be looked at`,
  ].join(', ');
}

/** The states of a ring's ovens, in the words of the console. */
function wordsOfRing({ name, state, size, counts }: RingView): string {
  const known = Object.entries(counts).filter(([, machines]) => machines > 0);
  return `${name} (${state}, ${size}): ${known.map(([one, machines]) => `${machines} ${one}`).join(', ')}`;
}

async function until(programId: string): Promise<void> {
  for (let second = 0; second < longestSeconds; second += 2) {
    const found = await statesOf(programId);
    if (second % 20 === 0) say(words(found));
    if (isSettled(found)) return;
    await wait(2000);
  }
  throw new Error('the ovens do not hold their menu');
}

interface Said {
  serialNumber: string;
  connected: boolean;
  list: string | null;
}

/** By serial number, the programs that the console says each oven holds. */
async function saidOf(): Promise<ReadonlyMap<string, Said>> {
  return withClient(cluster.url, async (owner) => {
    const { rows } = await owner.query<Said>(
      `select "serialNumber", connected, string_agg(installations."programId" || ' ' || "reportedSha256", ',' order by position)
        filter (where "reportedState" = 'applied') as list
      from machines join "machineStates" on "machineStates"."machineId" = machines.id
        left join installations on installations."machineId" = machines.id
      group by machines.id, connected`,
    );
    return new Map(rows.map((row) => [row.serialNumber, row]));
  });
}

/**
 * Oven by oven: the programs that the console says it holds, against those in its memory, in their order. One that is
 * away may hold what it has not reported yet.
 */
async function compare(
  state: string,
  plates: readonly Plate[],
  added: string,
  said: ReadonlyMap<string, Said>,
): Promise<string> {
  const store = openStore(state);
  const found = { connected: 0, connectedSame: 0, away: 0, awaySame: 0, without: 0 };
  for (const { serialNumber } of plates) {
    const memory = await store.load(serialNumber);
    const row = said.get(serialNumber);
    const held = memory?.holding.held.filter((one) => one.state === 'applied') ?? [];
    const isSame = held.map(({ id, sha256 }) => `${id} ${sha256}`).join() === (row?.list ?? '');
    const where = row?.connected ? 'connected' : 'away';
    found[where] += 1;
    if (isSame) found[`${where}Same`] += 1;
    if (!held.some(({ id }) => id === added)) found.without += 1;
  }
  return `of ${found.connected} connected ovens ${found.connectedSame} hold exactly what the console says, in its order;
of ${found.away} that are away ${found.awaySame}; ${found.without} are without the edit`;
}
