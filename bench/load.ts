import { Client } from 'undici';

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
  const took: number[] = [];
  let failed = 0;
  const from = performance.now();
  const until = from + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = connect(port);
      while (performance.now() < until) {
        const start = performance.now();
        if ((await send(connection, next())) >= 400) failed += 1;
        took.push(performance.now() - start);
      }
      await connection.close();
    }),
  );
  const elapsed = (performance.now() - from) / 1000;
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN;
  return { perSecond: took.length / elapsed, p50Milliseconds: at(0.5), p99Milliseconds: at(0.99), failed };
}

/** One connection, kept between calls. */
function connect(port: number): Client {
  return new Client(`http://127.0.0.1:${port}`, { pipelining: 1 });
}

/**
 * The status of a call whose body has arrived. Bodies are read and not kept: the load runs on the same processors as
 * the server, and `node:http` took more than twice the time for an answer of 41 kB.
 */
function send(connection: Client, { method, path, token, body, knownTag }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(knownTag ? { 'if-none-match': knownTag } : {}),
    };
    let status = 0;
    connection.dispatch(
      { method, path, headers, body: body ?? null },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, statusCode) => {
          status = statusCode;
        },
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(status),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

const kept = new Map<number, Client>();

/** One call over a kept connection; its status. */
export function call(port: number, what: Call): Promise<number> {
  const connection = kept.get(port) ?? connect(port);
  kept.set(port, connection);
  return send(connection, what);
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
