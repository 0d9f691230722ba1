import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMachine, anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { eventually } from '../../testing/oven.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { sendParts } from './exports.ts';

/** An endless stream of parts; `closed` is true after its reader has gone. */
function endless() {
  const state = { made: 0, closed: false };
  async function* parts() {
    try {
      for (;;) {
        state.made += 1;
        yield 'x'.repeat(100_000);
      }
    } finally {
      state.closed = true;
    }
  }
  return { state, parts: parts() };
}

describe('SEC-06 a download that is computed while it is read', () => {
  const app = Fastify();
  const { state, parts } = endless();
  const short = { isClosed: false };
  beforeAll(async () => {
    app.get('/endless', (_request, reply) => sendParts(reply, parts, 1000));
    app.get('/long', (_request, reply) => {
      reply.raw.once('close', () => {
        short.isClosed = true;
      });
      async function* once() {
        yield 'x'.repeat(30_000_000);
      }
      return sendParts(reply, once(), 1000);
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  it('ends with its database work when its reader takes nothing for 30 s', async () => {
    const call = rawCall(app.listeningOrigin, 'GET /endless HTTP/1.1\r\nhost: x\r\n\r\n');
    await call.says('xxx');
    call.socket.pause();
    await eventually(() => state.closed);
    const { made } = state;
    call.socket.resume();
    await call.ended;
    expect(state.made).toBe(made);
  });

  it('ends too when only its last part is not taken', async () => {
    const { port } = new URL(app.listeningOrigin);
    const socket = connect({ host: '127.0.0.1', port: Number(port) }).pause();
    socket.write('GET /long HTTP/1.1\r\nhost: x\r\n\r\n');
    await eventually(() => short.isClosed);
    socket.destroy();
  });
});

describe('SEC-06 concurrent downloads', () => {
  let server: TestServer;
  let people: Person[];
  let path: string;
  beforeAll(async () => {
    server = await openTestServer();
    const organisation = await anOrganisation(server);
    people = [];
    for (let index = 0; index < 5; index += 1)
      people.push(await aPerson(server, 'clientAdmin', organisation, { language: index === 0 ? 'FR' : 'EN' }));
    const machine = await aMachine(people[0] as Person);
    await server.ownerQuery(
      `insert into activities (id, "machineId", "organisationId", "reportId", type, at)
       select gen_random_uuid(), $1, $2, n::text, 'PowerOn', timestamptz '2026-01-01Z' + n * interval '1 second'
         from generate_series(1, 150000) n`,
      [machine.id, organisation],
    );
    path = `/api/machines/${machine.id}/activities.csv`;
  });
  afterAll(() => server.close());

  const begin = async ({ token }: Person) => {
    const stop = new AbortController();
    const answer = await fetch(server.url + path, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    return { answer, stop: () => stop.abort() };
  };
  const refusalOf = async ({ answer }: Awaited<ReturnType<typeof begin>>) => [
    answer.status,
    answer.headers.get('retry-after'),
    ((await answer.json()) as { detail: string }).detail.replace(/\s/g, ' '),
  ];

  it('are limited to two per person and eight per server; a further one is refused with Retry-After', async () => {
    const begun = [];
    for (const person of people.slice(0, 4)) begun.push(await begin(person), await begin(person));
    expect(begun.map(({ answer }) => answer.status)).toEqual(Array(8).fill(200));
    const [french, , , , fifth] = people as [Person, Person, Person, Person, Person];
    expect(await refusalOf(await begin(french))).toEqual([
      429,
      '10',
      expect.stringMatching(/^Deux de vos fichiers sont encore en préparation/),
    ]);
    expect(await refusalOf(await begin(fifth))).toEqual([
      503,
      '10',
      expect.stringMatching(/^Many files are being written/),
    ]);
    // Lists are answered meanwhile.
    (await fifth.get('/machines')).expect(200);
    for (const { stop } of begun) stop();
    const next = await eventually(async () => {
      const one = await begin(french);
      if (one.answer.status === 200) return one;
      one.stop();
      return null;
    });
    next.stop();
    await eventually(async () => {
      const [open] = await server.ownerQuery<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where application_name like 'fournil%'
          and datname = current_database() and state not in ('idle', 'disabled')`,
      );
      return open?.count === 0;
    });
  });
});
