import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultCodes } from '@fournil/contract/machines/faults';
import { z } from 'zod';
import type { Fleet } from './fleet.ts';
import { firstIssue, plateSchema } from './options.ts';
import type { Oven } from './oven/oven.ts';
import { page } from './page.ts';

interface Answer {
  status: number;
  body: unknown;
}

/** The control interface, for a person at the demonstration and for tests; it listens on the loopback address only. */
export async function openControl(fleet: Fleet, port: number): Promise<{ address: string; close: () => void }> {
  const server = createServer((request, response) => {
    handle(fleet, request, response).catch((error: Error) =>
      send(response, { status: 500, body: { message: error.message } }),
    );
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address, close };
}

async function handle(fleet: Fleet, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Protection against pages of other sites: refuses other host names for this computer (DNS rebinding) and plain
  // forms.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? ''))
    return send(response, refuse(403, 'Only for this computer.'));
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (request.method === 'GET' && pathname === '/') return sendPage(request, response);
  if (request.method === 'GET' && pathname === '/ovens')
    return send(response, { status: 200, body: fleet.list().map((oven) => oven.view()) });
  if (request.method !== 'POST') return send(response, refuse(404, 'There is nothing here.'));
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    return send(response, refuse(415, 'Send application/json.'));
  const body = await bodyOf(request);
  if (body === undefined) return send(response, refuse(422, 'The body must be JSON of 64 kB at most.'));
  if (pathname === '/ovens') return send(response, await addOven(fleet, body));
  const [, serialNumber, action] = /^\/ovens\/([^/]+)\/([a-z]+)$/.exec(pathname) ?? [];
  send(response, await actOn(serialNumber && fleet.find(decoded(serialNumber)), action ?? '', body));
}

async function addOven(fleet: Fleet, body: unknown): Promise<Answer> {
  const plate = plateSchema.safeParse(body);
  if (!plate.success) return refuse(422, firstIssue(plate.error));
  const oven = await fleet.add(plate.data);
  return oven
    ? { status: 201, body: oven.view() }
    : refuse(409, `The oven ${plate.data.serialNumber} is here already.`);
}

const switched = z.strictObject({ on: z.boolean() });
type Act = (oven: Oven, body: unknown) => Promise<Answer> | Answer;

function action<Schema extends z.ZodType>(
  schema: Schema,
  act: (oven: Oven, body: z.output<Schema>) => unknown,
  conflict = '',
): Act {
  return async (oven, body) => {
    const parsed = schema.safeParse(body);
    if (!parsed.success) return refuse(422, firstIssue(parsed.error));
    const view = await act(oven, parsed.data);
    return view === null ? refuse(409, conflict) : { status: 200, body: view };
  };
}

const actions: Record<string, Act> = {
  power: action(switched, (oven, { on }) => oven.power(on)),
  link: action(switched, (oven, { on }) => oven.link(on)),
  error: action(switched.extend({ code: z.enum(faultCodes) }), (oven, { code, on }) => oven.fault(code, on)),
  speed: action(z.strictObject({ speed: z.number().min(0.01).max(3600) }), (oven, { speed }) => oven.setSpeed(speed)),
  run: action(
    z.strictObject({ programId: z.uuid().optional() }),
    (oven, { programId }) => oven.run(programId),
    'This oven has no power or does not hold such a program.',
  ),
  clock: action(z.strictObject({ at: z.iso.datetime({ precision: 3 }).nullable() }), (oven, { at }) =>
    oven.setClock(at),
  ),
  update: action(z.strictObject({ luck: z.enum(['done', 'failed', 'powerCut']) }), (oven, { luck }) =>
    oven.chooseUpdate(luck),
  ),
  change: action(
    z.strictObject({ programId: z.uuid() }),
    (oven, { programId }) => oven.change(programId),
    'This oven does not hold this program, or its first temperature is 0.',
  ),
};

async function actOn(oven: Oven | '' | undefined, name: string, body: unknown): Promise<Answer> {
  const act = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!oven || !act) return refuse(404, oven ? 'There is no such action.' : 'There is no such oven.');
  return act(oven, body);
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > 65_536) return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}

function sendPage(request: IncomingMessage, response: ServerResponse): void {
  const language = /^\s*fr/i.test(request.headers['accept-language'] ?? '') ? 'fr' : 'en';
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    vary: 'accept-language',
  });
  response.end(page(language));
}
