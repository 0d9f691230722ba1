import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartRefused } from '../base/config.ts';

/** A call of the machine over HTTP. */
export interface Call {
  path: string;
  body: string;
  status: number;
  /** The answer, as it was sent or lost. */
  answer: string;
  at: number;
}

export interface RecordingProxy {
  port: number;
  calls(path: string): readonly Call[];
  next(condition: (call: Call) => boolean, seconds: number): Promise<Call | null>;
  /** The next answer to a call of this path does not arrive. */
  loseAnswerTo(path: string): void;
  close(): Promise<void>;
}

const retryAfterSeconds = '2';

/**
 * Stands before the console's HTTP, sees the calls of the machine, and can lose an answer. While there is no console
 * yet, a call is answered 503.
 */
export async function openRecordingProxy(
  host: string,
  port: number,
  console: () => string | null,
): Promise<RecordingProxy> {
  const calls: Call[] = [];
  const waiting = new Set<(call: Call) => void>();
  const lostPaths = new Set<string>();
  const server = createServer((call, reply) => {
    const parts: Buffer[] = [];
    call.on('data', (part: Buffer) => parts.push(part));
    call.on('end', () => {
      const body = Buffer.concat(parts);
      const path = call.url ?? '/';
      const base = console();
      if (base === null) return reply.writeHead(503, { 'retry-after': retryAfterSeconds }).end();
      const onwards = ask(`${base}${path}`, { method: call.method, headers: call.headers }, (answer) => {
        const answered: Buffer[] = [];
        answer.on('data', (part: Buffer) => answered.push(part));
        answer.on('end', () => {
          const content = Buffer.concat(answered);
          const status = answer.statusCode ?? 502;
          const text = content.subarray(0, 65_536).toString('utf8');
          const one = { path, body: body.toString('utf8'), status, answer: text, at: performance.now() };
          calls.push(one);
          if (lostPaths.delete(path)) call.socket.destroy();
          else reply.writeHead(status, answer.headers).end(content);
          for (const tell of [...waiting]) tell(one);
        });
      });
      onwards.on('error', () => reply.destroy());
      return onwards.end(body);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(new StartRefused(`No listening on ${host}:${port} (${code ?? message}): check --host and --port.`)),
    );
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    calls: (path) => calls.filter((call) => call.path === path),
    next: (condition, seconds) =>
      new Promise((resolve) => {
        const end = (call: Call | null) => {
          clearTimeout(late);
          waiting.delete(tell);
          resolve(call);
        };
        const late = setTimeout(() => end(null), seconds * 1000);
        const tell = (call: Call) => condition(call) && end(call);
        waiting.add(tell);
      }),
    loseAnswerTo: (path) => void lostPaths.add(path),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
