import type { FastifyRequest } from 'fastify';
import type { From } from './sessions/openSession.ts';

/** A browser may call itself what it wants: bounded, and shown as text only. */
export function fromOf(request: FastifyRequest): From {
  return { address: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) };
}
