import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../db/embedded/cluster.ts';
import { anOrganisation, aPerson, password } from '../testing/builders.ts';
import { aPairedMachine, type Credentials, connectOven, eventually } from '../testing/oven.ts';
import { type ServerProcess, startProcess } from '../testing/process.ts';
import { createDatabase, openTestServer } from '../testing/testServer.ts';

interface Seen {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  attributes: Record<string, string | number>;
}

/** The fields of one protobuf message: numbers, and bytes of texts and messages (OTLP's trace.proto). */
function fieldsOf(bytes: Buffer): Map<number, (Buffer | number)[]> {
  const fields = new Map<number, (Buffer | number)[]>();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const length = { 0: 0, 1: 8, 5: 4 }[tag & 7] ?? varint();
    const value = (tag & 7) === 0 ? varint() : bytes.subarray(at, at + length);
    at += length;
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const inside = (bytes: Buffer | number | undefined, field: number) =>
  (Buffer.isBuffer(bytes) ? (fieldsOf(bytes).get(field) ?? []) : []) as Buffer[];

function attributesOf(pairs: Buffer[]): Record<string, string | number> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const value = fieldsOf(inside(pair, 2)[0] ?? Buffer.alloc(0));
      const [text] = value.get(1) ?? [];
      return [String(inside(pair, 1)[0]), text ? String(text) : Number(value.get(3)?.[0])];
    }),
  );
}

/** A collector that understands OTLP over HTTP, as far as these tests look. */
const seen: Seen[] = [];
const resources: Record<string, string | number>[] = [];
function take(body: Buffer): void {
  for (const resource of fieldsOf(body).get(1) ?? []) {
    resources.push(attributesOf(inside(inside(resource, 1)[0], 1)));
    for (const span of inside(resource, 2).flatMap((scope) => inside(scope, 2))) {
      const hex = (field: number) => inside(span, field)[0]?.toString('hex') ?? '';
      const [name] = inside(span, 5);
      const attributes = attributesOf(inside(span, 9));
      seen.push({ traceId: hex(1), spanId: hex(2), parentSpanId: hex(4), name: String(name), attributes });
    }
  }
}

let folder: string;
let collector: Server;
let traced: ServerProcess;
let url: string;
let email: string;
let credentials: Credentials;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fournil-traces-'));
  const DATABASE_URL = await createDatabase();
  const server = await openTestServer({}, DATABASE_URL);
  const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  ({ email } = admin);
  ({ credentials } = await aPairedMachine(server, admin));
  await server.close();
  collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.url === '/v1/traces') take(Buffer.concat(parts));
      response.end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const [port, mqttPort] = [await freePort(), await freePort()];
  url = `http://127.0.0.1:${port}/api`;
  credentials = { ...credentials, brokerUrl: `mqtts://127.0.0.1:${mqttPort}` };
  traced = startProcess({
    DATABASE_URL,
    DATA_DIR: folder,
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    TRUSTED_PROXIES: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
  });
  await traced.ready;
});
afterAll(async () => {
  traced.child.kill('SIGTERM');
  await traced.exited;
  collector.closeAllConnections();
  collector.close();
  await rm(folder, { recursive: true, force: true });
});

async function signIn(headers: Record<string, string>): Promise<number> {
  const body = JSON.stringify({ username: email, password });
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return answer.status;
}

it('SCL-04 a collector receives a call with its transactions, in the trace that the proxy began', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(await signIn({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` })).toBe(200);
  const call = await eventually(() => seen.find((span) => span.traceId === traceId && span.name === 'POST /api/login'));
  expect(call).toMatchObject({
    parentSpanId: '00f067aa0ba902b7',
    attributes: { 'http.route': '/api/login', 'http.response.status_code': 200 },
  });
  const transactions = await eventually(() => {
    const found = seen.filter(({ parentSpanId, name }) => parentSpanId === call.spanId && /^transaction /.test(name));
    return found.length > 0 ? found : null;
  });
  expect(transactions.map((one) => [one.traceId, one.attributes['db.system.name']])).toEqual(
    transactions.map(() => [traceId, 'postgresql']),
  );
  expect(resources[0]).toMatchObject({ 'service.name': 'fournil', 'deployment.environment.name': 'tests' });
  expect(JSON.stringify(seen)).not.toContain(email);
});

it('SCL-04 a collector receives the reports of machines and the jobs, each with its transactions', async () => {
  const oven = await connectOven(credentials);
  await oven.birth();
  await oven.report('errors', { entries: [{ id: 'e', code: 'E07', dateStart: new Date().toISOString() }] });
  for (const name of ['machine reports', 'job machine.failed'])
    await eventually(() =>
      seen.some(
        (span) =>
          span.name === name && seen.some((one) => one.parentSpanId === span.spanId && /^transaction /.test(one.name)),
      ),
    );
  await oven.close();
});

it('SCL-04 a server without a place for traces does not load the libraries for them', () => {
  const script = `import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => {
      if (/opentelemetry.(sdk|exporter|resources)|process.telemetry/.test(name)) process.stdout.write(name);
      return next(name, context);
    } });
    const { openTracing } = await import('./server/src/kit/process/openTracing.ts');
    await import('./server/src/app/start.ts');
    await openTracing({}, 'fournil', () => undefined);
    process.stdout.write('off ');
    await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, 'fournil', () => undefined);
    process.exit();`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  expect(stdout).toMatch(/^off .*telemetry/);
});

it('SCL-04 a collector that does not answer is named in the log, and the server goes on', async () => {
  const [port, gone] = [await freePort(), await freePort()];
  const alone = startProcess({
    DATABASE_URL: await createDatabase(),
    DATA_DIR: folder,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${gone}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  await alone.ready;
  const call = async () => (await fetch(`http://127.0.0.1:${port}/api/openapi.json`)).status;
  expect(await call()).toBe(200);
  await eventually(() => /"event":"traces","msg":"[^"{]*ECONNREFUSED/.test(alone.output()));
  expect(await call()).toBe(200);
  alone.child.kill('SIGTERM');
  expect(await alone.exited).toBe(0);
});

it.each([
  { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
  { OTEL_TRACES_EXPORTER: 'zipkin' },
  { OTEL_TRACES_SAMPLER: 'sometimes' },
  { OTEL_TRACES_SAMPLER_ARG: '2' },
  { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector:4318' },
])('SCL-04 a setting of traces that is wrong stops the start with one sentence: %j', async (wrong) => {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', ...wrong };
  const refused = startProcess({ ...settings, DATA_DIR: folder });
  expect(await refused.exited).toBe(1);
  expect(refused.output()).toMatch(new RegExp(`^The setting ${Object.keys(wrong)[0]} is wrong: [^\n]+\n$`));
});
