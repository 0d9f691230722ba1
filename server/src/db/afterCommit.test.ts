import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { afterCommit } from './afterCommit.ts';
import { gateScope } from './database.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

it('SCL-05 what a transaction leaves for a listener is passed on after its commit, and not after a rollback', async () => {
  const { db } = server.services;
  const heard: unknown[] = [];
  db.onCommit('test', (contents) => heard.push(contents));
  await db.as(gateScope, async (trx) => {
    afterCommit(trx, 'test', 'a');
    await trx.selectFrom('organisations').select('id').limit(1).execute();
    afterCommit(trx, 'other', 'c');
    afterCommit(trx, 'test', 'b');
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual([['a', 'b']]);
  const failed = db.as(gateScope, async (trx) => {
    afterCommit(trx, 'test', 'undone');
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  expect(heard).toHaveLength(1);
});
