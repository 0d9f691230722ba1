import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startSeconds = 90;

/**
 * A running product with a data folder of its own. Plain data, because the tests run in another process than the
 * set-up.
 */
export interface Product {
  url: string;
  /** The control interface of the simulated ovens. */
  controlUrl: string;
  dataDir: string;
  environment: Record<string, string>;
  pid: number;
}

/** The description of the product of one worker; each worker has a product of its own. */
const fileVariable = (worker: number) => `FOURNIL_E2E_PRODUCT_${worker}`;
/** Playwright numbers parallel workers from 0, and reuses the number for a worker that replaces another. */
const workerHere = () => Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);

export async function openProduct(worker: number): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fournil-e2e-'));
  const [port, mqttPort, controlPort] = await freePorts(3);
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url.replace('127.0.0.1', 'localhost'),
    MQTT_PORT: String(mqttPort),
    DATA_DIR: dataDir,
    // A journey's own receiver.
    WEBHOOK_NETWORKS: '127.0.0.0/8',
    DEMO: 'on',
    SIMULATOR_PORT: String(controlPort),
    // An hour of an oven takes a minute.
    SIMULATOR_SPEED: '60',
    // Ovens ask for updates at this interval, so that a journey need not wait.
    UPDATE_POLL_SECONDS: '3',
    LOG_LEVEL: 'warn',
    TERMS_URL: 'https://maker.test/terms?of=use&for=all',
    PRIVACY_URL: 'https://maker.test/privacy',
  };
  const product = { url, controlUrl: `http://127.0.0.1:${controlPort}`, dataDir, environment, pid: 0 };
  const file = join(dataDir, 'e2e-product.json');
  process.env[fileVariable(worker)] = file;
  return start(product, file);
}

export function runningProduct(worker = workerHere()): Product {
  const file = process.env[fileVariable(worker)];
  if (!file) throw new Error('No product has been started for these tests.');
  return JSON.parse(readFileSync(file, 'utf8')) as Product;
}

/**
 * Simulates a power failure: kills the server and starts it again with the same data folder, and with other settings
 * where some are given.
 */
export async function killAndStartAgain(settings: Record<string, string> = {}): Promise<Product> {
  const product = runningProduct();
  process.kill(product.pid, 'SIGKILL');
  await until('the killed server is gone', () => !isAlive(product.pid));
  // The simulated ovens end by themselves when their server has gone.
  await until('the ovens have ended', () => fetch(`${product.controlUrl}/ovens`).then(...silent));
  const environment = { ...product.environment, ...settings };
  return start({ ...product, environment }, join(product.dataDir, 'e2e-product.json'));
}

/** `silent`: the address does not answer any more. */
const silent = [() => false, () => true] as const;

export async function closeProduct(worker: number): Promise<void> {
  if (!process.env[fileVariable(worker)]) return;
  const { pid, dataDir } = runningProduct(worker);
  if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  await until('the product has stopped', () => !isAlive(pid));
  await rm(dataDir, { recursive: true, force: true });
  // As root, the embedded database runs under another account and is in a folder that it can enter: see
  // server/src/db/embedded/cluster.ts.
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  await rm(join('/var/lib/fournil', name), { recursive: true, force: true });
}

async function start(product: Product, file: string): Promise<Product> {
  // To a file, not a pipe, because the process that reads a pipe may end before the product does.
  const logFile = join(product.dataDir, `e2e-server-${Date.now()}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, ['--no-warnings', 'server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...product.environment },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  const started = { ...product, pid: child.pid ?? 0 };
  writeFileSync(file, JSON.stringify(started));
  await until('the product says where it runs', () => hasGreeted(child, logFile), startSeconds);
  child.unref();
  return started;
}

function hasGreeted(child: ChildProcess, logFile: string): boolean {
  const said = readFileSync(logFile, 'utf8');
  if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}:\n${said}`);
  return / runs at http/.test(said);
}

/** Waits for a state outside the page. */
export async function until<Result>(
  what: string,
  read: () => Result | Promise<Result>,
  seconds = 60,
): Promise<NonNullable<Result>> {
  const last = Date.now() + seconds * 1000;
  for (;;) {
    const result = await read();
    if (result) return result;
    if (Date.now() > last) throw new Error(`After ${seconds} s it is still not so that ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The mails sent so far, each as one text without soft line breaks, so that links are whole. */
export async function mailbox(): Promise<string[]> {
  const folder = join(runningProduct().dataDir, 'mailbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => text.replace(/=\r?\n/g, ''));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Ended, but not yet collected by its parent process.
  return !/^State:\s+Z/m.test(statusOf(pid));
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Below the range of ports that the system assigns, so that no other process gets them before the product listens or
 * while it restarts.
 */
async function freePorts(count: number): Promise<number[]> {
  const free: number[] = [];
  while (free.length < count) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    if (!free.includes(port) && (await isFree(port))) free.push(port);
  }
  return free;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
