import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMachine, anOrganisation, aPerson } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { type Database, organisationScope, type Scope, type Trx } from './database.ts';

let server: TestServer;
let db: Database;
let own: Scope;
let machineId: string;

beforeAll(async () => {
  server = await openTestServer();
  db = server.services.db;
  const organisation = await anOrganisation(server);
  own = organisationScope(organisation);
  machineId = (await aMachine(await aPerson(server, 'clientAdmin', organisation))).id;
  await aMachine(await aPerson(server, 'clientAdmin', await anOrganisation(server)));
});
afterAll(() => server.close());

const ids = async (trx: Trx) => (await trx.selectFrom('machines').select('id').execute()).map(({ id }) => id);
const began = async (trx: Trx) => (await sql<{ at: string }>`select now()::text as at`.execute(trx)).rows[0]?.at;
const rename = (trx: Trx, name: string) => trx.updateTable('machines').set({ name }).execute();
const nameNow = () =>
  db.read(own, async (trx) => (await trx.selectFrom('machines').select('name').executeTakeFirstOrThrow()).name);
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: { code?: string }) => error.code,
  );

describe.each(['as', 'read'] as const)('RGT-06 a transaction opened with %s', (way) => {
  it('sees rows of its own organisation only, with queries at once or one after the other', async () => {
    const seen = await db[way](own, async (trx) => [...(await Promise.all([ids(trx), ids(trx)])), await ids(trx)]);
    expect(seen).toEqual([[machineId], [machineId], [machineId]]);
  });

  it('reports the error of a failed query, and returns a working connection to the pool', async () => {
    const failing = (trx: Trx) => Promise.all([sql`select 1 / 0`.execute(trx), ids(trx)]);
    // As many as there are connections, so that every connection of the pool has had a failure.
    expect(await Promise.all(Array.from({ length: 16 }, () => code(db[way](own, failing))))).toEqual(
      Array(16).fill('22012'),
    );
    expect(await Promise.all(Array.from({ length: 16 }, () => db[way](own, ids)))).toEqual(Array(16).fill([machineId]));
    // Background tasks of the server may be using one at this moment.
    const inUse = () => {
      const { open, idle, waiting } = db.connections();
      return { waiting, busy: open - idle };
    };
    await expect.poll(inUse).toEqual({ waiting: 0, busy: 0 });
  });

  it('reports the original error to Promise.all, however long the chain of promises', async () => {
    const far = async (trx: Trx) => {
      await sql`select 1 / 0`.execute(trx).catch(async (error) => {
        await Promise.resolve();
        throw error;
      });
    };
    expect(await code(db[way](own, (trx) => Promise.all([far(trx), ids(trx)])))).toBe('22012');
  });

  it('refuses queries once it has ended', async () => {
    let kept: Trx | undefined;
    await db[way](own, async (trx) => {
      kept = trx;
      await ids(trx);
    });
    await expect(ids(kept as Trx)).rejects.toThrow('This transaction is over');
  });
});

describe('the function “as”', () => {
  it('runs one transaction, which commits as a whole or not at all', async () => {
    const before = await nameNow();
    const work = db.as(own, async (trx) => {
      const times = [...(await Promise.all([began(trx), began(trx)])), await began(trx)];
      expect(new Set(times).size).toBe(1);
      await rename(trx, 'Never');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await nameNow()).toBe(before);
    await db.as(own, (trx) => rename(trx, 'Renamed'));
    expect(await nameNow()).toBe('Renamed');
  });

  it('rolls back when a query that was not awaited has failed', async () => {
    const before = await nameNow();
    const careless = db.as(own, async (trx) => {
      await rename(trx, 'Half');
      sql`select 1 / 0`.execute(trx).catch(() => undefined);
    });
    await expect(careless).rejects.toThrow();
    expect(await nameNow()).toBe(before);
  });
});

describe('the function “read”', () => {
  it('sends the queries of one turn in one transaction, and those of the next turn in another', async () => {
    const times = await db.read(own, async (trx) => [
      ...(await Promise.all([began(trx), began(trx)])),
      await began(trx),
    ]);
    expect(times[1]).toBe(times[0]);
    expect(times[2]).not.toBe(times[0]);
  });

  it('cannot write', async () => {
    const before = await nameNow();
    expect(await code(db.read(own, (trx) => rename(trx, 'Written')))).toBe('25006');
    expect(await nameNow()).toBe(before);
  });

  it('continues after a failed query when its caller handles the error', async () => {
    const seen = await db.read(own, async (trx) => {
      expect(await code(sql`select 1 / 0`.execute(trx))).toBe('22012');
      return ids(trx);
    });
    expect(seen).toEqual([machineId]);
  });
});
