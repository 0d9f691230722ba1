import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A record of this call's answer may be its body (INT-01). */
    takesRecord?: boolean;
    /** The keys that are then ignored. */
    ignoredKeys?: ReadonlySet<string>;
  }
}

/** What API Platform's clients make of a record that they have read: the address is its `id`, the id its `originId`. */
const addedByClients = ['id', 'originId'];

/**
 * INT-01: a record that was read can be sent back. Keys that the record shows and the body does not take are ignored;
 * so are those of JSON-LD in every body that makes or changes a record. Any other key is refused as unknown.
 */
export function acceptSentBack(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    const body = shapeOf(route.schema?.body);
    const answers = route.schema?.response as Record<string, unknown> | undefined;
    const record = shapeOf(answers?.['200'] ?? answers?.['201']);
    if (!(body && record && '@id' in record && route.config)) return;
    const shown = route.config.takesRecord ? [...Object.keys(record), ...addedByClients] : [];
    route.config = { ...route.config, ignoredKeys: new Set(shown.filter((key) => !(key in body))) };
  });
  scope.addHook('preValidation', async (request: FastifyRequest) => {
    const { ignoredKeys } = request.routeOptions.config;
    const { body } = request;
    if (!ignoredKeys || typeof body !== 'object' || body === null || Array.isArray(body)) return;
    request.body = Object.fromEntries(
      Object.entries(body).filter(([key]) => !(key.startsWith('@') || ignoredKeys.has(key))),
    );
  });
}

/** The fields of an object's schema, also below what transforms it. */
export function shapeOf(schema: unknown): z.core.$ZodShape | null {
  if (schema instanceof z.ZodObject) return schema.shape;
  return schema instanceof z.ZodPipe ? shapeOf(schema.in) : null;
}
