import { type Product, runningProduct, until } from './product.ts';

/** The password of every demonstration account. */
export const password = 'fournil-demo';

export interface Answer {
  status: number;
  body: unknown;
}

export interface Api {
  token: string;
  get(path: string): Promise<unknown>;
  send(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** The API, called as this person, for preparations and for actions that no page offers. */
export async function apiFor(username: string, product = runningProduct()): Promise<Api> {
  const { body } = await call('POST', '/login', { body: { username, password }, product });
  const { token } = body as { token: string };
  return apiWith(token, product);
}

export function apiWith(token: string, product = runningProduct()): Api {
  return {
    token,
    get: async (path) => {
      const { status, body } = await call('GET', path, { token, product });
      if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    send: (method, path, body) => call(method, path, { token, body, product }),
  };
}

interface CallOptions {
  token?: string;
  body?: unknown;
  product?: Product;
}

export async function call(
  method: string,
  path: string,
  { token, body, product = runningProduct() }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(`${product.url}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null };
}

/** The members of a list in an answer. */
export function membersOf<Item>(list: unknown): Item[] {
  return (list as { 'hydra:member': Item[] })['hydra:member'];
}

/** The state of a simulated oven as the control interface shows it. */
export interface OvenView {
  /** The update that it is downloading or installing. */
  update: { version: string; phase: string } | null;
  serialNumber: string;
  model: string;
  machineId: string | null;
  paired: boolean;
  connected: boolean;
  powered: boolean;
  occupation: string;
  chamberTemperature: number | null;
  errors: string[];
  programs: { id: string; name: string | null; revision: number; state: string }[];
}

export async function ovens({ controlUrl } = runningProduct()): Promise<OvenView[]> {
  const response = await fetch(`${controlUrl}/ovens`);
  return (await response.json()) as OvenView[];
}

export async function ovenOf(serialNumber: string): Promise<OvenView> {
  const found = (await ovens()).find((oven) => oven.serialNumber === serialNumber);
  if (!found) throw new Error(`There is no oven ${serialNumber}.`);
  return found;
}

/** An action of a person at the oven. */
export async function atOven(
  serialNumber: string,
  action: 'power' | 'link' | 'error' | 'run' | 'speed' | 'update',
  body: unknown,
): Promise<void> {
  await control(`/ovens/${encodeURIComponent(serialNumber)}/${action}`, body);
}

export async function startOven(plate: { serialNumber: string; pin: string; model: string }): Promise<void> {
  await control('/ovens', plate);
}

async function control(path: string, body: unknown): Promise<void> {
  const response = await fetch(`${runningProduct().controlUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
}

export async function untilOven(serialNumber: string, what: string, is: (oven: OvenView) => boolean): Promise<void> {
  await until(`the oven ${serialNumber} ${what}`, async () => is(await ovenOf(serialNumber)));
}
