import { listParameters } from '@fournil/contract/kit/listQuery';
import { problem } from '@fournil/contract/kit/problem';
import { z } from 'zod';
import type { RegisteredCall } from '../../kit/http/allow.ts';
import { headings } from '../../kit/http/callNames.ts';
import { shapeOf } from '../../kit/http/sentBack.ts';
import { contractNames } from './contractNames.ts';
import { answersUnchanged, isVersioned, mediaTypesOf, nameOfList, parametersOf } from './parameters.ts';
import { refusalAnswers, refusalRef, refusalsOf } from './refusals.ts';
import { type DocumentSchemas, documentSchemas } from './schemas.ts';
import { securityOf, usedSchemes, whoMay } from './security.ts';
import { messages, webhookCalls } from './webhooks.ts';

export interface OpenApi {
  paths: Record<string, Record<string, object>>;
  components: Record<string, object>;
  [key: string]: unknown;
}

const json = 'application/json';
const jsonLd = 'application/ld+json';

/** INT-02: the calls as OpenAPI 3.1, made of their own schemas and of the policy table. */
export async function openApi(
  registered: readonly RegisteredCall[],
  { publicUrl, productName }: { publicUrl: string; productName: string },
): Promise<OpenApi> {
  const calls = documented(registered);
  const names = new Map(await contractNames());
  const answers = calls.flatMap((call) => Object.values(answersOf(call)));
  for (const answer of answers) {
    const name = nameOfList(answer, names);
    if (name) names.set(answer, name);
  }
  // Parameters are written out one by one.
  for (const { schema } of calls)
    for (const one of [schema?.params, schema?.querystring]) names.delete(one as z.ZodType);
  const schemas = documentSchemas(names, {
    input: [
      ...calls.flatMap(({ schema }) =>
        [schema?.body, schema?.reads, schema?.params, parametersIn(schema?.querystring)].filter(isSchema),
      ),
      ...messages.values(),
    ],
    output: [problem, ...answers],
  });
  const versioned = versionedAmong(calls);
  const paths: OpenApi['paths'] = {};
  for (const call of calls) {
    const path = call.url.replace(/:(\w+)/g, '{$1}').replace(/(?<=.)\/$/, '');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, schemas, versioned.has(call.url)) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${productName} API`,
      version: '1.0.0',
      description: introduction(productName),
      contact: { name: productName, url: publicUrl },
      license: { name: 'Proprietary', url: publicUrl },
    },
    servers: [{ url: publicUrl, description: 'This server' }],
    security: [{ bearer: [] }],
    tags: Object.entries(headings).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhookCalls(schemas),
    components: {
      schemas: schemas.components,
      responses: refusalAnswers(schemas),
      securitySchemes: usedSchemes(calls.map(({ allow }) => allow)),
    },
  };
}

function documented(registered: readonly RegisteredCall[]): RegisteredCall[] {
  return registered.filter(({ schema }) => !schema?.hide);
}

/** The statuses with which the document says that each call answers, by its method and its path as registered. */
export function documentedStatuses(registered: readonly RegisteredCall[]): ReadonlyMap<string, ReadonlySet<string>> {
  const calls = documented(registered);
  const versioned = versionedAmong(calls);
  return new Map(
    calls.map((call) => [
      `${call.method} ${call.url}`,
      new Set([...successStatuses(call), ...refusalsOf(call, versioned.has(call.url))]),
    ]),
  );
}

function introduction(productName: string): string {
  return [
    `The calls of ${productName}, for programs of others. The console itself makes the same calls.\n`,
    '- **Who calls:** send `Authorization: Bearer …` with an API token, or with the token of a session.',
    '- **What a caller sees** is in the lists, and nothing else: a list may be empty, with status 200. An API token' +
      ' without structures and without `ROLE_STRUCTURE_TOTAL_ACCESS` sees no machine in a structure.',
    '- **Lists** are Hydra collections with `page` and `itemsPerPage`; their filters and orders are their parameters.',
    '- **Changes:** send the `ETag` that was read as `If-Match`: after a change by somebody else the answer is 412.',
    '- **Repeating:** a POST with an `Idempotency-Key` is done once, however often it is sent.',
    '- **Refusals** are problem documents (RFC 9457); where fields or parameters break rules, `violations` name them.',
    '- **Version:** the number of this document is that of the API. That of the installed product is another one.',
  ].join('\n');
}

function isSchema(schema: unknown): schema is z.ZodType {
  return schema instanceof z.ZodType;
}

function parametersIn(query: unknown): unknown {
  return isSchema(query) ? (listParameters.get(query) ?? query) : undefined;
}

/** The answers of a call by status; 204 has no content. */
function answersOf({ schema }: RegisteredCall): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries((schema?.response ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, z.ZodType] => isSchema(entry[1]) && !(entry[1] instanceof z.ZodNull),
    ),
  );
}

/** A call as the log and the documents name it: `GET /machines/:id`. */
export function callName({ method, url }: Pick<RegisteredCall, 'method' | 'url'>): string {
  return `${method} ${url.replace(/^\/api\/?/, '/')}`;
}

/** The registered calls without a name. */
export function unnamedCalls(calls: readonly RegisteredCall[]): string[] {
  return calls.filter(({ schema }) => !schema?.hide && !schema?.named).map(callName);
}

/** The paths at which a record is read whose version `If-Match` can name. */
function versionedAmong(calls: readonly RegisteredCall[]): ReadonlySet<string> {
  const documentedCalls = calls.filter(
    ({ method, schema }) =>
      method === 'GET' && isVersioned((schema?.response as Record<string, unknown> | undefined)?.['200']),
  );
  return new Set(documentedCalls.map(({ url }) => url));
}

function operation(call: RegisteredCall, schemas: DocumentSchemas, hasVersion: boolean): object {
  const { schema, allow, method } = call;
  if (!schema?.named) throw new Error(`${callName(call)} has no name`);
  const { tag, name } = schema.named;
  const [operationId, summary, more] = name;
  const parameters = parametersOf(call, schemas, parametersIn(schema?.querystring), hasVersion);
  const bodySchema = schema?.body ?? schema?.reads;
  const body = isSchema(bodySchema) ? schemas.of(bodySchema) : null;
  const takes = schema?.consumes ?? (method === 'PATCH' ? [json, 'application/merge-patch+json'] : [json, jsonLd]);
  return {
    operationId,
    summary,
    description: [`${summary}. ${whoMay(allow)}`, more].filter(Boolean).join('\n\n'),
    tags: [tag],
    security: securityOf(allow),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body || schema?.consumes
      ? {
          requestBody: {
            required: isRequired(bodySchema),
            content: Object.fromEntries(takes.map((type) => [type, { schema: body ?? binary }])),
          },
        }
      : {}),
    responses: {
      ...successes(call, schemas),
      ...Object.fromEntries(refusalsOf(call, hasVersion).map((status) => [status, { $ref: refusalRef(status) }])),
    },
  };
}

const binary = { type: 'string', format: 'binary' };

function isRequired(body: unknown): boolean {
  return !(isSchema(body) && body.safeParse(undefined).success);
}

function successStatuses(call: RegisteredCall): string[] {
  const statuses = Object.keys((call.schema?.response as object | undefined) ?? { 200: null });
  return answersUnchanged(call) ? [...statuses, '304'] : statuses;
}

function successes(call: RegisteredCall, schemas: DocumentSchemas): Record<string, object> {
  const answers = answersOf(call);
  return Object.fromEntries(
    successStatuses(call).map((status) => {
      const answer = answers[status];
      const types = mediaTypesOf(call);
      const content = Object.fromEntries(
        types.map((type) => [type, { schema: answer ? schemas.of(answer) : text(type) }]),
      );
      const headers = headersOf(call, status, answer);
      return [
        status,
        {
          description: successWords[status] ?? 'Done.',
          ...(Object.keys(headers).length > 0 ? { headers } : {}),
          ...(answer || status === '200' || status === '206' ? { content } : {}),
        },
      ];
    }),
  );
}

const successWords: Record<string, string> = {
  200: 'The answer.',
  201: 'Created.',
  202: 'Accepted; the work goes on.',
  204: 'Done, without content.',
  206: 'The part that `Range` names.',
  304: 'Nothing has changed.',
};

function text(type: string): object {
  if (/^(image\/|application\/octet-stream)/.test(type)) return binary;
  return type.includes('json') ? { type: 'object' } : { type: 'string' };
}

function headersOf(call: RegisteredCall, status: string, answer: z.ZodType | undefined): Record<string, object> {
  const header = (description: string) => ({ description, schema: { type: 'string' } });
  const hasVersion = isVersioned(answer);
  return {
    ...(answersUnchanged(call)
      ? {
          ETag: header(
            hasVersion ? 'Version and content, for `If-Match` and `If-None-Match`.' : 'For `If-None-Match`.',
          ),
        }
      : hasVersion
        ? { ETag: header('The version, for `If-Match`.') }
        : {}),
    ...(status === '201' && '@id' in (shapeOf(answer) ?? {})
      ? { Location: header('The address of the new record.') }
      : {}),
  };
}
