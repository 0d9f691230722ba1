import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { openSemaphore } from '../process/semaphore.ts';
import { callerOf } from './allow.ts';

/** SEC-06: limits of the downloads that this server writes at the same time. */
const limits = { ofPerson: 2, ofServer: 8, retryAfterSeconds: 10 } as const;
/** A client that has read no byte for this time is disconnected. */
const stalledMilliseconds = 30_000;

/**
 * How many pages of all downloads together are queried and formatted at the same time. With more downloads each becomes
 * slower, and the calls of lists do not wait longer.
 */
const inTurn = openSemaphore(2, Number.POSITIVE_INFINITY);

const running = new Map<string, number>();

/**
 * The options of every route that answers with a file. HEAD is not offered, because it would compute the whole file.
 */
export const exporting = { exposeHeadRoute: false, onRequest: enter } as const;

async function enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { userId } = callerOf(request);
  const own = running.get(userId) ?? 0;
  if (own >= limits.ofPerson) throw tooManyOwn();
  if ([...running.values()].reduce((sum, one) => sum + one, 0) >= limits.ofServer) throw tooManyOfAll();
  running.set(userId, own + 1);
  // 'close' follows a complete answer as well as a broken connection.
  reply.raw.once('close', () => {
    const left = (running.get(userId) ?? 1) - 1;
    if (left > 0) running.set(userId, left);
    else running.delete(userId);
  });
}

function tooManyOwn(): Refusal {
  return new Refusal(
    429,
    {
      en: 'Two of your files are still being written. Please try again when one of them is finished.',
      fr: 'Deux de vos fichiers sont encore en préparation. Veuillez réessayer quand l’un d’eux sera terminé.',
    },
    { retryAfterSeconds: limits.retryAfterSeconds },
  );
}

function tooManyOfAll(): Refusal {
  return new Refusal(
    503,
    {
      en: 'Many files are being written just now. Please try again in a moment.',
      fr: 'Beaucoup de fichiers sont en préparation en ce moment. Veuillez réessayer dans un instant.',
    },
    { retryAfterSeconds: limits.retryAfterSeconds },
  );
}

/**
 * Answers with a file whose parts are computed while the client reads: memory holds one or two parts, whatever the
 * length of the file. Between two parts no database connection and no transaction is open. Set the headers first.
 */
export function sendParts<Part extends string | Uint8Array>(
  reply: FastifyReply,
  parts: AsyncGenerator<Part>,
  patienceMilliseconds = stalledMilliseconds,
): FastifyReply {
  const { raw } = reply;
  const end = () => raw.destroy();
  async function* watched() {
    try {
      for (let part = await turn(parts); !part.done; part = await turn(parts)) {
        const impatience = setTimeout(end, patienceMilliseconds);
        // Continues when the client has read the previous part.
        yield part.value;
        clearTimeout(impatience);
      }
    } finally {
      await parts.return(undefined);
    }
    // The last part also waits in the connection until the client has read it.
    const impatience = setTimeout(end, patienceMilliseconds);
    raw.once('close', () => clearTimeout(impatience));
  }
  return reply.send(Readable.from(watched(), { objectMode: true, highWaterMark: 1 }));
}

async function turn<Part>(parts: AsyncGenerator<Part>): Promise<IteratorResult<Part>> {
  // Lists have precedence over downloads.
  await nextTurn();
  return inTurn(() => parts.next());
}
