import { signOfLifeSeconds } from '@fournil/contract/live/pace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden, tooMany } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import { whoSees } from './whoSees.ts';

/** Size of the send buffer at which a slow reader is disconnected; it reconnects and reads again. */
const stalledBytes = 1_000_000;

const eventStream = 'text/event-stream; charset=utf-8';

/**
 * Browsers send the origin of the page, except for requests to their own server; other pages may not open a stream.
 */
function refuseForeignPages({ headers, host }: FastifyRequest, { config }: House): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && [new URL(config.publicUrl).origin, ...config.apiOrigins].includes(origin)) return;
  if (site === 'cross-site') throw forbidden();
  if (origin === undefined) return;
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
    {
      config: { allow: 'live.follow' },
      schema: { produces: ['text/event-stream'] },
      onRequest: async (request) => refuseForeignPages(request, house),
    },
    async (request, reply) => {
      // Only the headers: nothing would end a stream that cannot be written to.
      if (request.method === 'HEAD') return reply.type(eventStream).send('');
      const caller = callerOf(request);
      const stream = reply.raw;
      let leave: (() => void) | null = null;
      const close = () => {
        leave?.();
        clearInterval(beat);
        stream.end();
      };
      const beat = setInterval(async () => {
        // When this cannot be checked for the moment, the stream ends and the browser reconnects.
        const isSignedIn = await stillSignedIn(caller.sessionId).catch(() => false);
        if (isSignedIn) stream.write(': still here\n\n');
        else close();
      }, signOfLifeSeconds * 1000);
      leave = house.live.join({
        // Staff belong to no organisation and get no events.
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
      // Its own, in other letters, would be a second one; `Cache-Control` is that of every answer.
      reply.removeHeader('Content-Type');
      reply.hijack();
      stream.on('close', close);
      stream.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'Content-Type': eventStream,
        'X-Accel-Buffering': 'no',
      });
      stream.write('retry: 2000\n\n: hello\n\n');
    },
  );
}
