import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../services/debianPackage.ts';

const machines = fileURLToPath(new URL('../../../../machines', import.meta.url));

/** The command of a machine of the folder `machines`, without its options. */
export type MachineCommand = readonly string[];

/** The machine in Python, with Debian's packages, installed where that is possible; else null. */
export function findPythonMachine(): MachineCommand | null {
  const python = findProgram(['/usr/bin/python3'], ['python3']);
  const packages = ['python3-paho-mqtt', 'python3-cryptography'];
  const found = findProgram(['/usr/lib/python3/dist-packages/paho/mqtt/client.py'], packages);
  const imports = ['-c', 'import paho.mqtt.client, cryptography.x509'];
  if (!python || !found || spawnSync(python, imports).status !== 0) return null;
  // Without files of its own beside the sources.
  return [python, '-B', join(machines, 'python', 'machine.py')];
}

/** The machine in C, built with Debian's packages, installed where that is possible; else null. */
export function buildCMachine(): MachineCommand | null {
  const packages = ['gcc', 'libc6-dev', 'libmosquitto-dev', 'libssl-dev', 'libcurl4-openssl-dev', 'libcjson-dev'];
  const headers = ['/usr/include/mosquitto.h', '/usr/include/cjson/cJSON.h'];
  if (headers.some((header) => !findProgram([header], packages))) return null;
  const gcc = findProgram(['/usr/bin/gcc'], packages);
  if (!gcc) return null;
  const built = mkdtempSync(join(tmpdir(), 'fournil-machine-'));
  process.once('exit', () => rmSync(built, { recursive: true, force: true }));
  const program = join(built, 'machine');
  const folder = join(machines, 'c');
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('.c'))
    .map((name) => join(folder, name));
  const libraries = ['-lmosquitto', '-lssl', '-lcrypto', '-lcurl', '-lcjson'];
  const strict = ['-Wall', '-Wextra', '-Werror', '-std=c11', '-D_GNU_SOURCE', '-fsanitize=address,undefined'];
  const { status, stderr } = spawnSync(gcc, [...strict, '-g', '-o', program, ...sources, ...libraries], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the machine in C cannot be built: ${stderr}`);
  return [program];
}

export interface RunningMachine {
  /** Its lines so far, as objects; what is no line of its own has the event `words`. */
  said(): Record<string, unknown>[];
  /** Something happens at the oven: `bake`, `change`, `fault E03`, `end E03`. */
  happens(line: string): void;
  /** Ends it in good order, or at once as a power cut does. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts a machine; it keeps its memory in `folder`. */
export function startMachine(command: MachineCommand, options: Record<string, string>): RunningMachine {
  const [program = '', ...first] = command;
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child: ChildProcess = spawn(program, [...first, ...args], {
    // Freeing everything at the end is left to the system.
    env: { PATH: process.env['PATH'] ?? '', ASAN_OPTIONS: 'detect_leaks=0' },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return {
    said: () => text.split('\n').filter(Boolean).map(lineOf),
    happens: (line) => child.stdin?.write(`${line}\n`),
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

function lineOf(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return { event: 'words', line };
  }
}
