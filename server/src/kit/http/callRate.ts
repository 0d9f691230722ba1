import type { FastifyReply } from 'fastify';
import type { Caller } from '../caller.ts';
import { tooMany } from '../errors.ts';
import type { Services } from '../services.ts';

const windowSeconds = 60;

/**
 * INT-06: each session or API token may make so many calls in a minute on this server, refused ones included. The
 * answers say how many are left, by the fields of the IETF draft "RateLimit header fields for HTTP"; 429 follows when
 * there are none.
 */
export function callCounter(services: Services): (caller: Caller, reply: FastifyReply) => void {
  const quota = services.config.apiCallsPerMinute;
  const policy = `"calls";q=${quota};w=${windowSeconds}`;
  let window = { number: 0, calls: new Map<string, number>() };
  return (caller, reply) => {
    const seconds = Math.floor(services.now().getTime() / 1000);
    const number = Math.floor(seconds / windowSeconds);
    if (number !== window.number) window = { number, calls: new Map() };
    const who = caller.apiToken?.id ?? caller.sessionId;
    const callCount = (window.calls.get(who) ?? 0) + 1;
    window.calls.set(who, callCount);
    const resetSeconds = windowSeconds - (seconds % windowSeconds);
    reply
      .header('RateLimit-Policy', policy)
      .header('RateLimit', `"calls";r=${Math.max(0, quota - callCount)};t=${resetSeconds}`);
    if (callCount > quota) throw tooMany(resetSeconds);
  };
}
