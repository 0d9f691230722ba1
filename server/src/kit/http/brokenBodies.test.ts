import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { httpText, rawCall } from '../../testing/rawCall.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { newId } from '../ids.ts';

let server: TestServer;
let people: Person[];

beforeAll(async () => {
  server = await openTestServer();
  people = [
    await aPerson(server, 'superAdmin', null),
    await aPerson(server, 'clientAdmin', await anOrganisation(server)),
  ];
});
afterAll(() => server.close());

/** Every call that can carry a body; calls that end the caller's own session come last. */
function callsWithBody(): { method: string; path: string }[] {
  const ends = (path: string) => Number(/log_?out|sessions/.test(path));
  return server.web.calls
    .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
    .map(({ method, url }) => ({ method, path: url.replace(/:\w+/g, () => newId()) }))
    .sort((a, b) => ends(a.path) - ends(b.path));
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe('SEC-06 every call that takes a body', () => {
  it.each<[string, string, string]>([
    ['JSON', 'application/json', '{"name":"half'],
    [
      'a form',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\nhalf',
    ],
    ['a form without a boundary', 'multipart/form-data', 'half'],
    ['bytes', 'application/octet-stream', 'half'],
  ])(
    'answers a truncated body of %s, and survives a broken connection',
    async (_what, type, body) => {
      for (const { token } of people) {
        for (const { method, path } of callsWithBody()) {
          const headers = { authorization: `Bearer ${token}`, 'content-type': type };
          const answer = await rawCall(server.url, httpText(method, path, headers, body)).ended;
          expect(statusOf(answer), `${method} ${path}: ${answer}`).toBeGreaterThan(199);
          expect(statusOf(answer), `${method} ${path}: ${answer}`).toBeLessThan(500);
          const broken = rawCall(server.url, httpText(method, path, headers, body, 1000));
          broken.socket.once('connect', () => setImmediate(() => broken.socket.resetAndDestroy()));
          await broken.ended;
        }
      }
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    },
    120_000,
  );
});
