import { type Action, can, needsProof, policy } from '@fournil/contract/rights/policy';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { z } from 'zod';
import type { Caller } from '../caller.ts';
import { forbidden, type Refusal, secondStepMissing, unauthorized } from '../errors.ts';
import type { NamedCall } from './callNames.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the policy table that this call needs. */
    allow?: Action;
  }
  interface FastifySchema {
    /** The media types of the answer, where it is not JSON-LD, and of the body, where it is not JSON. */
    produces?: readonly string[];
    consumes?: readonly string[];
    /** Its heading and its name in the documents (INT-02). */
    named?: NamedCall;
    /** What the body is, for the documents, where the feature reads it itself. */
    reads?: z.ZodType;
    /** Refusals for the documents beyond those that follow from the call and its row of the policy table. */
    refuses?: readonly string[];
    /** Left out of the documents: an address from before, for pages that are still open. */
    hide?: boolean;
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** The registered calls, for the matrix test and the documents. */
export interface RegisteredCall {
  method: string;
  url: string;
  allow: Action;
  schema: FastifySchema | undefined;
  answersSecret: boolean;
}

export interface Guards {
  identify(request: FastifyRequest): Promise<Caller | null>;
  /** Counts the call, before anything is decided about it; throws 429 when there were too many. */
  count(caller: Caller, reply: FastifyReply): void;
  /** The refusal for a session that has ended, if there is one. */
  whyNobody(request: FastifyRequest): Promise<Refusal | null>;
  /** SEC-01: throws when the caller has given no proof of identity in the last minutes. */
  refuseUnproven(caller: Caller): Promise<void>;
}

/**
 * RGT-07: no call without a row of the policy table. A route that names none, or one that does not exist, stops the
 * start; every call asks the table before its handler runs.
 */
export function guard(app: FastifyInstance, guards: Guards): RegisteredCall[] {
  const calls: RegisteredCall[] = [];
  app.decorateRequest('caller', null);
  app.addHook('onRoute', (route) => {
    const allow = route.config?.allow;
    if (!allow || !Object.hasOwn(policy, allow))
      throw new Error(`${route.method} ${route.url} names no row of the policy table`);
    for (const method of [route.method].flat())
      if (method !== 'HEAD') {
        const answersSecret = route.config?.answersSecret === true;
        calls.push({ method, url: route.url, allow, schema: route.schema, answersSecret });
      }
  });
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const action = request.routeOptions.config.allow;
    if (!action) return; // No such route: answered with 404.
    const caller = await guards.identify(request);
    request.caller = caller;
    if (caller) guards.count(caller, reply);
    if (!can(caller, action)) throw await refusalOf(caller, request, guards);
    if (caller && needsProof(action)) await guards.refuseUnproven(caller);
  });
  return calls;
}

async function refusalOf(caller: Caller | null, request: FastifyRequest, { whyNobody }: Guards): Promise<Refusal> {
  if (caller) return caller.secondStepMissing ? secondStepMissing() : forbidden();
  return (await whyNobody(request)) ?? unauthorized();
}

/** The methods of the calls that have this path; none where there is no such path. */
export function methodsAt(calls: readonly RegisteredCall[], path: string): string[] {
  const isAt = ({ url }: RegisteredCall) => {
    const [parts, wanted] = [url, path].map((one) => one.replace(/(?<=.)\/$/, '').split('/'));
    if (!parts || !wanted || parts.length !== wanted.length) return false;
    return parts.every((part, index) => part === wanted[index] || (part.startsWith(':') && wanted[index] !== ''));
  };
  const methods = new Set(calls.filter(isAt).flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
  return [...methods].sort();
}

/** The caller of a call for signed-in people. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw unauthorized();
  return request.caller;
}
