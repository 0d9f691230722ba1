import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * SCL-05: every answer of JSON to GET has an ETag of its content, and a reader who names it in `If-None-Match` gets 304
 * without a body when nothing has changed. That of a record begins with its version (API-06), because a record shows
 * more than what changes its version: `"7.…"`; `If-Match` compares the version alone.
 */
export function answerUnchanged(scope: FastifyInstance): void {
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload);
    const version = /^"(\d+)"$/.exec(String(reply.getHeader('ETag') ?? ''))?.[1];
    if (version === undefined && reply.hasHeader('ETag')) return done(null, payload);
    const content = hash('sha1', payload, 'base64url');
    const tag = version === undefined ? `"${content}"` : `"${version}.${content}"`;
    // Weak, because proxies compress; a record's is for `If-Match` as well, which takes no weak one.
    reply.header('ETag', version === undefined ? `W/${tag}` : tag);
    if (!namedTags(request.headers['if-none-match']).includes(tag)) return done(null, payload);
    reply.code(304).removeHeader('Content-Type');
    done(null, '');
  });
}

function namedTags(header: string | undefined): string[] {
  return header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
}
