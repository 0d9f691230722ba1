import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../server/src/base/config.ts';
import { findProgram, runProgram } from './testing/programs.ts';

const units = ['fournil.service', 'fournil-revoked.path', 'fournil-revoked.service'];
const analyze = findProgram(['/usr/bin/systemd-analyze'], ['systemd']);

describe.skipIf(!analyze)('units of systemd (skipped where systemd-analyze cannot be had)', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'fournil-systemd-'));
    for (const folder of ['etc/systemd/system', 'opt/fournil/current/bin', 'usr/bin', 'usr/lib/systemd/system'])
      mkdirSync(join(root, folder), { recursive: true });
    for (const unit of units)
      copyFileSync(join(import.meta.dirname, 'systemd', unit), join(root, 'etc/systemd/system', unit));
    for (const program of ['opt/fournil/current/bin/fournil-server', 'usr/bin/systemctl'])
      writeFileSync(join(root, program), '#!/bin/sh\n', { mode: 0o755 });
    for (const unit of ['multi-user', 'basic', 'paths', 'sysinit', 'shutdown', 'network-online'])
      writeFileSync(join(root, `usr/lib/systemd/system/${unit}.target`), `[Unit]\nDescription=${unit}\n`);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('SCL-04 has no line that systemd does not understand', () => {
    const { status, said } = runProgram(analyze ?? '', ['verify', `--root=${root}`, ...units]);
    // The root folder of this test has no other units.
    const ours = said.split('\n').filter((line) => units.some((unit) => line.includes(unit)));
    expect([status, ours]).toEqual([0, []]);
  });

  it('SCL-04 leaves a server few rights: at most 2.0 of the 10 points of systemd’s own scale', () => {
    const unit = join(root, 'etc/systemd/system/fournil.service');
    const { status, said } = runProgram(analyze ?? '', ['security', '--offline=true', '--threshold=20', unit]);
    expect([status, /Overall exposure level.*/.exec(said)?.[0]]).toEqual([0, expect.stringMatching(/: [01]\.\d/)]);
  });
});

it('SCL-04 the unit waits at a stop for as long as its settings ask for, and the settings are accepted', () => {
  const settings = Object.fromEntries(
    readFileSync(join(import.meta.dirname, 'systemd/fournil.env'), 'utf8')
      .split('\n')
      .filter((line) => /^#?[A-Z_]+=./.test(line))
      .map((line) => /^#?(\w+)="?(.*?)"?$/.exec(line)?.slice(1, 3) as [string, string]),
  );
  expect(readConfig(settings)).toMatchObject({ demo: false, mqttHost: 'ovens.example' });
  const unit = readFileSync(join(import.meta.dirname, 'systemd/fournil.service'), 'utf8');
  const patienceSeconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  expect(patienceSeconds).toBeGreaterThanOrEqual(Number(settings['DRAIN_SECONDS']) + 10);
});

describe('SCL-04 the commands of operators under systemd', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'fournil-command-'));
    const program = readFileSync(join(import.meta.dirname, 'systemd/fournil'), 'utf8')
      .replaceAll('/etc/fournil', root)
      .replace(/exec setpriv .*/, 'exec env');
    writeFileSync(join(root, 'fournil'), program);
    writeFileSync(join(root, 'secrets-key'), 'the-key\n');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const called = (settings: string) => {
    writeFileSync(join(root, 'fournil.env'), settings);
    return runProgram('/bin/sh', [join(root, 'fournil')]);
  };

  it('get each setting as systemd reads it, whatever a shell would make of its characters', () => {
    const bucket = 'STORAGE_URL=s3://bucket/prefix?region=eu&endpoint=https://s3.example';
    const odd = 'SMTP_URL=smtp://u:$HOME`id`;p#1 2@mail.example';
    const quoted = 'MAIL_FROM="Fournil <a@b.example>"';
    const crlf = 'PRODUCT_NAME=Four = 1\r';
    const { status, said } = called(
      `# A remark.\n\n${bucket}\n${odd}\n${quoted}\nBROKER_TOKEN='single'  \n${crlf}\n http_proxy=x\nPORT=1 `,
    );
    expect(status).toBe(0);
    const lines = said.split('\n');
    const unquoted = 'MAIL_FROM=Fournil <a@b.example>';
    for (const line of [
      bucket,
      odd,
      unquoted,
      'BROKER_TOKEN=single',
      'PORT=1',
      'http_proxy=x',
      'PRODUCT_NAME=Four = 1',
      'SECRETS_KEY=the-key',
    ])
      expect(lines).toContain(line);
  });

  it.each([
    ['SMTP_URL=smtp://u:a\\b@mail.example', 'SMTP_URL has a backslash'],
    ['export PORT=1', 'export PORT is no name of a setting'],
    ['PORT = 1', 'PORT  is no name of a setting'],
    ['PORT', 'PORT is no setting'],
    ['=1', 'is no name of a setting'],
  ])('are refused with a sentence where systemd may read another value or none: %s', (line, sentence) => {
    const { status, said } = called(`${line}\n`);
    expect([status, said]).toEqual([2, expect.stringContaining(sentence)]);
  });

  it('are refused without the master key', () => {
    writeFileSync(join(root, 'secrets-key'), '');
    const { status, said } = called('PORT=1\n');
    expect([status, said]).toEqual([1, expect.stringContaining('secrets-key is missing or empty')]);
  });
});

it('SCL-04 the programs in shell have no error of syntax, and the commands of operators use the paths of the unit', () => {
  for (const name of ['systemd/fournil', 's3/start.sh'])
    expect(runProgram('/bin/sh', ['-n', join(import.meta.dirname, name)])).toEqual({ status: 0, said: '' });
  const unit = readFileSync(join(import.meta.dirname, 'systemd/fournil.service'), 'utf8');
  const program = readFileSync(join(import.meta.dirname, 'systemd/fournil'), 'utf8');
  const paths = [...program.matchAll(/\/(?:etc|var|opt)\/[\w./-]+/g)].map(([path]) =>
    path.replace(/bin\/fournil$/, 'bin/'),
  );
  expect(paths.length).toBeGreaterThan(4);
  expect(paths.filter((path) => !unit.includes(path))).toEqual([]);
});
