import type { Problem } from '@fournil/contract/kit/problem';
import { type Violation, validationWords } from '@fournil/contract/kit/validation';
import { type Language, say, type Words } from '@fournil/contract/kit/words';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { isAway, isContention, isFull, isUnstorableText } from '../../db/failures.ts';
import { KeyHeld, KeyInUse } from '../../db/oncePerKey.ts';
import { badRequest, notFound, Refusal, ruleText, storageFull, unexpectedWords, unprocessable } from '../errors.ts';
import type { Services } from '../services.ts';
import { answerOfOther, send as sendAgain, stillRunning } from './idempotency.ts';
import { InvalidInput } from './validate.ts';

/** Answers every refusal (API-03): problem+json in the reader's language, without internal details. */
export function answerProblems(app: FastifyInstance, services: Services, methodsAt: (path: string) => string[]): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (!(error instanceof KeyInUse && request.keyed)) return send(asRefusal(error, request), request, reply);
    const repeated = await answerOfOther(services, request.keyed, request).catch((refusal: FastifyError) => refusal);
    return repeated instanceof Error ? send(asRefusal(repeated, request), request, reply) : sendAgain(reply, repeated);
  });
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url.split('?')[0] ?? '');
    if (methods.length === 0 || methods.includes(request.method)) return send(notFound(), request, reply);
    return send(otherMethod(methods), request, reply.header('Allow', methods.join(', ')));
  });
}

/**
 * INT-06: the same for what never becomes a call: an address that is too long or cannot be read, and headers that are
 * too large, which end the connection.
 */
export function answerUnreadable(): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> {
  return {
    frameworkErrors: (error, request, reply) => {
      send(asRefusal(error, request), request, reply);
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
      const status = isLarge ? 431 : 400;
      const words: Words = isLarge
        ? { en: 'The headers are too large.', fr: 'Les en-têtes sont trop volumineux.' }
        : unreadable;
      const body = JSON.stringify({ type: 'about:blank', title: words.en, status, detail: words.en, words });
      socket.end(
        `HTTP/1.1 ${status} ${isLarge ? 'Request Header Fields Too Large' : 'Bad Request'}\r\nConnection: close\r\n` +
          `Content-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    },
  };
}

/** RFC 9110, section 15.5.6. */
function otherMethod(methods: readonly string[]): Refusal {
  const list = methods.join(', ');
  return new Refusal(405, { en: `This address takes ${list}.`, fr: `Cette adresse accepte ${list}.` });
}

function asRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof KeyHeld) return stillRunning();
  if (error instanceof InvalidInput) return invalid(error, (error as { validationContext?: string }).validationContext);
  if (isContention(error)) {
    return new Refusal(409, {
      en: 'Somebody else is changing this just now. Please try again.',
      fr: 'Quelqu’un d’autre est en train de modifier cet élément. Veuillez réessayer.',
    });
  }
  if (isAway(error)) {
    return new Refusal(
      503,
      { en: 'The database is not available for the moment.', fr: 'La base de données est momentanément indisponible.' },
      { retryAfterSeconds: 2 },
    );
  }
  if (isFull(error)) return storageFull();
  // Anything that no schema has checked.
  if (isUnstorableText(error)) return new Refusal(422, validationWords['custom.validation.unstorable']);
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return transport(error);
  request.log.error({ err: error }, 'unexpected');
  return new Refusal(500, unexpectedWords);
}

/**
 * A body that breaks its schema is answered with 422, a query or path with 400, and a malformed id with 404.
 */
function invalid({ violations }: InvalidInput, context: string | undefined): Refusal {
  if (context === 'params') return notFound();
  return context === 'body' ? unprocessable(...violations) : badRequest(...violations);
}

const unreadable: Words = { en: 'This request could not be read.', fr: 'Cette demande n’a pas pu être lue.' };

/** Refusals by Fastify itself: invalid JSON, a body that is too large, a wrong media type. */
function transport(error: FastifyError): Refusal {
  const wordsByKey: Record<string, Words> = {
    FST_ERR_CTP_BODY_TOO_LARGE: { en: 'This is too large.', fr: 'C’est trop volumineux.' },
    FST_ERR_MAX_PARAM_LENGTH: { en: 'This address is too long.', fr: 'Cette adresse est trop longue.' },
    FST_ERR_CTP_INVALID_MEDIA_TYPE: { en: 'Please send JSON.', fr: 'Veuillez envoyer du JSON.' },
  };
  return new Refusal(error.statusCode ?? 400, wordsByKey[error.code] ?? unreadable);
}

function send(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.refusedAs = refusal.security;
  const language = languageOf(request);
  const detail = say(refusal.words, language);
  const { violations, retryAfterSeconds, key } = refusal.extras;
  const body: Problem = {
    type: 'about:blank',
    title: detail,
    status: refusal.status,
    detail,
    description: detail,
    words: { en: say(refusal.words, 'EN'), fr: say(refusal.words, 'FR') },
    requestId: request.id,
    ...(key ? { key } : {}),
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
    ...(violations ? { violations: violations.map((one) => inWords(one, language)) } : {}),
  };
  if (retryAfterSeconds) reply.header('Retry-After', retryAfterSeconds);
  if (refusal.status === 401) reply.header('WWW-Authenticate', challengeOf(request));
  // Serialised here: the call's own answer schema does not apply to a refusal.
  return reply
    .code(refusal.status)
    .header('Content-Type', 'application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

/** RFC 9110, section 11.6.1, and RFC 6750, section 3; machines at the update interface have a scheme of their own. */
function challengeOf({ headers, routeOptions }: FastifyRequest): string {
  if (routeOptions.config.allow === 'software-updates.ddi') return 'TargetToken';
  return headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
}

function inWords(violation: Violation, language: Language): NonNullable<Problem['violations']>[number] {
  return {
    propertyPath: violation.path,
    message: ruleText(violation, language),
    key: violation.key,
    args: violation.args,
  };
}

/** The language of the call, of the signed-in person without it, and else English. */
export function languageOf(request: FastifyRequest): Language {
  return request.caller?.language ?? languageAsked(request) ?? 'EN';
}

/** The preferred one of our languages in `Accept-Language` (RFC 9110, section 12.5.4); null if it names none of them. */
export function languageAsked({ headers }: FastifyRequest): Language | null {
  const preferred = [
    ...(headers['accept-language'] ?? '').matchAll(/(?:^|,)\s*(fr|en)\b[\w-]*\s*(?:;\s*q=([\d.]+))?/gi),
  ]
    .map(([, name = '', quality = '1']) => ({ name, quality: Number(quality) }))
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)[0];
  return preferred ? (preferred.name.toLowerCase() === 'fr' ? 'FR' : 'EN') : null;
}
