import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { apiAs } from '../../testing/api.ts';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { oneOfEach } from '../../testing/calls/oneOfEach.ts';
import { type Known, type Schema, valuesOf } from '../../testing/calls/schemaValues.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Schema;
}
interface Answer {
  $ref?: string;
  content?: Record<string, object>;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Answer>;
}
interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** The same calls at each run, so that a failure repeats. */
const sampling = { seed: 20_261_129, numRuns: 3 };
/** An endless stream, and the end of the session that makes the calls. */
const leftOut = ['GET /api/live', 'POST /api/logout'];

let server: TestServer;
let document: {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Known['components']; responses: Record<string, Answer> };
};
let known: Known;
const callers = new Map<string, Person>();
const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });

beforeAll(async () => {
  server = await openTestServer({ API_CALLS_PER_MINUTE: '100000' });
  document = (await apiAs(server, null).get('/openapi.json')).body;
  ajv.addSchema(document, 'document');
  const organisation = await anOrganisation(server);
  const admin = await aPerson(server, 'clientAdmin', organisation);
  const user = await aPerson(server, 'user', organisation);
  const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  const [own, foreign] = [await oneOfEach(server, admin), await oneOfEach(server, stranger)];
  const ids = Object.entries(own).map(([path, id]) => [path, [id, id, foreign[path] ?? '', newId()]]);
  // Nobody deletes the account that makes the calls.
  const people = [user.userId, stranger.userId, newId()];
  known = {
    components: document.components.schemas,
    ids: { ...Object.fromEntries(ids), users: people, 'client-admins': people },
  };
  callers.set('client admin', admin);
  callers.set('super admin', await aPerson(server, 'superAdmin', null));
});
afterAll(() => server.close());

/** All calls of the document; those that delete come last. */
function everyCall(): Call[] {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
    .filter(({ method, path }) => !leftOut.includes(`${method} ${path}`))
    .sort((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'));
}

/** What may be sent in this call: its path, up to three of its parameters, and its body. */
function sentIn({ method, path, operation: { parameters = [], requestBody } }: Call): fc.Arbitrary<InjectOptions> {
  const ids = known.ids[`${path.split('/')[2]}`];
  const values = (some: Parameter[]) =>
    fc.record(Object.fromEntries(some.map(({ name, schema }) => [name, valuesOf(schema, known, 1)])));
  const inPath = fc
    .tuple(values(parameters.filter((one) => one.in === 'path')), ids ? fc.constantFrom(...ids) : fc.uuid())
    .map(([others, id]): Record<string, unknown> => ({ ...others, id }));
  const ofQuery = parameters.filter((one) => one.in === 'query');
  const query = fc.subarray(ofQuery, { maxLength: Math.min(ofQuery.length, 3) }).chain(values);
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = content ? valuesOf(content.schema, known) : fc.constant(undefined);
  return fc.record({ inPath, query, body }).map(({ inPath, query, body }) => ({
    method: method as 'GET',
    url: path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(textOf(inPath[name]).slice(0, 100))),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textOf(value)])),
    ...(body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': type ?? '' } }),
  }));
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

const inWords = ({ method, url, query, payload }: InjectOptions) =>
  `${method} ${url} ${JSON.stringify(query)} ${payload ?? ''}`.slice(0, 1000);

/** What is wrong in an answer by the document; null when nothing is. */
function whatIsWrong({ method, path, operation }: Call, answer: LightMyRequestResponse): string | null {
  const status = String(answer.statusCode);
  const said = operation.responses[status];
  if (!said) return 'is not in the document';
  const at = said.$ref ?? `#/paths/${pointer(path)}/${method.toLowerCase()}/responses/${status}`;
  const { content } = said.$ref ? (document.components.responses[said.$ref.split('/').at(-1) ?? ''] ?? {}) : said;
  if (!content) return answer.body === '' ? null : 'has a body';
  const type = String(answer.headers['content-type']).split(';')[0] ?? '';
  if (!(type in content)) return `is ${type}`;
  if (!type.endsWith('json')) return null;
  const isValid = ajv.getSchema(`document${at}/content/${pointer(type)}/schema`);
  if (!isValid) throw new Error(`${at} has no schema`);
  return isValid(JSON.parse(answer.body)) ? null : ajv.errorsText(isValid.errors);
}

/** A part of a JSON pointer in an address (RFC 6901). */
const pointer = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

describe('INT-02 whatever is sent, every call answers as the document says', () => {
  it.each([
    ['client admin', 80],
    ['super admin', 40],
  ])('to a %s', async (kind, mostlyDone) => {
    const { token } = callers.get(kind) as Person;
    const sendings = everyCall().flatMap((call) => fc.sample(sentIn(call), sampling).map((sent) => ({ call, sent })));
    const wrong: string[] = [];
    const done = new Set<Call>();
    for (const { call, sent } of sendings) {
      const answer = await server.web.server.inject({
        ...sent,
        headers: { ...sent.headers, authorization: `Bearer ${token}` },
      });
      const fault = whatIsWrong(call, answer);
      if (fault) wrong.push(`${inWords(sent)}: ${answer.statusCode} ${fault}`);
      if (answer.statusCode < 300) done.add(call);
    }
    expect(wrong).toEqual([]);
    expect((await apiAs(server, token).get('/profile')).status).toBe(200);
    expect(done.size).toBeGreaterThan(mostlyDone);
  });
});
