import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitBodyTime } from './bodyTime.ts';

const app = Fastify();
beforeAll(async () => {
  limitBodyTime(app, 400);
  app.post('/usual', async ({ body }) => body);
  app.post('/file', { config: { hasLongBody: true } }, async ({ body }) => body);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends a body in pieces, one every hundred milliseconds; its status, or `cut`. */
function drop(path: string, pieces: number): Promise<number | 'cut'> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve) => {
    const call = send({ port, path, method: 'POST', headers: { 'content-type': 'application/json' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.on('error', () => resolve('cut'));
    call.write('[0');
    let left = pieces;
    const timer = setInterval(() => {
      left -= 1;
      if (call.destroyed) return clearInterval(timer);
      if (left > 0) return call.write(',0');
      clearInterval(timer);
      call.end(']');
    }, 100);
  });
}

it('SWU-02 M01 a body that comes drop by drop is cut, but for calls that take files', async () => {
  expect(await Promise.all([drop('/usual', 1), drop('/usual', 12), drop('/file', 12)])).toEqual([200, 'cut', 200]);
});
