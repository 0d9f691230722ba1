import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../errors.ts';

const usualMilliseconds = 5000;
const mostDiscardedBytes = 500_000;

/**
 * Most clients read an answer that is sent before the body has ended (a refused upload) only when they have sent the
 * whole body, and lose it when the connection is closed. So a part of the rest is read and discarded, then nothing is
 * read any more, and after a few seconds the connection is closed.
 */
export function drainUnreadBodies(app: FastifyInstance, milliseconds = usualMilliseconds): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    reply.raw.once('finish', () => {
      // Undefined for calls that are injected without a network connection (tests).
      if (raw.complete !== false) return;
      const timer = setTimeout(() => raw.destroy(), milliseconds).unref();
      const stopCounting = pauseAfter(raw, mostDiscardedBytes);
      raw.once('close', () => {
        clearTimeout(timer);
        stopCounting();
      });
      raw.unpipe();
      raw.resume();
    });
    done();
  });
}

/** Counts at the socket: Node discards the rest of an answered call's body before its stream, however long it is. */
function pauseAfter({ socket }: IncomingMessage, bytes: number): () => void {
  let left = bytes;
  const count = (part: Buffer) => {
    left -= part.length;
    if (left < 0) socket.pause();
  };
  socket.on('data', count);
  return () => socket.off('data', count);
}

/**
 * RFC 9110, section 10.1.1: `100 Continue` invites a body, so it is sent when the caller's rights are checked and the
 * length that is announced is not too great. Node would send it before anything is known.
 */
export function continueWhenAllowed(app: FastifyInstance): void {
  const waiting = new WeakSet<IncomingMessage>();
  app.server.on('checkContinue', (request, response) => {
    waiting.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    const isTooLong = Number(request.headers['content-length'] ?? 0) > request.routeOptions.bodyLimit;
    if (!waiting.has(request.raw)) return done(null, payload);
    // Refused here, because the body of a call without a route would be waited for.
    if (request.is404) return done(notFound());
    if (!isTooLong) reply.raw.writeContinue();
    done(null, payload);
  });
}
