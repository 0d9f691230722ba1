import { Agent, request } from 'node:http';

export interface Result {
  perSecond: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  failed: number;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  token: string;
  body?: string;
  /** The tag of an answer that the caller has (`If-None-Match`). */
  knownTag?: string;
}

/** Sends calls over 16 kept connections for some seconds, as fast as they are answered. */
export async function loadCalls(port: number, next: () => Call, seconds: number, connections = 16): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const took: number[] = [];
  let failed = 0;
  const until = performance.now() + seconds * 1000;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const start = performance.now();
        const status = await send(agent, port, next());
        if (status >= 400) failed += 1;
        took.push(performance.now() - start);
      }
    }),
  );
  const elapsed = (performance.now() - from) / 1000;
  agent.destroy();
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN;
  return { perSecond: took.length / elapsed, p50Milliseconds: at(0.5), p99Milliseconds: at(0.99), failed };
}

function send(agent: Agent, port: number, { method, path, token, body, knownTag }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
      ...(knownTag ? { 'if-none-match': knownTag } : {}),
    };
    const call = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    call.once('error', reject);
    call.end(body);
  });
}

const kept = new Agent({ keepAlive: true, maxSockets: 1 });

/** One call over a kept connection; its status. */
export function call(port: number, what: Call): Promise<number> {
  return send(kept, port, what);
}

/** One call; its body. */
export async function json<Body>(port: number, { method, path, token, body }: Call): Promise<Body> {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body ? { body } : {}) });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

export async function signIn(port: number, username: string, password: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { token } = (await response.json()) as { token: string };
  return token;
}
