import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PairAnswer } from '@fournil/contract/machine-link/pairing';
import { findProgram } from './debianPackage.ts';

/** Debian's package, installed where that is possible; else null. */
export function findSwupdate(): string | null {
  const path = findProgram(['/usr/bin/swupdate'], ['swupdate', 'openssl']);
  return path && spawnSync('openssl', ['version']).status === 0 ? path : null;
}

export interface UpdateClient {
  folder: string;
  log(): string;
  stop(): Promise<void>;
}

interface ClientNeeds {
  credentials: Pick<PairAnswer, 'machineId' | 'updateUrl' | 'updateToken'>;
  certificateFile: string;
  hardware: string;
  /** After the restart: it reports that the new software runs. */
  confirms?: boolean;
  folder?: string;
}

/** SWUpdate's hawkBit client as an unprivileged user, polling every second. */
export function startSwupdate(
  program: string,
  { credentials, certificateFile, hardware, confirms = false, folder = ownFolder() }: ClientNeeds,
): UpdateClient {
  const [base = '', tenant = ''] = /^(.*)\/([^/]+)\/controller\/v1\/[^/]+$/.exec(credentials.updateUrl)?.slice(1) ?? [];
  const config = join(folder, 'swupdate.cfg');
  writeFileSync(
    config,
    `globals: { verbose = false; };\nsuricatta: { };\nidentify: ( { name = "model"; value = "${hardware}"; } );\n`,
  );
  const suricatta = [
    '-t',
    tenant,
    '-u',
    base,
    '-i',
    credentials.machineId,
    '-k',
    credentials.updateToken,
    '-p',
    '1',
    '-r',
    '5',
    '-w',
    '1',
  ];
  const args = [
    '-l',
    '5',
    '-f',
    config,
    '-k',
    certificateFile,
    '-H',
    hardware,
    '-u',
    [...suricatta, ...(confirms ? ['-c', '2'] : [])].join(' '),
  ];
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child: ChildProcess = spawn(program, args, {
    env: { PATH: process.env['PATH'] ?? '', TMPDIR: folder },
    cwd: folder,
    ...user,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    folder,
    log: () => said,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fournil-swupdate-'));
  chmodSync(folder, 0o777);
  return folder;
}
