import { unattended } from '@fournil/contract/accounts/unattended';
import { apiTokenForm } from '@fournil/contract/api-tokens/apiToken';
import type { FastifyRequest } from 'fastify';
import {
  callerOfToken,
  countUnknownTokens,
  currentCaller,
  isApiToken,
  isIdle,
  noteActivity,
  noteTokenUse,
  requireProof,
  sessionIdle,
  sessionOfToken,
  whySessionShut,
  whyTokenShut,
} from '../identity/index.ts';
import type { Caller } from '../kit/caller.ts';
import type { Guards } from '../kit/http/allow.ts';
import { callCounter } from '../kit/http/callRate.ts';
import { languageAsked } from '../kit/http/problems.ts';
import type { Services } from '../kit/services.ts';

/**
 * Who is calling: a person by the token of their session, or a program by its API token (INT-04). Both are sent as
 * `Authorization: Bearer …`, and nowhere else.
 */
export function callersOf(services: Services): Guards {
  const sessionOf = async (token: string | undefined) => (token ? sessionOfToken(services.keys, token) : null);
  const unknownTokens = countUnknownTokens(services);
  return {
    identify: async (request) => {
      const token = bearerOf(request);
      if (token?.startsWith(apiTokenForm.prefix)) unknownTokens.refuse(token, request.ip);
      if (token && isApiToken(token)) {
        const caller = await callerOfToken(services, token);
        if (!caller) return null;
        unknownTokens.noteRight(token);
        await noteTokenUse(services, caller.userId, request.ip);
        return inLanguageOfCall(caller, request);
      }
      const sessionId = await sessionOf(token);
      const caller = sessionId ? await currentCaller(services, sessionId) : null;
      if (caller && isAttended(request)) await noteActivity(services, caller.sessionId);
      return caller && inLanguageOfCall(caller, request);
    },
    count: callCounter(services),
    whyNobody: async (request) => {
      const token = bearerOf(request);
      if (token?.startsWith(apiTokenForm.prefix)) {
        const { refusal, isUnknown } = await whyTokenShut(services, token);
        if (isUnknown) unknownTokens.noteUnknown(request.ip);
        return refusal;
      }
      const sessionId = await sessionOf(token);
      if (!sessionId) return null;
      return (
        (await whySessionShut(services, sessionId)) ?? ((await isIdle(services, sessionId)) ? sessionIdle() : null)
      );
    },
    refuseUnproven: (caller) => requireProof(services, caller),
  };
}

/**
 * The language that the call asks for, so that support reads a client's console in their own (IMP-04); else that of the
 * account, or of the token's maker.
 */
function inLanguageOfCall(caller: Caller, request: FastifyRequest): Caller {
  return { ...caller, language: languageAsked(request) ?? caller.language };
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]+)$/.exec(headers.authorization ?? '')?.[1];
}

/** Whether a person caused this call: false for event streams, and for calls that the page marks as made by itself. */
function isAttended({ headers, routeOptions }: FastifyRequest): boolean {
  return headers[unattended.header.toLowerCase()] === undefined && routeOptions.config.allow !== 'live.follow';
}
