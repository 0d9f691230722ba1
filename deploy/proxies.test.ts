import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../server/src/db/embedded/cluster.ts';
import { anOrganisation, aPerson, type Person, password } from '../server/src/testing/builders.ts';
import { aPairedMachine, connectOven, eventually } from '../server/src/testing/oven.ts';
import { makeSwu } from '../server/src/testing/swu.ts';
import { openTestServer, type TestServer } from '../server/src/testing/testServer.ts';
import { findProgram, runProgram, type Started, startProgram } from './testing/programs.ts';

/** The examples for proxies, each run before a real server; only names, ports and certificates are replaced. */
let server: TestServer;
let folder: string;
let boss: Person & { email: string };
let admin: Person & { email: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fournil-proxies-'));
  // nginx works as another user.
  chmodSync(folder, 0o755);
  server = await openTestServer({ TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN: 'a-token-for-metrics' });
  boss = (await aPerson(server, 'superAdmin', null)) as typeof boss;
  admin = (await aPerson(server, 'clientAdmin', await anOrganisation(server))) as typeof admin;
  const certificate = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
  const subject = ['-days', '3', '-subj', '/CN=console.example'];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate, ...subject]);
  mkdirSync(join(folder, 'certificates'));
  const both = ['certificate.pem', 'key.pem'].map((name) => readFileSync(join(folder, name), 'utf8')).join('');
  writeFileSync(join(folder, 'certificates/console.pem'), both);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Proxy {
  /** The console through the proxy. */
  url: string;
  /** The port for ovens; null where the proxy passes on no MQTT. */
  ovensPort: number | null;
  program: Started;
}

const example = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

/** Replaces each text once at least; an example in which it is missing fails. */
function replaced(content: string, pairs: [string, string][]): string {
  return pairs.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the example does not contain "${from}"`);
    return text.replaceAll(from, to);
  }, content);
}

const serverPort = () => Number(new URL(server.url).port);

async function startHaproxy(program: string, consolePort = serverPort()): Promise<Proxy> {
  const [plain, secure, ovens, dead] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const config = replaced(example('haproxy/haproxy.cfg'), [
    ['maxconn 60000', 'maxconn 1000'],
    ['bind :80\n', `bind 127.0.0.1:${plain}\n`],
    ['bind :443 ', `bind 127.0.0.1:${secure} `],
    ['bind :8883', `bind 127.0.0.1:${ovens}`],
    ['server-1:8080 resolvers names', `127.0.0.1:${consolePort}`],
    ['server-2:8080 resolvers names', `127.0.0.1:${dead}`],
    ['emqx-1:8883 resolvers names', `127.0.0.1:${server.mqttPort}`],
    ['emqx-2:8883 resolvers names', `127.0.0.1:${dead}`],
  ]);
  const args = ['-f', file('haproxy.cfg', config)];
  const env = { CERTIFICATES: join(folder, 'certificates/') };
  expect(runProgram(program, ['-c', ...args], { env })).toMatchObject({ status: 0 });
  const started = startProgram(program, ['-db', ...args], env);
  return { url: `https://127.0.0.1:${secure}`, ovensPort: ovens, program: started };
}

async function startNginx(_program: string, consolePort = serverPort()): Promise<Proxy> {
  const [plain, secure, ovens] = [await freePort(), await freePort(), await freePort()];
  const console = replaced(example('nginx/console.conf'), [
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['    listen [::]:80;\n', ''],
    ['listen 443 ', `listen 127.0.0.1:${secure} `],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['127.0.0.1:8080', `127.0.0.1:${consolePort}`],
    ['/etc/nginx/console.pem', join(folder, 'certificate.pem')],
    ['/etc/nginx/console-key.pem', join(folder, 'key.pem')],
  ]);
  const stream = replaced(example('nginx/ovens.conf'), [
    ['listen 8883', `listen 127.0.0.1:${ovens}`],
    ['127.0.0.1:18883', `127.0.0.1:${server.mqttPort}`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, `nginx-${name}`)};`,
  );
  const whole = [
    `load_module ${streamModule};`,
    `pid ${join(folder, 'nginx.pid')};`,
    'error_log stderr;',
    'daemon off;',
    'events {}',
    `http { access_log off; ${temporary.join(' ')} include ${file('console.conf', console)}; }`,
    `stream { include ${file('ovens.conf', stream)}; }`,
  ];
  const args = ['-p', folder, '-c', file('nginx.conf', whole.join('\n'))];
  expect(runProgram(nginx, ['-t', ...args])).toMatchObject({ status: 0 });
  return { url: `https://127.0.0.1:${secure}`, ovensPort: ovens, program: startProgram(nginx, args) };
}

async function startCaddy(program: string, consolePort = serverPort()): Promise<Proxy> {
  const [port, dead] = [await freePort(), await freePort()];
  const env = {
    CONSOLE_HOST: `http://127.0.0.1:${port}`,
    FOURNIL_SERVERS: `127.0.0.1:${consolePort} 127.0.0.1:${dead}`,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const config = file('Caddyfile', `{\n\tadmin off\n}\n${example('caddy/Caddyfile')}`);
  const args = ['--adapter', 'caddyfile', '--config', config];
  expect(runProgram(program, ['validate', ...args], { env })).toMatchObject({ status: 0 });
  return { url: env.CONSOLE_HOST, ovensPort: null, program: startProgram(program, ['run', ...args], env) };
}

interface Sent {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: Buffer | string;
}

/** Sends a call as a stranger's client would, whatever the certificate is. */
function open(url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<IncomingMessage> {
  const options = { method, headers, rejectUnauthorized: false, agent: false as const };
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? https.request(url, options) : http.request(url, options);
    request.once('response', resolve).once('error', reject);
    request.end(body);
  });
}

interface Answer {
  status: number;
  type: string;
  retryAfter: string | undefined;
  text: string;
}

async function send(url: string, sent: Sent = {}): Promise<Answer> {
  const answer = await open(url, sent);
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  const { 'content-type': type = '', 'retry-after': retryAfter } = answer.headers;
  return { status: answer.statusCode ?? 0, type, retryAfter, text };
}

async function statusOverHttp2(url: string): Promise<number | undefined> {
  const { origin, pathname } = new URL(url);
  const session = http2.connect(origin, { rejectUnauthorized: false });
  const call = session.request({ ':path': pathname });
  const [headers] = (await once(call, 'response')) as [http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader];
  session.destroy();
  return headers[':status'];
}

const boundary = 'the-end-of-a-part';

/**
 * The form of a version. Written here, because `Request` takes seconds for twenty megabytes on a busy computer; the
 * server, which is in this process, would answer nothing meanwhile, and the proxy would close the connection.
 */
function formOf(data: string, file: Buffer): Buffer {
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const before = `${part('name="data"')}${data}\r\n${part('name="file"; filename="v.swu"')}`;
  return Buffer.concat([Buffer.from(before), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/** Also where nginx was installed without it. */
const streamModule = '/usr/lib/nginx/modules/ngx_stream_module.so';
const nginx = '/usr/sbin/nginx';
let version = 0;
const json = { 'content-type': 'application/ld+json' };
const as = (person: Person) => ({ authorization: `Bearer ${person.token}` });

const proxies = [
  { name: 'HAProxy', paths: ['/usr/sbin/haproxy'], packages: ['haproxy'], start: startHaproxy },
  { name: 'nginx', paths: [streamModule], packages: ['nginx-light', 'libnginx-mod-stream'], start: startNginx },
  { name: 'Caddy', paths: ['/usr/bin/caddy'], packages: ['caddy'], start: startCaddy },
].map(({ paths, packages, ...proxy }) => ({ ...proxy, found: findProgram(paths, packages) }));

describe.each(proxies)('the example for $name (skipped where it cannot be had)', ({ name, found, start }) => {
  let proxy: Proxy;
  beforeAll(async () => {
    if (!found) return;
    proxy = await start(found);
    await eventually(async () => {
      if (proxy.program.child.exitCode !== null) throw new Error(`${name} has ended: ${proxy.program.said()}`);
      return (await send(`${proxy.url}/api/health`).catch(() => null))?.status === 200;
    });
  });
  afterAll(() => proxy?.program.stop());

  it.skipIf(!found)('SCL-04 passes on the page and the API, and hides the metrics', async () => {
    const metrics = await send(`${proxy.url}/api/metrics`, {
      headers: { authorization: 'Bearer a-token-for-metrics' },
    });
    expect([metrics.status, metrics.text.includes('fournil_')]).toEqual([404, false]);
    expect((await send(`${proxy.url}/api/ready`)).text).toContain('ready');
  });

  it.skipIf(!found)('SCL-04 passes on bodies of the sizes that the server takes', async () => {
    const image = Buffer.alloc(5_000_000, 1).toString('base64');
    const picture = {
      method: 'POST',
      headers: { ...as(boss), ...json },
      body: JSON.stringify({ image, name: 'Large' }),
    };
    const refusedPicture = await send(`${proxy.url}/api/images/fournil`, picture);
    expect([refusedPicture.status, refusedPicture.type]).toEqual([422, expect.stringContaining('json')]);
    const number = `9.0.${version++}`;
    const fields = { version: number, models: ['sole-3-12'], beta: false };
    const swu = makeSwu({ version: number, body: Buffer.alloc(20_000_000, 1) });
    const headers = { ...as(boss), 'content-type': `multipart/form-data; boundary=${boundary}` };
    const body = formOf(JSON.stringify(fields), swu);
    const stored = await send(`${proxy.url}/api/software_updates`, { method: 'POST', headers, body });
    expect([stored.status, stored.text.includes(number)]).toEqual([201, true]);
  });

  it.skipIf(!found)('SCL-04 passes on live events at once', async () => {
    const stream = await open(`${proxy.url}/api/live`, { headers: as(admin) });
    let heard = '';
    stream.setEncoding('utf8').on('data', (part: string) => {
      heard += part;
    });
    await eventually(() => heard.includes('hello'));
    const { id } = (await admin.post('/tags', { name: `Through ${name}` })).expect(201) as { id: string };
    await eventually(() => heard.includes(id));
    stream.destroy();
  });

  it.skipIf(!found)(
    'SCL-04 tells the server the address of the caller, and not one that the caller made up',
    async () => {
      const headers = { ...json, 'x-forwarded-for': '203.0.113.7', 'user-agent': name };
      const body = JSON.stringify({ username: admin.email, password });
      const signedIn = await send(`${proxy.url}/api/login`, { method: 'POST', headers, body });
      expect(signedIn.status).toBe(200);
      const sessions = (await admin.get('/sessions')).body['hydra:member'] as { userAgent: string; address: string }[];
      expect(sessions.find(({ userAgent }) => userAgent === name)?.address).toBe('127.0.0.1');
    },
  );

  it.skipIf(!found)('LNK-04 passes on the server’s time, which the page goes by', async () => {
    const date = 'Thu, 01 Jan 2032 00:00:00 GMT';
    const port = await freePort();
    const other = http.createServer((_, response) => response.writeHead(200, { date }).end('{}')).listen(port);
    const itsProxy = await start(found ?? '', port);
    const answer = await eventually(async () => {
      const present = await open(`${itsProxy.url}/api/health`).catch(() => null);
      present?.resume();
      return present?.statusCode === 200 ? present : null;
    });
    expect(answer.headers.date).toBe(date);
    await itsProxy.program.stop();
    other.closeAllConnections();
    other.close();
  });

  it.skipIf(!found)('SCL-04 says in the form that each reader expects that no server can be reached', async () => {
    const lonely = await start(found ?? '', await freePort());
    // Once before and once after the proxy has noticed.
    const answers = () => Promise.all(['/api/machines', '/'].map((path) => send(lonely.url + path)));
    const first = await eventually(() => answers().catch(() => null));
    const later = await eventually(async () => {
      const present = await answers();
      return present[1]?.type.startsWith('text/html') ? present : null;
    });
    for (const [toProgram] of [first, later]) {
      expect(toProgram?.type).toBe('application/problem+json');
      expect(JSON.parse(toProgram?.text ?? '')).toMatchObject({ status: toProgram?.status, retryAfterSeconds: 5 });
      expect([502, 503]).toContain(toProgram?.status);
      expect(toProgram?.retryAfter).toBe('5');
    }
    expect(later[1]?.text).toContain('momentanément');
    if (lonely.url.startsWith('https:'))
      expect(await statusOverHttp2(`${lonely.url}/api/machines`)).toBe(later[0]?.status);
    await lonely.program.stop();
  });

  it.skipIf(!found)('SCL-04 leaves it to the broker to check the certificates of ovens', async () => {
    if (proxy.ovensPort === null) return;
    const { credentials } = await aPairedMachine(server, admin);
    const broker = new URL(credentials.brokerUrl);
    broker.port = String(proxy.ovensPort);
    const oven = await connectOven({ ...credentials, brokerUrl: broker.href });
    await oven.birth();
    await oven.close();
  });
});
