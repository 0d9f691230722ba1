import type { PairAnswer } from '@fournil/contract/machine-link/pairing';
import type { TestServer } from './testServer.ts';

/** The calls of a machine at the update interface. */
export interface DdiClient {
  call(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; token?: string | null },
  ): Promise<{ status: number; headers: Record<string, unknown>; body: unknown; bytes: Buffer }>;
  /** The links of the base address, by name; as paths. */
  poll(): Promise<Record<string, string>>;
  feedback(link: string, execution: string, finished?: string, details?: string[]): Promise<number>;
}

export function ddiClient(
  server: TestServer,
  { updateUrl, updateToken }: Pick<PairAnswer, 'updateUrl' | 'updateToken'>,
): DdiClient {
  const own = new URL(updateUrl).pathname;
  const call: DdiClient['call'] = async (method, path, { body, headers = {}, token = updateToken } = {}) => {
    const response = await server.web.server.inject({
      method: method as 'GET',
      url: path.startsWith('http') ? new URL(path).pathname : path,
      headers: {
        ...(token === null ? {} : { authorization: `TargetToken ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? JSON.parse(response.body || 'null') : response.body,
      bytes: response.rawPayload,
    };
  };
  return {
    call,
    poll: async () => {
      const { status, body } = await call('GET', own);
      if (status !== 200) throw new Error(`the client answered ${status}`);
      const links = (body as { _links: Record<string, { href: string }> })._links;
      return Object.fromEntries(Object.entries(links).map(([name, { href }]) => [name, new URL(href).pathname]));
    },
    feedback: async (link, execution, finished = 'none', details = []) =>
      (
        await call('POST', `${link}/feedback`, {
          body: { id: link.split('/').at(-1), status: { execution, result: { finished }, details } },
        })
      ).status,
  };
}

/**
 * A whole update, from the first call to the last feedback, that succeeds or fails as told; without an offer it does
 * nothing.
 */
export async function takeUpdate(client: DdiClient, luck: 'done' | 'failed' = 'done'): Promise<boolean> {
  const { deploymentBase } = await client.poll();
  if (!deploymentBase) return false;
  await client.feedback(deploymentBase, 'proceeding', 'none', ['Installing Update Chunk Artifacts.']);
  if (luck === 'failed') {
    await client.feedback(deploymentBase, 'closed', 'failure', ['no room']);
    return true;
  }
  await client.feedback(deploymentBase, 'proceeding', 'none', ['All Chunks Installed.']);
  await client.feedback(deploymentBase, 'closed', 'success', ['running']);
  return true;
}
