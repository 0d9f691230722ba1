import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, openCluster } from '../server/src/db/embedded/cluster.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { measureAccounts } from './accounts.ts';
import { beyond } from './beyond.ts';
import { writeListScripts } from './lists.ts';
import { type Call, loadCalls, signIn } from './load.ts';
import { findPgbench, pgbench, startServer } from './processes.ts';
import { connectMachines, copyRows, sendReports } from './reports.ts';
import { benchPassword, idOf, seedLoad } from './seed.ts';

/**
 * `npm run bench`: ours against PostgreSQL alone, one after the other in one run on one machine. Read the ratios; the absolute
 * numbers say more about the machine than about Fournil. Settings: BENCH_MACHINES (100000), BENCH_SECONDS (10).
 */
const machines = Number(process.env['BENCH_MACHINES'] ?? 100_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
const organisations = 100;
const asking = 20;

export interface Row {
  what: string;
  ours: string;
  against: string;
  ratio: string;
  bar: string;
}
const table: Row[] = [];
const whole = (value: number) => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : 'not measured');
const share = (ours: number, other: number) => (Number.isFinite(other) ? `${((100 * ours) / other).toFixed(1)} %` : '–');

const folder = mkdtempSync(join(tmpdir(), 'fournil-bench-'));
chmodSync(folder, 0o755);
const cluster = await openCluster(join(folder, 'data'));
const say = (text: string) => process.stderr.write(`${text}\n`);
try {
  await migrate(cluster.url);
  say(`seeding ${whole(machines)} machines in ${organisations} organisations`);
  await seedLoad(cluster.url, { organisations, machines });
  const [port, mqttPort] = [await freePort(), await freePort()];
  const server = await startServer({ DATABASE_URL: cluster.url, PORT: String(port), MQTT_PORT: String(mqttPort), TRUSTED_PROXIES: '127.0.0.1' });
  const program = findPgbench();
  const direct = async (files: string[]) => (program ? pgbench(program, cluster.url, files, seconds) : Number.NaN);
  const tokens: string[] = [];
  for (let number = 1; number <= asking; number += 1) tokens.push(await signIn(port, `bench${number}-0@bench.test`, benchPassword));
  let turn = 0;
  const token = () => {
    turn += 1;
    return tokens[turn % asking] ?? '';
  };

  const measure = async (name: string, next: () => Call, files: string[], bar: string) => {
    say(name);
    await loadCalls(port, next, 2);
    const before = server.cpuSeconds();
    const result = await loadCalls(port, next, seconds);
    const cpu = ((server.cpuSeconds() - before) / (result.perSecond * seconds)) * 1e6;
    if (result.failed > 0) throw new Error(`${name}: ${result.failed} calls failed`);
    const other = await direct(files);
    table.push({
      what: name,
      ours: `${whole(result.perSecond)}/s, p50 ${result.p50Milliseconds.toFixed(1)} ms, p99 ${result.p99Milliseconds.toFixed(1)} ms, ${whole(cpu)} µs CPU`,
      against: `${whole(other)}/s (pgbench)`,
      ratio: share(result.perSecond, other),
      bar,
    });
  };

  await measure(
    'P1 machine list of 30 with total',
    () => ({ method: 'GET', path: '/api/machines?itemsPerPage=30', token: token() }),
    await writeListScripts(folder, asking),
    '≥ 20 %, ≤ 480 µs CPU',
  );

  say('P10 people who sign in');
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
  await measure('P3 create a machine: checks, history row, durable commit', create, [insert], '≥ 20 %');

  say('P4 machine reports');
  const clients = await connectMachines(cluster.url, mqttPort, 200);
  const raw = await copyRows(cluster.url, folder, 300_000);
  for (const entries of [1, 20]) {
    await sendReports(cluster.url, clients, { window: 10, entries, seconds: 2, name: `warm${entries}` });
    const before = server.cpuSeconds();
    const result = await sendReports(cluster.url, clients, { window: 10, entries, seconds, name: `r${entries}` });
    const cpu = ((server.cpuSeconds() - before) / (result.perSecond * seconds)) * 1e6;
    table.push({
      what: `P4 reports of ${entries} event${entries > 1 ? 's' : ''}: MQTT over TLS, stored once, then acknowledged`,
      ours: `${whole(result.rowsPerSecond)} rows/s in ${whole(result.perSecond)} messages/s, ${whole(cpu)} µs CPU a message; lost ${result.acknowledged - Math.min(result.stored, result.acknowledged)}, double ${Math.max(0, result.stored - result.acknowledged)}`,
      against: `${whole(raw)} rows/s (COPY with key)`,
      ratio: share(result.rowsPerSecond, raw),
      bar: '≥ 8 %, 0 lost, 0 double',
    });
  }
  await Promise.all(clients.map((client) => client.endAsync(true)));
  await beyond({ port, url: cluster.url, server, tokens, table });
  table.push({
    what: 'Memory of the server after all of it',
    ours: `${whole(server.memoryMegabytes())} MB`,
    against: '',
    ratio: '',
    bar: '≤ 220 MB',
  });
  await server.close();
} finally {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}
const line = (row: Row) => `| ${row.what} | ${row.ours} | ${row.against} | ${row.ratio} | ${row.bar} |`;
process.stdout.write(['| What | Ours | Against | Ratio | Bar |', '|---|---|---|---|---|', ...table.map(line), ''].join('\n'));
