import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFleet } from './fleet.ts';

const plates = Array.from({ length: 120 }, (_, n) => ({
  serialNumber: `SOLE-${n}`,
  pin: '1234',
  model: 'sole-2-08',
  timezone: 'Europe/Paris',
  softwareVersion: '3.4.1',
}));

/**
 * Answers no pairing call before 50 wait or every oven has called, and then after a pause in which more could call;
 * `everyOneHasCalled` resolves with the most at once.
 */
async function aPatientServer() {
  const waiting: ServerResponse[] = [];
  const called = new Set<string>();
  const { promise: everyOneHasCalled, resolve } = Promise.withResolvers<number>();
  let most = 0;
  const answer = () => {
    for (const one of waiting.splice(0)) one.writeHead(403).end();
    if (called.size === plates.length) resolve(most);
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    called.add(JSON.parse(text).serialNumber);
    most = Math.max(most, waiting.push(response));
    if (waiting.length === 50 || called.size === plates.length) setTimeout(answer, 500);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, everyOneHasCalled };
}

test('SCL-05 of a large fleet fifty ovens pair and connect at once, every oven has its turn, and their order is that of the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ovens-'));
  const { server, address, everyOneHasCalled } = await aPatientServer();
  const fleet = await openFleet({
    server: address,
    folder,
    plates,
    speed: 1,
    pastDays: 0,
    updateFailures: 0,
    locateSeconds: 300,
  });
  expect(fleet.list().map(({ serialNumber }) => serialNumber)).toEqual(plates.map(({ serialNumber }) => serialNumber));
  expect(await everyOneHasCalled).toBe(50);
  await fleet.close();
  server.close();
  await rm(folder, { recursive: true });
});
