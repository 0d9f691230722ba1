import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { openSemaphore } from '../process/semaphore.ts';
import { callerOf } from './allow.ts';

/** SEC-06: limits of files that are being written by this server. */
const limits = { ofPerson: 2, ofServer: 8, retryAfterSeconds: 10 } as const;
/** A reader that has taken no byte for so long is disconnected. */
const stalledMilliseconds = 30_000;

/**
 * Pages of all files that are read and put into words at the same time: with more files each is written more slowly,
 * and lists wait no longer.
 */
const inTurn = openSemaphore(2, Number.POSITIVE_INFINITY);

const running = new Map<string, number>();

/**
 * What every call that writes a file has beside its schema. HEAD is not offered: it would read all of it for nothing.
 */
export const exporting = { exposeHeadRoute: false, onRequest: enter } as const;

async function enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { userId } = callerOf(request);
  const own = running.get(userId) ?? 0;
  if (own >= limits.ofPerson) throw tooManyOwn();
  if ([...running.values()].reduce((sum, one) => sum + one, 0) >= limits.ofServer) throw tooManyOfAll();
  running.set(userId, own + 1);
  // Written to the end or broken off: either way it is over.
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
 * Answers with a file whose parts are made as it is read: memory holds a part or two, however long it is. Between parts
 * nothing is open, no connection and no transaction. Set the head of the answer first.
 */
export function sendParts(
  reply: FastifyReply,
  parts: AsyncGenerator<string>,
  patienceMilliseconds = stalledMilliseconds,
): FastifyReply {
  const { raw } = reply;
  const end = () => raw.destroy();
  async function* watched() {
    try {
      for (let part = await turn(parts); !part.done; part = await turn(parts)) {
        const impatience = setTimeout(end, patienceMilliseconds);
        // Goes on when the reader has taken what came before.
        yield part.value;
        clearTimeout(impatience);
      }
    } finally {
      await parts.return(undefined);
    }
    // The last part lies in the connection until it is taken, too.
    const impatience = setTimeout(end, patienceMilliseconds);
    raw.once('close', () => clearTimeout(impatience));
  }
  return reply.send(Readable.from(watched(), { objectMode: true, highWaterMark: 1 }));
}

async function turn(parts: AsyncGenerator<string>): Promise<IteratorResult<string>> {
  // Lists have precedence over downloads.
  await nextTurn();
  return inTurn(() => parts.next());
}
