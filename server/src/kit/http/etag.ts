import { contextOf } from '@fournil/contract/kit/hydra';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The version that the caller has read (`If-Match: "3"`, also weak as proxies make it), or null without the header.
 * One that cannot be read is met by no record: whether there is one is said first.
 */
export function ifMatch(request: FastifyRequest): number | null {
  const said = request.headers['if-match'];
  if (said === undefined || said === '*') return null;
  const match = /^(?:W\/)?"(\d{1,9})(?:\.[\w-]{1,64})?"$/.exec(said);
  return match ? Number(match[1]) : -1;
}

/** Answers with the record's JSON-LD context (INT-01) and version, for the `If-Match` of the next write. */
export function withVersion<View extends { '@type': string; version: number }>(reply: FastifyReply, view: View): View {
  reply.header('ETag', `"${view.version}"`);
  return withContext(view);
}

/** The same for records without a version. */
export function withContext<View extends { '@type': string }>(view: View): View {
  return { '@context': contextOf(view['@type']), ...view };
}

/** Answers 201 with the address and version of the new record. */
export function withAddress<View extends { '@id': string; '@type': string; version: number }>(
  reply: FastifyReply,
  view: View,
): View {
  reply.code(201).header('Location', view['@id']);
  return withVersion(reply, view);
}
