import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { folderOf, freePort, runningCluster } from '../db/embedded/cluster.ts';
import { eventually } from '../testing/oven.ts';

/**
 * `npm start` as a person or a service manager runs it: npm, its shell, the supervisor, the server, and PostgreSQL
 * below.
 */
interface Started {
  npm: ChildProcess;
  url: string;
  dataDir: string;
  output(): string;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const started: Started[] = [];
afterEach(async () => {
  for (const { npm, dataDir } of started.splice(0)) {
    npm.kill('SIGTERM');
    await areGone(dataDir, 15);
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function npmStart(): Promise<Started> {
  const one = spawnStart({
    DATA_DIR: await mkdtemp(join(tmpdir(), 'fournil-supervised-')),
    PORT: String(await freePort()),
  });
  await isReady(one);
  return one;
}

function spawnStart(own: { DATA_DIR: string; PORT: string }): Started {
  const settings = { DEMO: 'off', MQTT_PORT: '0', LOG_LEVEL: 'info', ...own };
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let text = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (text += part));
  const one = { npm, url: `http://127.0.0.1:${own.PORT}/api`, dataDir: own.DATA_DIR, output: () => text };
  started.push(one);
  return one;
}

const statusOf = ({ url }: Started) =>
  fetch(`${url}/ready`).then(
    (answer) => answer.status,
    () => 0,
  );
const isReady = (one: Started) => eventually(async () => (await statusOf(one)) === 200, 60);
const says = (one: Started, text: string) => eventually(() => one.output().includes(text));

/** The server and PostgreSQL processes of this data folder, found by their command lines. */
async function processesOf(dataDir: string): Promise<{ pid: number; line: string }[]> {
  const cluster = await folderOf(dataDir);
  const read = (pid: string, name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const all = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => ({
        pid: Number(pid),
        line: (await read(pid, 'cmdline')).replaceAll('\0', ' '),
        environment: await read(pid, 'environ'),
      })),
  );
  return all.filter(
    ({ line, environment }) => line !== '' && (environment.includes(`DATA_DIR=${dataDir}\0`) || line.includes(cluster)),
  );
}
const areGone = (dataDir: string, seconds: number) =>
  eventually(async () => (await processesOf(dataDir)).length === 0, seconds);

const processOf = async ({ dataDir }: Started, wanted: RegExp) =>
  (await processesOf(dataDir)).find(({ line }) => wanted.test(line));
const stoppedLines = (one: Started) =>
  one
    .output()
    .split('\n')
    .filter((line) => line.includes('"event":"stopped"'));

it.skipIf(process.platform !== 'linux')(
  'SEC-07 a server that is killed is started again, and so is its PostgreSQL',
  async () => {
    const one = await npmStart();
    const server = await processOf(one, /server\/src\/main\.ts/);
    process.kill(server?.pid ?? 0, 'SIGKILL');
    await says(one, 'was ended by SIGKILL. It is started again');
    await isReady(one);

    const postmaster = Number(
      (await readFile(join(await folderOf(one.dataDir), 'postmaster.pid'), 'utf8')).split('\n')[0],
    );
    process.kill(postmaster, 'SIGKILL');
    await says(one, '"event":"database ended"');
    await isReady(one);
    // The server was not restarted, only its database.
    expect(one.output().match(/It is started again/g)).toHaveLength(1);
    expect(await runningCluster(one.dataDir)).not.toBeNull();
  },
  120_000,
);

it.skipIf(process.platform !== 'linux')(
  'SEC-07 a server that is killed before it is ready is started again, and one that refuses to start is not',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fournil-supervised-'));
    const one = spawnStart({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    const server = await eventually(() => processOf(one, /server\/src\/main\.ts/));
    process.kill(server.pid, 'SIGKILL');
    await says(one, 'was ended by SIGKILL. It is started again');
    await isReady(one);

    const refusing = spawnStart({ DATA_DIR: join(dataDir, 'other'), PORT: 'eighty' });
    await eventually(() => refusing.npm.exitCode !== null);
    expect(refusing.npm.exitCode).toBe(1);
    expect(refusing.output()).toContain('The setting PORT is wrong');
    expect(refusing.output()).not.toContain('started again');
  },
  120_000,
);

it.skipIf(process.platform !== 'linux').each(['npm', 'its process group'])(
  'SEC-07 a SIGTERM to %s ends everything within ten seconds, with one log line',
  async (whom) => {
    const one = await npmStart();
    expect((await processesOf(one.dataDir)).some(({ line }) => line.includes('postgres'))).toBe(true);
    process.kill(whom === 'npm' ? (one.npm.pid ?? 0) : -(one.npm.pid ?? 0), 'SIGTERM');
    await areGone(one.dataDir, 10);
    expect(stoppedLines(one)).toHaveLength(1);
  },
  120_000,
);

it.skipIf(process.platform !== 'linux')(
  'SEC-07 a SIGTERM ends everything within ten seconds also when PostgreSQL hangs',
  async () => {
    const one = await npmStart();
    const postmaster = await readFile(join(await folderOf(one.dataDir), 'postmaster.pid'), 'utf8');
    process.kill(Number(postmaster.split('\n')[0]), 'SIGSTOP');
    one.npm.kill('SIGTERM');
    await areGone(one.dataDir, 10);
    expect(stoppedLines(one)).toHaveLength(1);
  },
  120_000,
);

it('SEC-07 a server that fails every time is restarted after growing pauses, and then given up with a message', async () => {
  // Reports that it is ready, as the real server does, and kills itself.
  const dying = `process.send('ready', () => process.kill(process.pid, 'SIGKILL'))`;
  const program = `import { supervise } from ${JSON.stringify(new URL('../../../scripts/supervise.mjs', import.meta.url).href)};
    process.exitCode = await supervise(process.execPath, ['-e', ${JSON.stringify(dying)}], {}, [0, 0.01, 0.02, 0.04]);`;
  const supervisor = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  supervisor.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
  const [code] = await once(supervisor, 'close');
  expect(said.trim().split('\n')).toEqual([
    'The server was ended by SIGKILL. It is started again.',
    ...[0.01, 0.02, 0.04].map((seconds) => `The server was ended by SIGKILL. It is started again in ${seconds} s.`),
    'The server was ended by SIGKILL, 5 times in a row: it is not started again. What it said last is above.',
  ]);
  expect(code).toBe(1);
});
