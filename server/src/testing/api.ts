import type { InjectOptions } from 'fastify';
import type { TestServer } from './testServer.ts';

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came.
  body: any;
  /** The body, when the answer has this status; otherwise the test fails with the answer. */
  expect(status: number): unknown;
}

/** The API as one caller uses it. */
export interface Api {
  token: string | null;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

export function apiAs(server: TestServer, token: string | null): Api {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const options: InjectOptions = {
      method: method as 'GET',
      url: `/api${path}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/ld+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    const response = await server.web.server.inject(options);
    const text = response.body;
    const parsed: unknown = text && String(response.headers['content-type']).includes('json') ? JSON.parse(text) : text;
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parsed,
      expect: (status) => {
        if (response.statusCode !== status)
          throw new Error(`${method} ${path} answered ${response.statusCode}, not ${status}: ${text.slice(0, 2000)}`);
        return parsed;
      },
    };
  };
  return {
    token,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    delete: (path, headers) => call('DELETE', path, undefined, headers),
    call: (method, path, body) => call(method, path, method === 'GET' || method === 'DELETE' ? undefined : body),
  };
}

export async function signedIn(server: TestServer, email: string, password: string): Promise<Api> {
  const { token } = (await apiAs(server, null).post('/login', { username: email, password })).expect(200) as {
    token: string;
  };
  return apiAs(server, token);
}
