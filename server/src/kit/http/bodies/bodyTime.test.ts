import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitBodyTime } from './bodyTime.ts';

const app = Fastify();
beforeAll(async () => {
  limitBodyTime(app, 1200);
  app.addHook('onRequest', async ({ headers }, reply) =>
    headers.authorization === 'no' ? reply.code(401).send() : undefined,
  );
  app.post('/usual', async ({ body }) => body);
  app.post('/file', { config: { hasLongBody: true } }, async ({ body }) => body);
  app.get('/long-answer', async () => sleep(2000, 'whole'));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const at = (path: string) => ({ port: (app.server.address() as AddressInfo).port, path });

/** Sends a body in pieces, one every hundred milliseconds: its status, and whether all of it was taken. */
function drop(path: string, pieces: number, authorization = 'yes'): Promise<[status: number, isWhole: boolean]> {
  return new Promise((resolve) => {
    let status = 0;
    const call = send(
      { ...at(path), method: 'POST', headers: { 'content-type': 'application/json', authorization } },
      (answer) => {
        status = answer.statusCode ?? 0;
        answer.resume();
      },
    );
    call.on('error', () => undefined);
    call.on('close', () => resolve([status, call.writableFinished]));
    call.write('[0');
    let left = pieces;
    const timer = setInterval(() => {
      left -= 1;
      if (!call.destroyed && left > 0) return call.write(',0');
      clearInterval(timer);
      if (!call.destroyed) call.end(']');
    }, 100);
  });
}

it('SWU-02 a body that arrives too slowly is refused, except in calls that take files', async () => {
  expect(await Promise.all([drop('/usual', 1), drop('/usual', 25), drop('/file', 25)])).toEqual([
    [200, true],
    [408, false],
    [200, true],
  ]);
});

it('a caller without the right to upload a file gets no more time than others', async () => {
  expect(await drop('/file', 25, 'no')).toEqual([401, false]);
});

it('a long answer to a body that arrived at once is not cut off', async () => {
  const text = await new Promise((resolve, reject) => {
    const call = send({ ...at('/long-answer'), headers: { 'content-length': '0' } }, (answer) => {
      answer.setEncoding('utf8').on('data', resolve);
    });
    call.on('error', reject).end();
  });
  expect(text).toBe('whole');
});
