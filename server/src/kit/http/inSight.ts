import { apiPath } from '@fournil/contract/kit/addresses';
import type { FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';

const uuid = '[0-9a-f]{8}-[0-9a-f-]{27}';
const record = new RegExp(`^${apiPath}/[\\w-]+/${uuid}(?=$|/)`);
/** What some people of an organisation do not see, within an answer about something else. */
const limited = new RegExp(`^${apiPath}/(machines|programs|structures|menus)/${uuid}$`);
/** An answer that leads to more than this is not compared. */
const mostRecords = 50;

/**
 * Before a kept answer is shown again: what it is about has to be found by the same caller as if they read it now, or
 * the refusal is 404; false when only a record within it is not found, or there are too many.
 */
export async function isStillSeen(request: FastifyRequest, body: string): Promise<boolean> {
  if (body === '') return true;
  const answer: unknown = JSON.parse(body);
  const own = typeof answer === 'object' && answer !== null && '@id' in answer ? String(answer['@id']) : '';
  const about = [own, request.url.split('?')[0] ?? ''].flatMap((address) => record.exec(address)?.[0] ?? []);
  const within = new Set([...linksIn(answer)].filter((address) => !about.includes(address)));
  if (within.size > mostRecords) return false;
  for (const address of new Set(about)) if (!(await isFound(request, address))) throw notFound();
  for (const address of within) if (!(await isFound(request, address))) return false;
  return true;
}

function linksIn(value: unknown): Set<string> {
  if (typeof value === 'string') return new Set(limited.test(value) ? [value] : []);
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.values(value).flatMap((inner) => [...linksIn(inner)]));
}

/** By the record's own call, with its rights. A caller who may not read it at all was shown the answer all the same. */
async function isFound({ server, headers, ip }: FastifyRequest, url: string): Promise<boolean> {
  if (!server.hasRoute({ method: 'GET', url: `${url.slice(0, url.lastIndexOf('/'))}/:id` })) return true;
  const asCaller = Object.fromEntries(
    ['authorization', 'user-agent'].flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])),
  );
  const { statusCode } = await server.inject({ method: 'GET', url, remoteAddress: ip, headers: asCaller });
  return statusCode !== 404;
}
