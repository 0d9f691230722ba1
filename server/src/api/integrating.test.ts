import { readFileSync } from 'node:fs';
import { webhookTypes } from '@fournil/contract/webhooks/webhookEvents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOptions } from '../conformance/options.ts';
import { apiAs } from '../testing/api.ts';
import { readGuide } from '../testing/machines/vectors.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

interface Schema {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}
interface Call {
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

let server: TestServer;
let document: { paths: Record<string, { get?: Call }>; components: { schemas: Record<string, Schema> } };

beforeAll(async () => {
  server = await openTestServer();
  document = (await apiAs(server, null).get('/openapi.json')).body;
});
afterAll(() => server.close());

const docs = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const resolved = (schema: Schema = {}): Schema =>
  schema.$ref ? resolved(document.components.schemas[schema.$ref.split('/').at(-1) ?? '']) : schema;

/** A value that is no list and no object, or null. */
function isSingle(schema: Schema): boolean {
  const { type, anyOf } = resolved(schema);
  if (anyOf) return anyOf.every((one) => isSingle(one) || resolved(one).type === 'null');
  return ['string', 'number', 'integer', 'boolean'].includes(type ?? '');
}

/** Whether each single value of the items of this list is a filter and an order; null for what is no list. */
function isFilteredByEach({ parameters = [], responses }: Call): boolean | null {
  const answer = resolved(responses['200']?.content?.['application/ld+json']?.schema);
  const item = resolved(answer.properties?.['hydra:member']?.items).properties;
  if (!item) return null;
  const taken = new Set(parameters.map(({ name }) => name));
  const shown = Object.entries(item).flatMap(([name, one]) => (!name.startsWith('@') && isSingle(one) ? [name] : []));
  return shown.length > 0 && shown.every((name) => taken.has(name) && taken.has(`order[${name}]`));
}

describe('the documents for integrators', () => {
  it('INT-01 name the lists that are filtered and sorted by each single value that they show, and no other', () => {
    const are = Object.entries(document.paths).flatMap(([path, { get }]) =>
      get && isFilteredByEach(get) ? [path.replace('/api', '')] : [],
    );
    expect(are.length).toBeGreaterThan(10);
    const [, listed = ''] =
      /Each single value that is shown is a filter, and can be sorted by, in (.*?):/.exec(docs('integrating.md')) ?? [];
    expect([...listed.matchAll(/`(\/\w[\w-]*)`/g)].map(([, path]) => path)).toEqual(are.sort());
  });

  it.each(['en', 'fr'])('INT-05 name each type of a webhook’s messages (%s)', (language) => {
    const guide = docs(`guide/${language}/20-webhooks.md`);
    const named = [...guide.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+\.\w+)`/g)].map(([, type]) => type),
    );
    expect(named).toEqual([...webhookTypes, 'webhook.test']);
    expect(guide).toContain('`inOrder`');
  });

  it('MKR-03 name what a conformance run without options waits for', () => {
    const options = readOptions([]);
    if (typeof options === 'string') throw new Error(options);
    const { serialNumber, pin, model, address, patienceSeconds } = options;
    expect(readGuide()).toContain(
      `Without options it waits at \`${address}\` for a machine with the serial number \`${serialNumber}\`, the PIN ` +
        `\`${pin}\` and the model \`${model}\`, and takes up to ${patienceSeconds} seconds for each step.`,
    );
  });
});
