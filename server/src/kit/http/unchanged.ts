import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * SCL-05: every answer of JSON to GET has an ETag of its content, and a reader who names it in `If-None-Match` gets 304
 * without a body when nothing has changed. Records have the ETag of their version instead (API-06), which says nothing
 * of what is shown beside them, and are always sent.
 */
export function answerUnchanged(scope: FastifyInstance): void {
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string' || reply.hasHeader('ETag'))
      return done(null, payload);
    const tag = `"${hash('sha1', payload, 'base64url')}"`;
    // Weak, because proxies compress.
    reply.header('ETag', `W/${tag}`);
    if (!namedTags(request.headers['if-none-match']).includes(tag)) return done(null, payload);
    reply.code(304).removeHeader('Content-Type');
    done(null, '');
  });
}

function namedTags(header: string | undefined): string[] {
  return header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
}
