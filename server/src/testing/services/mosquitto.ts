import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../operator/commands.ts';
import { eventually } from '../oven.ts';
import { testMasterKey } from '../process.ts';
import { findProgram } from './debianPackage.ts';

const shipped = fileURLToPath(new URL('../../../../deploy/mosquitto', import.meta.url));

/** Debian's mosquitto, installed where that is possible; else null. */
export const findMosquitto = () => findProgram(['/usr/sbin/mosquitto'], ['mosquitto']);

export interface Mosquitto {
  url: string;
  port: number;
  log(): string;
  start(): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Lets it read its files again, as after each change of the list of revoked certificates. */
  reload(): Promise<void>;
  /** The file of BROKER_CRL_FILE. */
  crlFile: string;
  close(): Promise<void>;
}

/** Mosquitto with the configuration that the product comes with, and with the certificates of this database. */
export async function openMosquitto(
  program: string,
  databaseUrl: string,
  port: number,
  masterKey = testMasterKey,
): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'fournil-mosquitto-'));
  const files = join(folder, 'fournil');
  await mkdir(join(folder, 'data'));
  const environment = { DATABASE_URL: databaseUrl, SECRETS_KEY: masterKey, DATA_DIR: folder };
  const writeFiles = () => runCommand(['broker-files', files, 'localhost', '127.0.0.1'], environment, () => undefined);
  await writeFiles();
  await writeFile(join(files, 'topics.acl'), readFileSync(join(shipped, 'topics.acl')), { mode: 0o600 });
  const config = readFileSync(join(shipped, 'mosquitto.conf'), 'utf8')
    .replace('listener 8883', `listener ${port} 127.0.0.1`)
    .replaceAll('/etc/mosquitto/fournil', files)
    .replace('/etc/mosquitto/topics.acl', join(files, 'topics.acl'))
    .replace('/var/lib/mosquitto/', `${join(folder, 'data')}/`);
  const path = join(folder, 'mosquitto.conf');
  await writeFile(path, `user ${userInfo().username}\n${config}`);
  let text = '';
  let child: ChildProcess | null = null;
  const start = async () => {
    // A process group of its own, so that the broker itself is killed too.
    child = spawn('/bin/sh', [join(shipped, 'start.sh'), path, join(files, 'crl.pem'), '1'], {
      detached: true,
      // Memory that is freed is overwritten, so that a broker that uses it afterwards dies here too.
      env: { MALLOC_PERTURB_: '165', PATH: `${dirname(program)}:${process.env['PATH']}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => {
        text = (text + part).slice(-200_000);
      });
    await eventually(() => isListening(port)).catch(() => {
      throw new Error(`mosquitto does not listen: ${text}`);
    });
  };
  const kill = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    process.kill(-(child.pid ?? 0), signal);
    await exited;
  };
  const crlFile = join(files, 'crl.pem');
  const reloads = () => text.split('Reloading config').length;
  const reload = async () => {
    const before = reloads();
    await appendFile(crlFile, '\n');
    await eventually(() => reloads() > before);
  };
  await start();
  return {
    url: `mqtts://127.0.0.1:${port}`,
    port,
    crlFile,
    log: () => text,
    start,
    kill,
    reload,
    close: async () => {
      await kill('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
