import { z } from 'zod';
import type { RegisteredCall } from '../../kit/http/allow.ts';
import { shapeOf } from '../../kit/http/sentBack.ts';
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
  const { schema, url } = call;
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
    description: json.description ?? ownWords(call, name) ?? queryWords(name),
    schema: json,
  }));
  return [...inPath, ...inQuery, ...headersOf(call, hasVersion)];
}

/** The media types of the answer. */
export function mediaTypesOf({ url, schema }: RegisteredCall): readonly string[] {
  return schema?.produces ?? (url.endsWith('.csv') ? ['text/csv'] : ['application/ld+json']);
}

/** Whether a reader who names the ETag of the answer gets 304; streams and files have none. */
export function answersUnchanged(call: RegisteredCall): boolean {
  return call.method === 'GET' && mediaTypesOf(call).some((type) => type.endsWith('json'));
}

/** Whether an answer shows the number of its version, which `If-Match` names. */
export function isVersioned(answer: unknown): boolean {
  const shape = shapeOf(answer) ?? {};
  return 'version' in shape || 'editVersion' in shape;
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

/** What parameters are that are no filters. */
function ownWords(call: RegisteredCall, name: string): string | undefined {
  if (call.method !== 'GET') return choiceWords[name];
  if (mediaTypesOf(call).includes('text/csv') && name in fileWords) return fileWords[name];
  if (call.url.endsWith('/usage.csv') && name === 'kind') return 'What the file contains.';
  return readWords[name];
}

/** How a record is deleted or changed. */
const choiceWords: Record<string, string> = {
  deletePrograms: 'Whether the programs that are on no other machine are deleted too: `1`, or `0`, as without it.',
  what: 'What is deleted: the account alone, or the whole organisation.',
  society: 'The name of the organisation, to confirm that the whole of it is deleted.',
  children: 'What becomes of the structures below.',
  machines: 'What becomes of its machines.',
  offset: 'The number of bytes that were sent before.',
};

const fileWords: Record<string, string> = {
  format: '`words`: for people, in the reader’s language; `keys`: for programs, always the same.',
};

const readWords: Record<string, string> = {
  from: 'Only what happened at or after this instant.',
  to: 'Only what happened before this instant.',
  at: 'The instant that is asked about; without it, now.',
  addRevoked: '`false` leaves out revoked versions.',
  isAllowedBeta: '`false` leaves out beta versions.',
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

function headersOf(call: RegisteredCall, hasVersion: boolean): object[] {
  const { method, schema } = call;
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  const answer = (schema?.response as Record<string, unknown> | undefined)?.['200'];
  if (answersUnchanged(call))
    return [header('If-None-Match', 'The `ETag` of an earlier answer: 304 when nothing has changed.')];
  if (method === 'POST') return [header('Idempotency-Key', 'Equal calls with this key are done once.')];
  const takesVersion = (method === 'DELETE' && hasVersion) || isVersioned(answer);
  return takesVersion ? [header('If-Match', 'The `ETag` that was read: 412 when it has changed since.')] : [];
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}
