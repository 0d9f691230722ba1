import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { eventually } from '../oven.ts';
import { findProgram } from './debianPackage.ts';

const shipped = fileURLToPath(new URL('../../../../deploy/haproxy/haproxy.cfg', import.meta.url));

/** Debian's HAProxy, installed where that is possible; else null. */
export const findHaproxy = () => findProgram(['/usr/sbin/haproxy'], ['haproxy']);

export interface Ports {
  http: number;
  mqtt: number;
}

export interface Haproxy {
  /** Waits until it sends calls to this server, or does not any more. */
  until(server: number, state: 'UP' | 'DOWN'): Promise<void>;
  close(): Promise<void>;
}

/** HAProxy with the configuration that the product comes with, before these servers, without TLS for calls. */
export async function openHaproxy(program: string, at: Ports, servers: readonly Ports[]): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'fournil-haproxy-'));
  const socket = join(folder, 'haproxy.sock');
  const listed = (kind: keyof Ports) =>
    servers.map((server, index) => `    server server-${index} 127.0.0.1:${server[kind]}`).join('\n');
  const config = readFileSync(shipped, 'utf8')
    .replace(/^global$/m, `global\n    stats socket ${socket} mode 600 level admin`)
    .replace(/^resolvers names\n(?: .*\n)+/m, '')
    .replace(/^ +bind :443 .*\n/m, '')
    .replace(/^ +http-request redirect .*\n/m, '')
    // A test may open fewer files.
    .replace(/maxconn \d+/, 'maxconn 4000')
    .replace('bind :80', `bind 127.0.0.1:${at.http}`)
    .replace('bind :8883', `bind 127.0.0.1:${at.mqtt}`)
    .replace(/^ +server server-1 .*\n +server server-2 .*$/m, listed('http'))
    .replace(/^ +server emqx-1 .*\n +server emqx-2 .*$/m, listed('mqtt'));
  const path = join(folder, 'haproxy.cfg');
  await writeFile(path, config);
  let said = '';
  const child: ChildProcess = spawn(program, ['-db', '-f', path], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      said = (said + part).slice(-20_000);
    });
  const states = async () => {
    const connection = connect(socket);
    connection.end('show stat\n');
    const lines = (await text(connection).catch(() => '')).split('\n').map((line) => line.split(','));
    const column = lines[0]?.indexOf('status') ?? -1;
    return lines.filter(([backend]) => backend === 'servers').map((line) => [line[1], line[column]] as const);
  };
  const until = async (server: number, state: 'UP' | 'DOWN') => {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`haproxy ended: ${said}`);
      return (await states()).some(([name, now]) => name === `server-${server}` && now?.startsWith(state));
    }, 60);
  };
  return {
    until,
    close: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
