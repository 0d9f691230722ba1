import type { SoftwareUpdateView } from '@fournil/contract/software-updates/softwareUpdate';
import type { Person } from './builders.ts';
import { makeSwu } from './swu.ts';
import type { TestServer } from './testServer.ts';

interface UpdateParts {
  version: string;
  /** The whole file; without it a valid one is created with `payload`. */
  file?: Buffer;
  payload?: string | Buffer;
  hardware?: string | string[];
  beta?: boolean;
  models?: string[];
  fileName?: string;
}

/** Uploads a version with its file, as a form like a browser's or curl's. */
export async function anUpdate(
  server: TestServer,
  superAdmin: Person,
  parts: UpdateParts,
): Promise<SoftwareUpdateView> {
  const { status, body } = await sendUpdate(server, superAdmin.token, parts);
  if (status !== 201) throw new Error(`the update answered ${status}: ${JSON.stringify(body)}`);
  return body as SoftwareUpdateView;
}

export async function sendUpdate(
  server: TestServer,
  token: string | null,
  {
    version,
    payload = `software ${version}`,
    hardware = [],
    file,
    beta = false,
    models = ['sole-3-12'],
    fileName = 'oven.swu',
  }: UpdateParts,
) {
  return sendForm(server, token, [
    ['data', JSON.stringify({ version, beta, description: `Version ${version}`, models })],
    ['file', file ?? makeSwu({ version, hardware, body: payload }), fileName],
  ]);
}

export async function sendForm(
  server: TestServer,
  token: string | null,
  parts: [name: string, value: string | Buffer | Blob, fileName?: string][],
) {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value instanceof Blob ? value : new Blob([new Uint8Array(value)]), fileName ?? 'blob');
  }
  const request = new Request('http://house.test/', { method: 'POST', body: form });
  const response = await server.web.server.inject({
    method: 'POST',
    url: '/api/software_updates',
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: JSON.parse(response.body || 'null') as unknown };
}
