import { problem } from '@fournil/contract/kit/problem';
import { policy, type Rule } from '@fournil/contract/rights/policy';
import type { RegisteredCall } from '../../kit/http/allow.ts';
import { shapeOf } from '../../kit/http/sentBack.ts';
import type { DocumentSchemas } from './schemas.ts';
import { securityOf } from './security.ts';

const refusalWords: Record<string, [name: string, says: string]> = {
  400: [
    'BadRequest',
    'The call cannot be read, or its query breaks rules; of the query, `violations` name the parameters and rules.',
  ],
  401: ['Unauthorized', 'No token, or one that has ended.'],
  403: ['Forbidden', 'The caller may not do this.'],
  404: ['NotFound', 'Not there, or not visible to the caller.'],
  409: ['Conflict', 'Not possible in the present state.'],
  412: ['PreconditionFailed', 'Somebody else has changed it meanwhile.'],
  413: ['ContentTooLarge', 'The body is too large.'],
  415: ['UnsupportedMediaType', 'The body has another media type, or another charset than UTF-8.'],
  416: ['RangeNotSatisfiable', 'The file has no such part; `Content-Range` names its size.'],
  422: ['UnprocessableContent', 'The body or the choices break rules; `violations` name the fields and rules.'],
  429: ['TooManyRequests', 'Too many calls; `Retry-After` says when to try again.'],
  503: ['ServiceUnavailable', 'Not available for the moment; `Retry-After` says when to try again.'],
  507: ['InsufficientStorage', 'The server’s disk is full; nothing was changed.'],
};

export const refusalRef = (status: string) => `#/components/responses/${refusalWords[status]?.[0]}`;

export function refusalAnswers(schemas: DocumentSchemas): Record<string, object> {
  const content = { 'application/problem+json': { schema: schemas.of(problem) } };
  return Object.fromEntries(
    Object.values(refusalWords).map(([name, description]) => [
      name,
      {
        description,
        ...(name === 'TooManyRequests' || name === 'ServiceUnavailable'
          ? { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } }
          : {}),
        content,
      },
    ]),
  );
}

/** SEC-08: a repeated call is answered again only while the caller still sees the record that it made. */
function isRepeatedAbout({ method, schema, answersSecret }: RegisteredCall): boolean {
  const answers = Object.values((schema?.response ?? {}) as Record<string, unknown>);
  return method === 'POST' && !answersSecret && answers.some((answer) => '@id' in (shapeOf(answer) ?? {}));
}

/** The statuses of a call's refusals; a 500 is none of them. */
export function refusalsOf(call: RegisteredCall, hasVersion: boolean): string[] {
  const { schema, method, url, allow } = call;
  const rule: Rule = policy[allow];
  const isOpen = rule.who === 'anyone' && securityOf(allow).length === 0;
  const isWrite = method !== 'GET';
  const hasBody = Boolean(schema?.body ?? schema?.reads ?? schema?.consumes);
  return [
    ...(schema?.querystring || hasBody || method === 'POST' ? ['400'] : []),
    ...(isOpen ? [] : ['401']),
    ...(isOpen && rule.tokens ? [] : ['403']),
    ...(schema?.refuses ?? []),
    ...(url.includes(':') || isRepeatedAbout(call) ? ['404'] : []),
    ...(method === 'PUT' || method === 'PATCH' || (method === 'DELETE' && hasVersion) ? ['412'] : []),
    ...(hasBody ? ['413', '415'] : []),
    ...(isWrite ? ['409', '422', '507'] : []),
    '429',
    '503',
  ];
}
