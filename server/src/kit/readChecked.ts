import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import type { Storage } from './storage.ts';

/** A small file as it was stored, complete; null when it is missing or its bytes have changed (which is logged). */
export async function readChecked(
  storage: Storage,
  log: FastifyBaseLogger,
  name: string,
  sha256: string,
): Promise<Buffer | null> {
  const stream = await storage.read(name);
  const bytes = stream && (await buffer(stream));
  if (bytes && createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  log.error({ event: bytes ? 'stored file damaged' : 'stored file missing', file: name }, 'security');
  return null;
}
