import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../db/embedded/cluster.ts';
import { anOrganisation, aPerson, password } from './builders.ts';
import { aPairedMachine, type Credentials } from './oven.ts';
import { type ServerProcess, startProcess } from './process.ts';
import { type ReportPace, reportReliably } from './reliableOven.ts';
import { openHaproxy, type Ports } from './services/haproxy.ts';
import { openTestServer } from './testServer.ts';

export interface RollingLoad {
  callsPerSecond: number;
  browsers: number;
  machines: number;
  reportsPerMachine: number;
  pace?: ReportPace;
  /** How often each server is restarted. */
  rounds: number;
  say?: (line: string) => void;
}

export interface RollingResult {
  calls: number;
  /** Calls that did not succeed, as status or error. */
  failed: string[];
  tagsAnswered: number;
  tagsStored: number;
  reportsSent: number;
  reportsStored: number;
  reportsDistinct: number;
  /** Interruptions of event streams, and the longest until a stream was open again, in milliseconds. */
  interruptions: number;
  longestInterruptionMilliseconds: number;
}

/**
 * HAProxy's checks need two seconds to notice that a server is not ready; on a slow computer two checks were seen to
 * take four.
 */
const drainSeconds = 8;

/**
 * SCL-02: two servers with embedded brokers behind HAProxy, under calls, event streams and reports of machines, while
 * each is restarted in turn by an orderly stop.
 */
export async function restartInTurn(
  haproxy: string,
  databaseUrl: string,
  storage: string,
  load: RollingLoad,
): Promise<RollingResult> {
  const { emails, credentials, count } = await prepare(databaseUrl, load);
  const at: Ports = { http: await freePort(), mqtt: await freePort() };
  const ports: Ports[] = [];
  for (let index = 0; index < 2; index += 1) ports.push({ http: await freePort(), mqtt: await freePort() });
  const start = ({ http, mqtt }: Ports) =>
    startProcess({
      DATABASE_URL: databaseUrl,
      STORAGE_URL: storage,
      PORT: String(http),
      MQTT_PORT: String(mqtt),
      DRAIN_SECONDS: String(drainSeconds),
      TRUSTED_PROXIES: 'loopback',
      // One person makes all calls.
      API_CALLS_PER_MINUTE: '1000000',
    });
  const servers = ports.map(start);
  await Promise.all(servers.map(({ ready }) => ready));
  const proxy = await openHaproxy(haproxy, at, ports);
  for (const index of servers.keys()) await proxy.until(index, 'UP');

  const base = `http://127.0.0.1:${at.http}/api`;
  const tokens: string[] = [];
  for (const email of emails) tokens.push(await signIn(base, email));
  const calls = runCalls(base, tokens[0] ?? '', load.callsPerSecond);
  const streams = runStreams(base, tokens, load.browsers);
  const reports = Promise.all(
    credentials.map((one) =>
      reportReliably({ ...one, brokerUrl: `mqtts://127.0.0.1:${at.mqtt}` }, load.reportsPerMachine, load.pace),
    ),
  );
  for (let round = 0; round < load.rounds; round += 1) {
    for (const [index, place] of ports.entries()) {
      const server = servers[index] as ServerProcess;
      server.child.kill('SIGTERM');
      await proxy.until(index, 'DOWN');
      await server.exited;
      servers[index] = start(place);
      await servers[index]?.ready;
      await proxy.until(index, 'UP');
      load.say?.(`server ${index + 1} restarted, round ${round + 1}`);
    }
  }
  await reports;
  const { answered, ...called } = await calls.end();
  const streamed = await streams.end();
  await proxy.close();
  for (const { child } of servers) child.kill('SIGKILL');
  await Promise.all(servers.map(({ exited }) => exited));
  return {
    ...called,
    ...streamed,
    tagsAnswered: answered,
    reportsSent: load.machines * load.reportsPerMachine,
    ...(await count()),
  };
}

/** One person may have ten event streams of each server. */
const streamsPerPerson = 8;

async function prepare(databaseUrl: string, { machines, browsers }: RollingLoad) {
  const server = await openTestServer({}, databaseUrl);
  const organisation = await anOrganisation(server);
  const admin = await aPerson(server, 'clientAdmin', organisation);
  const emails = [admin.email];
  while (emails.length * streamsPerPerson < browsers)
    emails.push((await aPerson(server, 'clientAdmin', organisation)).email);
  const credentials: Credentials[] = [];
  for (let index = 0; index < machines; index += 1) credentials.push((await aPairedMachine(server, admin)).credentials);
  await server.close();
  const count = async () => {
    const looked = await openTestServer({}, databaseUrl);
    const [tags] = await looked.ownerQuery<{ count: number }>('select count(*)::int from tags');
    const [reports] = await looked.ownerQuery<{ stored: number; distinct: number }>(
      `select coalesce(sum(times), 0)::int as stored, count(*)::int as distinct from (
        select count(*) as times from activities group by "organisationId", "machineId", "reportId") as each`,
    );
    await looked.close();
    return {
      tagsStored: tags?.count ?? 0,
      reportsStored: reports?.stored ?? 0,
      reportsDistinct: reports?.distinct ?? 0,
    };
  };
  return { emails, credentials, count };
}

async function signIn(base: string, username: string): Promise<string> {
  const answer = await fetch(`${base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** Lists, and tags that are made without a key, so that a call that is done twice would be seen. */
function runCalls(base: string, token: string, perSecond: number) {
  const failed: string[] = [];
  let calls = 0;
  let answered = 0;
  const running = new Set<Promise<void>>();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (number: number) => {
    const isWrite = number % 10 === 0;
    const answer = await fetch(`${base}/${isWrite ? 'tags' : 'machines'}`, {
      headers,
      ...(isWrite ? { method: 'POST', body: JSON.stringify({ name: `Tag ${number}` }) } : {}),
    });
    await answer.arrayBuffer();
    if (!answer.ok) failed.push(String(answer.status));
    else if (isWrite) answered += 1;
  };
  const timer = setInterval(() => {
    calls += 1;
    const one = call(calls).catch((error) => void failed.push(String(error.cause ?? error)));
    running.add(one);
    void one.finally(() => running.delete(one));
  }, 1000 / perSecond);
  return {
    end: async () => {
      clearInterval(timer);
      await Promise.all(running);
      return { calls, failed, answered };
    },
  };
}

/** Event streams that reconnect as the page does: 0.3 to 0.8 seconds after an interruption. */
function runStreams(base: string, tokens: readonly string[], count: number) {
  const stop = new AbortController();
  let interruptions = 0;
  let longest = 0;
  /** Resolves when the stream has ended. */
  const read = async (number: number, opened: () => void) => {
    const headers = { authorization: `Bearer ${tokens[number % tokens.length]}` };
    const answer = await fetch(`${base}/live`, { headers, signal: stop.signal });
    if (!answer.ok) throw new Error(String(answer.status));
    opened();
    await answer.body?.pipeTo(new WritableStream());
  };
  const follow = async (number: number) => {
    let lostAt: number | null = null;
    const opened = () => {
      if (lostAt !== null) longest = Math.max(longest, performance.now() - lostAt);
      lostAt = null;
    };
    while (!stop.signal.aborted) {
      await read(number, opened).catch(() => undefined);
      if (stop.signal.aborted) return;
      if (lostAt === null) interruptions += 1;
      lostAt ??= performance.now();
      await wait(100 + Math.random() * 300);
    }
  };
  const all = Promise.all(Array.from({ length: count }, (_, number) => follow(number)));
  return {
    end: async () => {
      stop.abort();
      await all;
      return { interruptions, longestInterruptionMilliseconds: Math.round(longest) };
    },
  };
}
