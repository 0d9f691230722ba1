import type { Socket } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpText, rawCall } from '../../../testing/rawCall.ts';
import { unauthorized } from '../../errors.ts';
import { continueWhenAllowed, drainUnreadBodies } from './unreadBody.ts';

const app = Fastify({ bodyLimit: 1_000_000 });
const sockets: Socket[] = [];
let url: string;
beforeAll(async () => {
  drainUnreadBodies(app, 300);
  continueWhenAllowed(app);
  app.setErrorHandler((error: { status?: number }, _request, reply) => reply.code(error.status ?? 400).send('refused'));
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('onRequest', async ({ headers }) => {
    if (headers.authorization === undefined) throw unauthorized();
  });
  app.post('/file', async ({ body }) => (body as Buffer).length);
  app.server.on('connection', (socket) => sockets.push(socket));
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const type = { 'content-type': 'application/octet-stream', connection: 'keep-alive' };

describe('SEC-06 an upload that is refused before its body has ended', () => {
  it('is answered, read no further than a megabyte, and closed, however much is sent', async () => {
    const call = rawCall(url, httpText('POST', '/file', type, '', 10_000_000_000));
    const block = Buffer.alloc(65_536);
    const pump = () => {
      while (!call.socket.destroyed && call.socket.write(block));
    };
    call.socket.on('drain', pump).once('connect', pump);
    expect(await call.says('refused')).toMatch(/^HTTP\/1\.1 401/);
    await call.ended;
    expect(sockets.at(-1)?.bytesRead).toBeLessThan(1_000_000);
  });

  it('leaves the connection usable when the body is short', async () => {
    const call = rawCall(url, httpText('POST', '/file', type, '', 200_000));
    await call.says('refused');
    call.socket.write(Buffer.alloc(200_000));
    call.socket.write(httpText('POST', '/file', { ...type, authorization: 'yes' }, 'seven77'));
    expect(await call.says('\r\n\r\n7')).toContain('200 OK');
    call.socket.destroy();
  });
});

describe('SEC-06 a caller who waits for 100 Continue', () => {
  const expecting = { ...type, expect: '100-continue', connection: 'close' };
  it.each<[string, string, Record<string, string>, number]>([
    ['has no rights', '/file', {}, 10],
    ['calls an address that does not exist', '/other', { authorization: 'yes' }, 10],
    ['announces a body that is too long', '/file', { authorization: 'yes' }, 2_000_000],
  ])('is refused without it when it %s', async (_what, path, headers, length) => {
    const answer = await rawCall(url, httpText('POST', path, { ...expecting, ...headers }, '', length)).says(
      '\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
  });

  it('gets it when it may send the body', async () => {
    const call = rawCall(url, httpText('POST', '/file', { ...expecting, authorization: 'yes' }, '', 10));
    await call.says('100 Continue');
    call.socket.write('0123456789');
    expect(await call.ended).toContain('200 OK');
  });
});
