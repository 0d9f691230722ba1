import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../kit/errors.ts';
import { attachment } from '../../kit/http/csv.ts';
import type { Services } from '../../kit/services.ts';
import type { UpdateRow } from '../versions/queries.ts';
import { begin, countDownload, findServed, mayGoOn } from './downloads.ts';
import type { DdiMachine } from './machine.ts';
import type { Action } from './offer.ts';

const checkEveryMilliseconds = 2000;
/** A file is hashed before it is served, unless this was done within this time. */
const checkedForMilliseconds = 60_000;

/**
 * The bytes of this machine's own update, whole or from the point where a download was interrupted (RFC 9110, section
 * 14).
 */
export async function sendArtifact(
  services: Services,
  machine: DdiMachine,
  request: FastifyRequest,
  reply: FastifyReply,
  updateId: string,
  fileName: string,
): Promise<FastifyReply> {
  const { action, update } = await findServed(services, machine, updateId, fileName);
  const sizeBytes = Number(update.sizeBytes);
  const range = rangeOf(request.headers.range, sizeBytes);
  if (range === 'wrong') {
    reply.header('Content-Range', `bytes */${sizeBytes}`);
    throw noSuchPart();
  }
  await refuseDamaged(services, update);
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  reply
    .code(range ? 206 : 200)
    .header('Accept-Ranges', 'bytes')
    .header('Content-Length', end - start + 1)
    .header('ETag', `"${update.sha256}"`)
    .header('Content-Disposition', attachment(update.fileName))
    .type('application/octet-stream');
  if (range) reply.header('Content-Range', `bytes ${start}-${end}/${sizeBytes}`);
  // An empty stream, so that Content-Length stays the file's.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  await begin(services, action);
  const content = await services.storage.read(update.storedAs, { start, end });
  if (!content) throw damaged();
  const watched = untilRevoked(services, action, update);
  pipeline(content, watched).then(
    async () => {
      if (end === sizeBytes - 1)
        await countDownload(services, action).catch((error) => services.log.error({ err: error }, 'download count'));
    },
    () => undefined, // The machine disconnected, and resumes later; or the version was revoked.
  );
  return reply.send(watched);
}

/** One range of bytes; a request for several is refused. */
export function rangeOf(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | 'wrong' | null {
  if (header === undefined) return null;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header);
  if (!match || (match[1] === '' && match[2] === '')) return 'wrong';
  const [first, last] = [match[1], match[2]];
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start > end || start >= sizeBytes ? 'wrong' : { start, end };
}

const checked = new Map<string, { changedAt: number; at: number }>();

/** A file whose hash differs is no longer sent, and the log reports it as an error. */
async function refuseDamaged(services: Services, { storedAs, sha256, sizeBytes, version }: UpdateRow): Promise<void> {
  const file = await services.storage.stat(storedAs);
  const known = checked.get(storedAs);
  const changedAt = file?.changedAt.getTime() ?? 0;
  if (file && known?.changedAt === changedAt && performance.now() - known.at < checkedForMilliseconds) return;
  const content = file?.sizeBytes === Number(sizeBytes) ? await services.storage.read(storedAs) : null;
  const hash = createHash('sha256');
  for await (const chunk of content ?? []) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== sha256) {
    checked.delete(storedAs);
    services.log.error({ event: 'software update damaged', version, file: storedAs }, 'security');
    throw damaged();
  }
  checked.set(storedAs, { changedAt, at: performance.now() });
}

function noSuchPart(): Refusal {
  return new Refusal(416, { en: 'The file has no such part.', fr: 'Le fichier n’a pas cette partie.' });
}

function damaged(): Refusal {
  return new Refusal(503, { en: 'This file cannot be served.', fr: 'Ce fichier ne peut pas être servi.' });
}

/** Passes the bytes on as long as the version may be sent: revoking it ends running downloads. */
function untilRevoked(services: Services, action: Action, update: UpdateRow): Transform {
  let checkedAt = performance.now();
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      if (performance.now() - checkedAt < checkEveryMilliseconds) return done(null, chunk);
      checkedAt = performance.now();
      mayGoOn(services, action, update).then(
        (may) => (may ? done(null, chunk) : done(new Error('revoked'))),
        (error: Error) => done(error),
      );
    },
  });
}
