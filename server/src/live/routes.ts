import { signOfLifeSeconds } from '@fournil/contract/live/pace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden, tooMany } from '../kit/errors.ts';
import { callerOf } from '../kit/http/allow.ts';
import { named } from '../kit/http/callNames.ts';
import { repeat } from '../kit/process/repeat.ts';
import type { Services } from '../kit/services.ts';
import { liveWords } from './liveWords.ts';
import { whoSees } from './whoSees.ts';

/** Size of the send buffer at which a slow reader is disconnected; it reconnects and reads again. */
const stalledBytes = 1_000_000;

const eventStream = 'text/event-stream; charset=utf-8';

/**
 * Browsers send the origin of the page, except for requests to their own server; other pages may not open a stream.
 */
function refuseForeignPages({ headers, host }: FastifyRequest, { config }: Services): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && [new URL(config.publicUrl).origin, ...config.apiOrigins].includes(origin)) return;
  if (site === 'cross-site') throw forbidden();
  if (origin === undefined) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw forbidden();
}

/** Sessions end on any server, and streams with them within a second. */
const sessionCheckMilliseconds = 900;

interface OpenStream {
  sessionId: string;
  close(): void;
}

const follow = named('Account', 'followChanges', 'Follow changes as server-sent events', liveWords);

/**
 * GET `live`: server-sent events, filtered by what the reader may see. The stream ends with the session, the account or
 * the consent; `signedIn` says which of these sessions go on, in one round trip for all streams of this server.
 */
export function liveRoutes(
  app: FastifyInstance,
  services: Services,
  signedIn: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>,
): void {
  const streams = new Set<OpenStream>();
  const check = repeat(
    async () => {
      if (streams.size === 0) return;
      const going = await signedIn([...new Set([...streams].map(({ sessionId }) => sessionId))]);
      for (const stream of [...streams]) if (!going.has(stream.sessionId)) stream.close();
    },
    sessionCheckMilliseconds,
    // When it cannot be checked for longer, the sign of life ends the streams.
    (error) => services.log.warn({ err: error }, 'sessions of event streams'),
  );
  app.addHook('onClose', () => check.close());
  services.live.filter((organisationId, sessionIds, notes) => whoSees(services, organisationId, sessionIds, notes));

  app.get(
    '/live',
    {
      config: { allow: 'live.follow' },
      schema: { named: follow, produces: ['text/event-stream'] },
      onRequest: async (request) => refuseForeignPages(request, services),
    },
    async (request, reply) => {
      // Only the headers: nothing would end a stream that cannot be written to.
      if (request.method === 'HEAD') return reply.type(eventStream).send('');
      const caller = callerOf(request);
      const stream = reply.raw;
      let leave: (() => void) | null = null;
      const close = () => {
        leave?.();
        streams.delete(open);
        clearInterval(beat);
        stream.end();
      };
      const open: OpenStream = { sessionId: caller.sessionId, close };
      const beat = setInterval(async () => {
        // When this cannot be checked for the moment, the stream ends and the browser reconnects.
        const isSignedIn = await signedIn([caller.sessionId]).then(
          (going) => going.has(caller.sessionId),
          () => false,
        );
        if (isSignedIn) stream.write(': still here\n\n');
        else close();
      }, signOfLifeSeconds * 1000);
      leave = services.live.join({
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
      streams.add(open);
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
