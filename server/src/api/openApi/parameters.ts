import { z } from 'zod';
import type { RegisteredCall } from '../../kit/http/allow.ts';
import type { DocumentSchemas, JsonSchema } from './schemas.ts';

/** The name of a list of named records: `TagList`. */
export function nameOfList(answer: z.ZodType, names: ReadonlyMap<z.ZodType, string>): string | null {
  if (!(answer instanceof z.ZodObject)) return null;
  const members = answer.shape['hydra:member'];
  const name = members instanceof z.ZodArray ? names.get(members.element as z.ZodType) : undefined;
  return name === undefined ? null : `${name}List`;
}

/** The parameters of a call: those in its path, its query, and the headers that matter. */
export function parametersOf(
  call: RegisteredCall,
  schemas: DocumentSchemas,
  query: unknown,
  hasVersion: boolean,
): object[] {
  const { schema, url, method } = call;
  const params = schema?.params instanceof z.ZodType ? schemas.of(schema.params) : {};
  const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathWords[name] ?? `The ${name}.`,
    schema: propertiesOf(params)[name] ?? { type: 'string' },
  }));
  const ofQuery = query instanceof z.ZodType ? schemas.of(query) : {};
  const inQuery = Object.entries(propertiesOf(ofQuery)).map(([name, json]) => ({
    name,
    in: 'query',
    required: ofQuery.required?.includes(name) === true && json.default === undefined,
    description: json.description ?? queryWords(name),
    schema: json,
  }));
  return [...inPath, ...inQuery, ...headersOf(method, schema?.response, hasVersion)];
}

const pathWords: Record<string, string> = {
  id: 'The id of the record.',
  me: 'The id of the caller.',
  revision: 'The number of the revision.',
  type: 'The JSON-LD type.',
  tenant: 'The tenant of the machine’s update address.',
  controller: 'The id of the machine.',
  action: 'The number of the action.',
};

function queryWords(name: string): string {
  const [, field = name, detail] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
  if (name === 'page') return 'The page, from 1.';
  if (name === 'itemsPerPage') return 'The number of items on a page.';
  if (field === 'order' && detail) return `Sorts by \`${detail}\`.`;
  if (name === 'q') return 'Only what contains this text.';
  if (detail) return `Only with \`${field}\` ${comparisonWords[detail] ?? detail} this instant.`;
  return `Only with this \`${name}\`.`;
}

const comparisonWords: Record<string, string> = {
  after: 'at or after',
  before: 'at or before',
  strictly_after: 'after',
  strictly_before: 'before',
};

function headersOf(method: string, response: unknown, hasVersion: boolean): object[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  const answer = (response as Record<string, unknown> | undefined)?.['200'];
  if (method === 'GET')
    return [header('If-None-Match', 'The `ETag` of an earlier answer: 304 when nothing has changed.')];
  if (method === 'POST') return [header('Idempotency-Key', 'Equal calls with this key are done once.')];
  const isVersioned =
    (method === 'DELETE' && hasVersion) || (answer instanceof z.ZodObject && 'version' in answer.shape);
  return isVersioned ? [header('If-Match', 'The `ETag` that was read: 412 when it has changed since.')] : [];
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}
