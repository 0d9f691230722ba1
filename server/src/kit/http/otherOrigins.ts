import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../base/config.ts';

/**
 * INT-06: pages of these origins may call the API, with a token in the header; there are no cookies. Other origins get
 * answers without the header that would let their pages read them.
 */
export async function allowOrigins(server: FastifyInstance, { apiOrigins }: Config): Promise<void> {
  if (apiOrigins.length === 0) return;
  await server.register(fastifyCors, {
    origin: apiOrigins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // Readers of event streams send Last-Event-ID by themselves when they connect again; the server does not read it.
    allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key', 'Last-Event-ID'],
    exposedHeaders: [
      ...['Content-Disposition', 'ETag', 'Idempotent-Replayed', 'Link', 'Location'],
      ...['RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate'],
    ],
    maxAge: 600,
  });
}
