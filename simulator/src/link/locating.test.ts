import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newMemory } from '../state/newMemory.ts';
import type { Credentials } from '../state/store.ts';
import { openLocating } from './locating.ts';
import { newPrivateKey } from './pairing.ts';

const former = 'mqtts://ovens.example:8883';
const plate = { serialNumber: 'S-1', pin: '1234', model: 'sole-2-08', timezone: 'UTC', softwareVersion: '1' };
const asked: unknown[] = [];
let brokerUrl = '';
const consoleServer = createServer(async (request, response) => {
  for await (const _ of request);
  asked.push(request.url);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ brokerUrl }));
});
beforeAll(() => new Promise<void>((done) => consoleServer.listen(0, '127.0.0.1', done)));
afterAll(() => void consoleServer.close());

/** An oven that is away, the time as its `tick` is told it, and what it has done. */
async function anOven() {
  const memory = newMemory(plate, false);
  memory.privateKey = await newPrivateKey();
  memory.credentials = { certificate: 'a certificate', brokerUrl: former } as Credentials;
  const work: Promise<unknown>[] = [];
  const needs = {
    memory,
    server: `http://127.0.0.1:${(consoleServer.address() as AddressInfo).port}`,
    locateSeconds: 300,
    isAway: vi.fn(() => true),
    save: vi.fn(async () => undefined),
    inTurn: <Result>(one: () => Promise<Result>) => {
      const done = one();
      work.push(done);
      return done;
    },
  };
  const { tick } = openLocating(needs);
  const startAt = Date.now();
  return {
    ...needs,
    tickAfter: async (seconds: number) => {
      tick(startAt + seconds * 1000);
      await Promise.all(work);
      return asked.splice(0).length;
    },
  };
}

test('LNK-02 an oven that is away asks for the broker after five to ten minutes, and each time after as many again', async () => {
  brokerUrl = 'mqtts://ovens.example:8884';
  const oven = await anOven();
  expect(await oven.tickAfter(299)).toBe(0);
  expect(await oven.tickAfter(601)).toBe(1);
  expect([oven.memory.credentials?.brokerUrl, oven.save.mock.calls.length]).toEqual([brokerUrl, 1]);
  expect(await oven.tickAfter(900)).toBe(0);
  expect(await oven.tickAfter(1202)).toBe(1);
});

test('LNK-02 an oven that is connected does not ask, and begins to wait when its connection is lost', async () => {
  const oven = await anOven();
  oven.isAway.mockReturnValue(false);
  expect(await oven.tickAfter(5000)).toBe(0);
  oven.isAway.mockReturnValue(true);
  expect(await oven.tickAfter(5299)).toBe(0);
  expect(await oven.tickAfter(5601)).toBe(1);
});

test.each(['mqtt://ovens.example:1883', 'https://ovens.example', 'no address'])(
  'LNK-02 an oven keeps its address when it is told to give up TLS: %s',
  async (told) => {
    brokerUrl = told;
    const oven = await anOven();
    expect(await oven.tickAfter(601)).toBe(1);
    expect([oven.memory.credentials?.brokerUrl, oven.save.mock.calls.length]).toEqual([former, 0]);
  },
);
