import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../server/src/db/embedded/cluster.ts';
import { eventually } from '../server/src/testing/oven.ts';
import { testMasterKey } from '../server/src/testing/process.ts';
import { createDatabase } from '../server/src/testing/testServer.ts';
import { findProgram, runProgram, type Started, startProgram } from './testing/programs.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const name = `fournil-${version}-linux-${process.arch}`;
const archiveName = `${name}.tar.gz`;
let folder: string;
let archive: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fournil-try-'));
  chmodSync(folder, 0o755);
  archive = join(folder, archiveName);
  const { status, said } = runProgram(process.execPath, ['scripts/run.mjs', 'release', folder], {
    env: { INIT_CWD: folder },
  });
  expect([status, said]).toEqual([0, expect.stringContaining(archiveName)]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = async (url: string) => {
  const answer = await fetch(url).catch(() => null);
  return answer ? { status: answer.status, text: await answer.text() } : null;
};

/** Waits until it can work; fails when it has ended before. */
async function ready(url: string, server: Started): Promise<void> {
  await eventually(async () => {
    if (server.child.exitCode !== null) throw new Error(server.said());
    return (await get(`${url}/api/ready`))?.status === 200;
  }, 90);
}

describe('the release archive', () => {
  let home: string;
  beforeAll(() => {
    mkdirSync(join(folder, 'unpacked'));
    expect(
      runProgram('tar', ['--extract', '--gzip', '--file', archive, '--directory', join(folder, 'unpacked')]),
    ).toEqual({ status: 0, said: '' });
    home = join(folder, 'unpacked', name);
  });

  it('SCL-04 has the checksum beside it, and contains no tests and nothing of the page’s packages', () => {
    const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
    expect(readFileSync(`${archive}.sha256`, 'utf8')).toBe(`${sum}  ${archiveName}\n`);
    const { said } = runProgram('find', [
      home,
      '-name',
      '*.test.ts',
      '-o',
      '-name',
      'react-dom',
      '-o',
      '-name',
      'vitest',
    ]);
    expect(said).toBe('');
  });

  it('SCL-04 starts a server with its own Node and database, as any user, from a folder that cannot be written', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) spawnSync('chown', ['65534:65534', data]);
    // Nothing of this computer's environment; no Node and no npm on the path.
    const [port, mqttPort] = [await freePort(), await freePort()];
    const settings = {
      PATH: '/usr/bin:/bin',
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: data,
      DEMO: 'off',
    };
    const assignments = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
    const program = ['env', '--ignore-environment', ...assignments, `${home}/bin/fournil-server`];
    const user = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const [first = '', ...rest] = [...(isRoot ? user : []), ...program];
    const server = startProgram(first, rest);
    await ready(`http://127.0.0.1:${port}`, server);
    const page = await get(`http://127.0.0.1:${port}/`);
    expect([page?.status, page?.text.includes('/assets/')]).toEqual([200, true]);
    const run = (...args: string[]) =>
      runProgram(first, [...rest.slice(0, -1), ...(isRoot ? [] : []), `${home}/bin/fournil`, ...args]);
    expect(run('create-super-admin', 'boss@house.test').said).toContain('http://localhost');
    expect(run('verify')).toMatchObject({ status: 0 });
    await server.stop();
    expect(server.child.exitCode).toBe(0);
    expect(server.said()).toContain('"event":"stopped"');
  });
});

const buildah = findProgram(['/usr/bin/buildah'], ['buildah', 'podman', 'runc']);
const podman = findProgram(['/usr/bin/podman'], ['podman', 'runc']);
const runc = findProgram(['/usr/sbin/runc', '/usr/bin/runc'], ['runc']);

/** The few files of this computer that Debian's image has too: no registry of images is needed. */
function copyBase(root: string): void {
  const programs = ['sh', 'env', 'mv', 'rm', 'mkdir', 'chown', 'chmod', 'dirname', 'readlink'].map(
    (one) => `/usr/bin/${one}`,
  );
  const needed = [...programs, realpathSync(process.execPath)].flatMap((program) => [
    ...(programs.includes(program) ? [program] : []),
    ...[...runProgram('ldd', [program]).said.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path),
  ]);
  // The rest of the C library, for packages with native parts.
  const libc = needed.find((path) => path.endsWith('/libc.so.6')) ?? '';
  for (const part of ['dl', 'm', 'nss_dns', 'nss_files', 'pthread', 'resolv', 'rt'])
    needed.push(...globSync(join(dirname(libc), `lib${part}.so.*`)));
  for (const path of new Set(needed)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    cpSync(realpathSync(path), join(root, path));
  }
  for (const one of ['bin', 'etc', 'tmp', 'var/lib', 'opt', 'proc', 'sys', 'dev'])
    mkdirSync(join(root, one), { recursive: true });
  if (!existsSync(join(root, 'bin/sh'))) cpSync(join(root, 'usr/bin/sh'), join(root, 'bin/sh'));
}

describe.skipIf(!buildah || !podman || !runc)('the image (skipped where buildah and podman cannot be had)', () => {
  /** Within those of any computer on which this runs. */
  const limits = ['--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096'];
  const container = `fournil-try-${process.pid}`;
  const image = `localhost/fournil-try:${process.pid}`;
  const base = `localhost/fournil-try-base:${process.pid}`;
  const call = (program: string, ...args: string[]) => {
    const result = runProgram(program, args);
    expect([program, args[0], result.status, result.said]).toEqual([program, args[0], 0, result.said]);
    return result.said.trim();
  };
  beforeAll(() => {
    const root = join(folder, 'base');
    copyBase(root);
    call('tar', '--create', '--file', join(folder, 'base.tar'), '--directory', root, '.');
    call('podman', 'import', '--quiet', join(folder, 'base.tar'), base);
    const dockerfile = join(import.meta.dirname, 'docker/Dockerfile');
    const choices = [
      '--runtime',
      runc ?? '',
      ...limits,
      '--network=none',
      '--format=docker',
      '--pull-never',
      '--quiet',
    ];
    const args = [`--build-arg=BASE=${base}`, `--build-arg=ARCHIVE=${basename(archive)}`, '--file', dockerfile];
    call('buildah', 'build', ...choices, ...args, '--tag', image, folder);
  });
  afterAll(() => {
    // Where a test has failed before it stopped it.
    runProgram('podman', ['--runtime', runc ?? '', 'rm', '--force', '--ignore', container]);
    runProgram('podman', ['rmi', '--force', image, base]);
  });

  it('SCL-04 runs without root, without rights, on a read-only file system, and says that it is healthy', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const settings = {
      DATABASE_URL: await createDatabase(),
      SECRETS_KEY: testMasterKey,
      PORT: new URL(url).port,
      MQTT_PORT: String(await freePort()),
      MQTT_HOST: '127.0.0.1',
      REQUIRE_STAFF_SECOND_STEP: 'off',
    };
    const environment = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    const guarded = [
      '--read-only',
      '--cap-drop=ALL',
      '--security-opt=no-new-privileges',
      '--memory=700m',
      '--volume=/var/lib/fournil',
    ];
    // podman needs systemd to repeat the health check; it is made once, below.
    const once = ['--no-healthcheck'];
    const here = [
      '--network=host',
      '--ulimit=nofile=4096:4096',
      '--ulimit=nproc=4096:4096',
      '--rm',
      '--name',
      container,
    ];
    const server = startProgram(podman ?? '', [
      '--runtime',
      runc ?? '',
      'run',
      ...guarded,
      ...once,
      ...here,
      ...environment,
      image,
    ]);
    await ready(url, server);
    const inside = (...args: string[]) => runProgram('podman', ['--runtime', runc ?? '', 'exec', container, ...args]);
    expect(inside('/opt/fournil/bin/node', '/opt/fournil/scripts/health.mjs', '/api/ready').status).toBe(0);
    const script = 'console.log(process.getuid(), require("fs").writeFileSync("/opt/fournil/x", ""))';
    expect(inside('/opt/fournil/bin/node', '--eval', 'console.log(process.getuid())').said).toContain('10001');
    expect(inside('/opt/fournil/bin/node', '--eval', script).said).toContain('EROFS');
    expect(inside('/opt/fournil/bin/fournil', 'verify').status).toBe(0);
    const written = call('podman', 'image', 'inspect', '--format', '{{.User}} {{json .HealthCheck}}', image);
    expect(written).toMatch(/10001:10001 \{"Test":\["CMD","[^"]*node","[^"]*health.mjs"\]/);
    expect(runProgram('podman', ['--runtime', runc ?? '', 'stop', '--time', '15', container]).status).toBe(0);
    await eventually(() => server.child.exitCode !== null);
    expect(server.said()).toContain('"event":"stopped"');
  });
});
