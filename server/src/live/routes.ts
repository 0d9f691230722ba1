import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden, tooMany } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import { whoSees } from './whoSees.ts';

const heartbeatMilliseconds = 15_000;
/** A reader that far behind is let go; it comes back and asks again. */
const stalledBytes = 1_000_000;

/** Browsers name the page that asks, except for its own server's reads: a stream is no other page's to hold open. */
function refuseForeignPages({ headers, host }: FastifyRequest, { config }: House): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === 'cross-site') throw forbidden();
  if (origin === undefined || origin === new URL(config.publicUrl).origin) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw forbidden();
}

/** GET `live`: server-sent events, filtered by what the reader may see. The stream ends with the session. */
export function liveRoutes(
  app: FastifyInstance,
  house: House,
  stillSignedIn: (sessionId: string) => Promise<boolean>,
): void {
  house.live.filter((organisationId, sessionIds, notes) => whoSees(house, organisationId, sessionIds, notes));

  app.get(
    '/live',
    { config: { allow: 'live.follow' }, onRequest: async (request) => refuseForeignPages(request, house) },
    async (request, reply) => {
      const caller = callerOf(request);
      const stream = reply.raw;
      let leave: (() => void) | null = null;
      const close = () => {
        leave?.();
        clearInterval(beat);
        stream.end();
      };
      const beat = setInterval(async () => {
        // When that cannot be known for the moment, the stream ends and the browser comes back.
        const isSignedIn = await stillSignedIn(caller.sessionId).catch(() => false);
        if (isSignedIn) stream.write(': still here\n\n');
        else close();
      }, heartbeatMilliseconds);
      leave = house.live.join({
        // Staff belong to no organisation and hear of none.
        organisationId: caller.organisationId ?? '',
        userId: caller.userId,
        sessionId: caller.sessionId,
        write: (text) => stream.write(text) || stream.writableLength < stalledBytes,
        close,
      });
      if (!leave) {
        clearInterval(beat);
        throw tooMany(30);
      }
      reply.hijack();
      stream.on('close', close);
      stream.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      stream.write('retry: 2000\n\n: hello\n\n');
    },
  );
}
