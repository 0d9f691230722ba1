import { collection } from '@fournil/contract/kit/hydra';
import type { Action } from '@fournil/contract/rights/policy';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Caller, memberOf, scopeOf } from '../caller.ts';
import { type CallContext, contextOf } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Services } from '../services.ts';
import { callerOf } from './allow.ts';
import type { App } from './app.ts';
import { type CallName, type Heading, typeAt, usualName } from './callNames.ts';
import { ifMatch, withContext, withVersion } from './etag.ts';
import { envelope, wholeList } from './list.ts';
import { idParams } from './params.ts';

/** What every call says of itself. */
interface Call extends Pick<FastifyContextConfig, 'answersSecret' | 'hasManyValues' | 'takesRecord'> {
  /** Its row of the policy table. */
  allow: Action;
  /** In the documents; the usual calls of a resource are named after it. */
  name?: CallName;
  /** Refusals for the documents beyond those that follow from the call and its row of the policy table. */
  refuses?: readonly string[];
}

/**
 * The function behind a call about one record: `key` is what its address ends with, an id or a code. Returns undefined
 * for a record that the caller does not see, which is answered with 404.
 */
type Work<Who extends Caller, Input, Result> = (
  context: CallContext<Who>,
  key: string,
  input: Input,
) => Promise<Result | undefined>;

/** A page of records, and how many there are. */
interface Found<Item> {
  items: Item[];
  total: number;
}

/** The calls of an organisation's people, under one heading of the documents. */
export const memberCalls = (app: App, services: Services, tag: Heading) => new Calls(app, services, tag, memberOf);
/** The calls of everybody who is signed in. */
export const callerCalls = (app: App, services: Services, tag: Heading) =>
  new Calls<Caller>(app, services, tag, (caller) => caller);

/**
 * Registers calls whose function works in one transaction. It is opened for the caller, with what `If-Match` says; the
 * answer gets its status, version and address. A call that has no transaction of its own uses `app` directly.
 */
class Calls<Who extends Caller> {
  readonly #app: App;
  readonly #services: Services;
  readonly #tag: Heading;
  readonly #as: (caller: Caller) => Who;

  constructor(app: App, services: Services, tag: Heading, as: (caller: Caller) => Who) {
    this.#app = app;
    this.#services = services;
    this.#tag = tag;
    this.#as = as;
  }

  /** GET of a page of records, or of all where it has no query; `key` is that of the record they belong to. */
  list<Item extends z.ZodType, Query extends z.ZodType = z.ZodUndefined>(
    url: string,
    { type = typeAt(url), query, item, ...call }: Call & { type?: string; query?: Query; item: Item },
    work: (context: CallContext<Who>, page: z.output<Query>, key: string) => Promise<Found<z.output<Item>>>,
  ): void {
    const schema = { querystring: query, response: { 200: collection(item) } };
    this.#register('GET', url, call, schema, async (request) => {
      const found = await this.#inTransaction('read', request, (context) =>
        work(context, request.query as never, keyOf(request)),
      );
      return query ? envelope(request, type, found) : wholeList(request, type, found.items);
    });
  }

  /** GET of one record. */
  read<Answer extends z.ZodType, Query extends z.ZodType = z.ZodUndefined>(
    url: string,
    { answer, query, ...call }: Call & { answer: Answer; query?: Query },
    work: Work<Who, z.output<Query>, z.output<Answer>>,
  ): void {
    const schema = { querystring: query, response: { 200: answer } };
    this.#register('GET', url, call, schema, (request, reply) => this.#answer('read', request, reply, work));
  }

  /** POST of a new record. */
  create<Body extends z.ZodType, Answer extends z.ZodType<{ '@id': string; '@type': string }>>(
    url: string,
    { body, answer, ...call }: Call & { body: Body; answer: Answer },
    work: (context: CallContext<Who>, body: z.output<Body>) => Promise<z.output<Answer> | undefined>,
  ): void {
    this.#register('POST', url, call, { body, response: { 201: answer } }, async (request, reply) => {
      const made = await this.#inTransaction('as', request, async (context) =>
        found(await work(context, request.body as never)),
      );
      return asRecord(reply.code(201).header('Location', made['@id']), made);
    });
  }

  /** PUT of a record's fields; a record that was read may be sent back (INT-01). */
  update<Body extends z.ZodType, Answer extends z.ZodType>(
    url: string,
    { body, answer, ...call }: Call & { body: Body; answer: Answer },
    work: Work<Who, z.output<Body>, z.output<Answer>>,
  ): void {
    this.answer('PUT', url, { takesRecord: true, body, answer, ...call }, work);
  }

  /** DELETE of a record, answered with 204. */
  remove<Query extends z.ZodType = z.ZodUndefined>(
    url: string,
    { query, ...call }: Call & { query?: Query },
    work: (context: CallContext<Who>, key: string, query: z.output<Query>) => Promise<unknown>,
  ): void {
    this.#register('DELETE', url, call, { querystring: query, response: done }, async (request, reply) => {
      await this.#inTransaction('as', request, (context) => work(context, keyOf(request), request.query as never));
      return reply.code(204).send(null);
    });
  }

  /** Another change of a record, answered with 204. */
  act<Body extends z.ZodType = z.ZodUndefined>(
    method: 'POST' | 'PUT',
    url: string,
    { body, ...call }: Call & { body?: Body },
    work: (context: CallContext<Who>, key: string, body: z.output<Body>) => Promise<unknown>,
  ): void {
    this.#register(method, url, call, { body, response: done }, async (request, reply) => {
      await this.#inTransaction('as', request, (context) => work(context, keyOf(request), request.body as never));
      return reply.code(204).send(null);
    });
  }

  /** The same, answered with what it returns. */
  answer<Answer extends z.ZodType, Body extends z.ZodType = z.ZodUndefined>(
    method: 'POST' | 'PUT',
    url: string,
    { body, answer, ...call }: Call & { answer: Answer; body?: Body },
    work: Work<Who, z.output<Body>, z.output<Answer>>,
  ): void {
    const schema = { body, response: { 200: answer } };
    this.#register(method, url, call, schema, (request, reply) => this.#answer('as', request, reply, work));
  }

  /** POST of a question that changes nothing, with a body instead of a query. */
  ask<Body extends z.ZodType, Answer extends z.ZodType>(
    url: string,
    { body, answer, ...call }: Call & { body: Body; answer: Answer },
    work: Work<Who, z.output<Body>, z.output<Answer>>,
  ): void {
    const schema = { body, response: { 200: answer } };
    this.#register('POST', url, call, schema, (request, reply) => this.#answer('read', request, reply, work));
  }

  #register(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { allow, name = usualName(method, url), refuses, ...config }: Call,
    schema: { querystring?: z.ZodType | undefined; body?: z.ZodType | undefined; response: Record<number, z.ZodType> },
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void {
    this.#app.route({
      method,
      url,
      config: { ...config, allow },
      schema: {
        ...withoutMissing({ ...schema, params: paramsOf(url), refuses }),
        named: { tag: this.#tag, name },
      },
      handler: handler as never,
    });
  }

  #inTransaction<Result>(
    kind: 'read' | 'as',
    request: FastifyRequest,
    work: (context: CallContext<Who>) => Promise<Result>,
  ): Promise<Result> {
    const caller = this.#as(callerOf(request));
    const services = this.#services;
    const expected = request.method === 'PUT' || request.method === 'DELETE' ? ifMatch(request) : null;
    return services.db[kind](scopeOf(caller), (trx) => work(contextOf(services, trx, caller, expected)));
  }

  async #answer<Input, Result>(
    kind: 'read' | 'as',
    request: FastifyRequest,
    reply: FastifyReply,
    work: Work<Who, Input, Result>,
  ): Promise<unknown> {
    const isWritten = request.method === 'POST' || request.method === 'PUT';
    // A HEAD is answered as a GET.
    const input = (isWritten ? request.body : request.query) as Input;
    const result = await this.#inTransaction(kind, request, async (context) =>
      found(await work(context, keyOf(request), input)),
    );
    return asRecord(reply, result);
  }
}

const done = { 204: z.null() };

/** Within the transaction, so that nothing is changed where the caller does not see the record afterwards. */
function found<Result>(result: Result | undefined): Result {
  if (result === undefined) throw notFound();
  return result;
}

/** The schema of what is in an address: an id, or a short text such as the code of a model. */
function paramsOf(url: string): z.ZodType | undefined {
  const name = /:(\w+)/.exec(url)?.[1];
  if (name === undefined) return undefined;
  return name === 'id' ? idParams : z.object({ [name]: z.string().max(64) });
}

function keyOf({ params }: FastifyRequest): string {
  return Object.values((params ?? {}) as Record<string, string>)[0] ?? '';
}

/** With its version and its JSON-LD context, where it has them. */
function asRecord(reply: FastifyReply, answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('@type' in answer)) return answer;
  const record = answer as { '@type': string; version?: unknown };
  const { version } = record;
  return typeof version === 'number' ? withVersion(reply, { ...record, version }) : withContext(record);
}

/** Without the keys that have no value, which Fastify would take for schemas. */
function withoutMissing<Values extends object>(values: Values): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
