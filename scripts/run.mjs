// Prepares everything that a command needs, with only Node >= 20.19 and npm, then runs it under the pinned Node. Plain
// JavaScript, because the Node that starts this may be too old to run TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readArguments } from './checks.mjs';
import { serverEnvironment, serverFlags } from './serverProcess.mjs';
import { supervise } from './supervise.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const stamps = join(root, 'node_modules', '.fournil-setup');
const [command, ...args] = process.argv.slice(2);

let searchPath = process.env.PATH;
install();
const node = pinnedNode();
searchPath = `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${searchPath}`;

/** What `npm run bench` measures without a name, and by name. */
const benches = [
  'main',
  'scale',
  'growthAlone',
  'boundsAlone',
  'menus',
  'differences',
  'faults',
  'chain',
  'distributed',
  'former',
];

const commands = {
  start: () => {
    build();
    const env = { ...serverEnvironment, ...process.env, PATH: searchPath };
    return supervise(node, [...serverFlags, 'server/src/main.ts', ...args], { cwd: root, env });
  },
  test: () => {
    if (readArguments(args).chosen.some(({ tests, readsBuild }) => tests || readsBuild)) build();
    return stay(node, ['scripts/test.mjs', ...args]);
  },
  bench: () => {
    const [name = 'main', ...others] = args;
    if (benches.includes(name)) return stay(node, [`bench/${name}.ts`, ...others]);
    process.stderr.write(`Unknown measurement "${name}". Known: ${benches.join(', ')}.\n`);
    return 2;
  },
  soak: () => {
    build();
    const [first, ...others] = args;
    if (first === 'servers') return stay(node, ['bench/soak/servers.ts', ...others]);
    return stay(node, ['bench/soak/main.ts', ...args]);
  },
  bundle: () => {
    build();
    const picture = join(root, 'bundle.html');
    const elsewhere = join(stamps, 'bundle');
    const vite = ['node_modules/vite/bin/vite.js', 'build', 'web', '--outDir', elsewhere, '--emptyOutDir'];
    const env = { ...process.env, PATH: searchPath, BUNDLE_PICTURE: picture };
    if (run(node, [...vite, '--logLevel', 'warn'], { env }) === 0) process.stdout.write(`What is inside: ${picture}\n`);
    return stay(node, ['scripts/bundle.mjs', ...args]);
  },
  release: () => {
    build();
    return stay(node, ['scripts/release.mjs', ...args]);
  },
  'try-release': () => stay(node, ['node_modules/vitest/vitest.mjs', 'run', '--config', 'deploy/vitest.config.ts']),
  fournil: () => stay(node, ['server/src/operator/main.ts', ...args]),
  oven: () => stay(node, ['simulator/src/main.ts', ...args]),
  conformance: () => stay(node, [...serverFlags, 'server/src/conformance/main.ts', ...args]),
  dev: () =>
    supervise(node, ['scripts/dev.mjs', ...args], { cwd: root, env: { ...process.env, PATH: searchPath } }, []),
};

process.exitCode = await (commands[command] ?? unknown)();

function unknown() {
  process.stderr.write(`Unknown command "${command}". Known: ${Object.keys(commands).join(', ')}.\n`);
  return 2;
}

/** Installs what the lock file names, once per lock file. */
function install() {
  const wanted = hash(['package-lock.json']);
  if (read('installed') === wanted) return;
  process.stdout.write('Installing the packages (once, about a minute) ...\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Without install scripts: what they do is done where it is needed. Not `npm ci`, because it refuses a lock file in
  // which optional packages of other platforms are missing, and some registries carry only some of these.
  const status = run(npm, ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write('The packages could not be installed: see the lines above.\n');
    process.exit(1);
  }
  write('installed', wanted);
}

/** Builds the page when its sources are newer than the build. */
function build() {
  const wanted = hash([...files('web'), ...files('contract/src'), 'package-lock.json']);
  if (read('built') === wanted && existsSync(join(root, 'web/dist/index.html'))) return;
  process.stdout.write('Building the page ...\n');
  const status = run(node, ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn']);
  if (status !== 0) process.exit(1);
  compress(join(root, 'web/dist/assets'));
  write('built', wanted);
}

/** Compressed at build time, so that serving costs no CPU; the server chooses by the browser's Accept-Encoding. */
function compress(folder) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const content = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}

/** Node 24 from the registry; where no package has it (macOS), the installed Node must be new enough. */
function pinnedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = join(
    root,
    'node_modules',
    `node-${platform}-${process.arch}`,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(name)) return name;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  process.stderr.write(
    `Fournil runs on Node 24. None came for ${process.platform}-${process.arch}, and this is ${process.version}: please install Node 24.\n`,
  );
  return process.exit(1);
}

function run(program, parameters, options = {}) {
  const result = spawnSync(program, parameters, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: searchPath },
    ...options,
  });
  if (result.error) process.stderr.write(`${result.error.message}\n`);
  return result.status ?? 1;
}

/** For commands that run until they are stopped: passes signals on, and waits for the orderly end. */
function stay(program, parameters) {
  const child = spawn(program, parameters, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: searchPath } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((done) => child.on('exit', (code, signal) => done(code ?? (signal ? 1 : 0))));
}

function files(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .filter((name) => !/(^|[\\/])(node_modules|dist)[\\/]/.test(name) && !/\.test\.tsx?$/.test(name))
    .sort();
}

function hash(names) {
  const sum = createHash('sha256');
  for (const name of names) sum.update(name).update(readFileSync(join(root, name)));
  return sum.digest('hex');
}

function read(name) {
  const file = join(stamps, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function write(name, text) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), text);
}
