import { createHmac, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { idOf } from '../server/src/operator/seedLoad.ts';
import { measureAccounts } from './accounts.ts';
import { measureBounds } from './bounds.ts';
import { callsOfUnchanged, writeListStatements } from './lists.ts';
import { measureLive } from './live.ts';
import type { Call } from './load.ts';
import { measureGrowth } from './measureGrowth.ts';
import { findPgbench, type Measured, pgbench, startBareServer } from './processes.ts';
import { connectMachines, copyRows, machinesOfAll, sendReports } from './reports.ts';
import { openSeeded } from './seeded.ts';
import { printTable, type Row } from './table.ts';
import { underLoad } from './underLoad.ts';

/**
 * `npm run bench`: the product and PostgreSQL alone, measured one after the other in one run on one computer. The
 * ratios are meaningful; the absolute numbers depend on the computer. Settings: BENCH_MACHINES (100000), BENCH_SECONDS
 * (10).
 */
const machines = Number(process.env['BENCH_MACHINES'] ?? 100_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
const organisations = 100;
const asking = 20;

const table: Row[] = [];
const whole = (value: number) => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : 'not measured');
const share = (ours: number, other: number) =>
  Number.isFinite(other) ? `${((100 * ours) / other).toFixed(1)} %` : '–';

/**
 * Waits until the server has used less than a tenth of a processor for a minute: after the other measurements it still
 * notes that seeded machines are lost, and counts their days. The seconds that this took; null after ten minutes, or
 * where its use is not known.
 */
async function waitUntilIdle(server: Measured): Promise<number | null> {
  const from = performance.now();
  for (let idleSeconds = 0; idleSeconds < 60; ) {
    const before = server.cpuSeconds();
    await wait(5000);
    const used = server.cpuSeconds() - before;
    if (Number.isNaN(used) || performance.now() - from > 600_000) return null;
    idleSeconds = used < 0.5 ? idleSeconds + 5 : 0;
  }
  return Math.round((performance.now() - from) / 1000);
}

function bareToken(secret: string, organisation: number): string {
  const said = ['{"alg":"HS256"}', JSON.stringify({ organisation })]
    .map((text) => Buffer.from(text).toString('base64url'))
    .join('.');
  return `${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`;
}

const say = (text: string) => process.stderr.write(`${text}\n`);
say(`seeding ${whole(machines)} machines in ${organisations} organisations`);
const seeded = await openSeeded({ organisations, machines, signedIn: asking });
const { url, folder, port, mqttPort, server, tokens } = seeded;
try {
  const program = findPgbench();
  const direct = async (files: string[]) => (program ? pgbench(program, url, files, seconds) : Number.NaN);
  let turn = 0;
  const token = () => {
    turn += 1;
    return tokens[turn % asking] ?? '';
  };

  const measure = async (name: string, next: () => Call, files: string[], bar: string) => {
    say(name);
    const { result, cpu } = await underLoad(name, { server, port, seconds }, next);
    const other = await direct(files);
    table.push({
      what: name,
      ours: `${whole(result.perSecond)}/s, p50 ${result.p50Milliseconds.toFixed(1)} ms, p99 ${result.p99Milliseconds.toFixed(1)} ms, ${whole(cpu)} µs CPU`,
      against: `${whole(other)}/s (pgbench)`,
      ratio: share(result.perSecond, other),
      bar,
    });
    return { result, cpu };
  };

  const { scripts, file } = await writeListStatements(folder, asking);
  const path = '/api/machines?itemsPerPage=30';
  const list = await measure(
    'Machine list of 30 with total',
    () => ({ method: 'GET', path, token: token() }),
    scripts,
    '≥ 20 %',
  );
  say('The same list, not changed since it was read');
  const unchanged = await callsOfUnchanged(port, path, tokens);
  const again = await underLoad(
    'the list not changed',
    { server, port, seconds },
    () => unchanged[turn++ % asking] as Call,
  );
  table.push({
    what: 'SCL-05 the same list for a reader who has it, not changed since (304)',
    ours: `${whole(again.result.perSecond)}/s, ${whole(again.cpu)} µs CPU`,
    against: `${whole(list.result.perSecond)}/s, ${whole(list.cpu)} µs CPU (sent)`,
    ratio: `${(again.cpu / list.cpu).toFixed(2)}x`,
    bar: '≤ 1x',
  });
  const secret = randomBytes(32).toString('base64url');
  const bare = await startBareServer(url, file, secret);
  const least = await underLoad('the least Node can do', { ...bare, seconds }, () => ({
    method: 'GET',
    path,
    token: bareToken(secret, 1 + (turn++ % asking)),
  }));
  await bare.server.close();
  table.push({
    what: 'Its CPU time',
    ours: `${whole(list.cpu)} µs a call`,
    against: `${whole(least.cpu)} µs (${whole(least.result.perSecond)}/s): node:http and pg with the same statements, a signature checked, no row-level security`,
    ratio: `${(list.cpu / least.cpu).toFixed(2)}x`,
    bar: '≤ 2.3x (480 µs where the least was 208)',
  });

  say('People who sign in');
  table.push(...(await measureAccounts(port, token(), seconds)));

  const insert = join(folder, 'insert.sql');
  writeFileSync(
    insert,
    `insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category) values (gen_random_uuid(), '${idOf(1, 50)}', 'pgbench', gen_random_uuid()::text, 'x', 'deck');\n`,
  );
  let serial = 0;
  const create = (): Call => {
    serial += 1;
    return {
      method: 'POST',
      path: '/api/machines',
      token: token(),
      body: JSON.stringify({ name: `New ${serial}`, serialNumber: `bench-${serial}`, pin: '1234', category: 'deck' }),
    };
  };
  await measure('Create a machine: checks, history row, durable commit', create, [insert], '≥ 20 %');

  say('Machine reports');
  const clients = await connectMachines(url, mqttPort, machinesOfAll(200));
  const raw = await copyRows(url, folder, 300_000);
  for (const entries of [1, 20]) {
    await sendReports(url, clients, { window: 10, entries, seconds: 2, name: `warm${entries}` });
    const before = server.cpuSeconds();
    const result = await sendReports(url, clients, { window: 10, entries, seconds, name: `r${entries}` });
    const cpu = ((server.cpuSeconds() - before) / (result.perSecond * seconds)) * 1e6;
    table.push({
      what: `Reports of ${entries} event${entries > 1 ? 's' : ''}: MQTT over TLS, stored once, then acknowledged`,
      ours: `${whole(result.rowsPerSecond)} rows/s in ${whole(result.perSecond)} messages/s, ${whole(cpu)} µs CPU a message; lost ${result.acknowledged - Math.min(result.stored, result.acknowledged)}, double ${Math.max(0, result.stored - result.acknowledged)}`,
      against: `${whole(raw)} rows/s (COPY with key)`,
      ratio: share(result.rowsPerSecond, raw),
      bar: '≥ 8 %, 0 lost, 0 double',
    });
  }
  await Promise.all(clients.map((client) => client.endAsync(true)));
  say('Live changes');
  await measureLive({ port, mqttPort, url, server, seconds, table });
  await measureBounds({ port, url, server, tokens, seconds, table });
  await measureGrowth({ port, url, server, tokens, table });
  const memory = (when: string) =>
    table.push({
      what: `Memory of the server ${when}`,
      ours: `${whole(server.memoryMegabytes())} MB`,
      against: '',
      ratio: '',
      bar: '',
    });
  memory('at the end of all of it');
  const idle = await waitUntilIdle(server);
  memory(idle === null ? 'later, still busy' : `${idle} s later, idle for a minute`);
} finally {
  await seeded.close();
}
printTable(table);
