import { imageLimits } from '@fournil/contract/images/images';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooMany } from '../kit/errors.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { Services } from '../kit/services.ts';

/** Limits for one person on this server. */
const limits = { atOnce: 3, windowSeconds: 600, inWindow: 60 } as const;

interface Uploads {
  running: number;
  windowEnds: number;
  inWindow: number;
}

/**
 * Options of every call with a picture: a limit for a large body, and a rate limit per person that is checked before
 * the body is read.
 */
export function openUploads(services: Services) {
  const people = new Map<string, Uploads>();
  return {
    bodyLimit: imageLimits.bodyBytes,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const { userId } = callerOf(request);
      const now = services.now().getTime();
      forgetIdle(people, now);
      const own = people.get(userId) ?? { running: 0, windowEnds: 0, inWindow: 0 };
      if (own.windowEnds <= now) Object.assign(own, { windowEnds: now + limits.windowSeconds * 1000, inWindow: 0 });
      if (own.inWindow >= limits.inWindow) throw tooMany(Math.ceil((own.windowEnds - now) / 1000));
      if (own.running >= limits.atOnce) throw tooMany(2);
      own.running += 1;
      own.inWindow += 1;
      people.set(userId, own);
      // Called when the call was answered or its connection broke.
      reply.raw.once('close', () => {
        own.running -= 1;
      });
    },
  };
}

const keptPeople = 5000;

function forgetIdle(people: Map<string, Uploads>, now: number): void {
  if (people.size < keptPeople) return;
  for (const [id, { running, windowEnds }] of people) if (running === 0 && windowEnds <= now) people.delete(id);
}
