import { expect, test } from 'vitest';
import { anOrganisation, aPerson } from '../testing/builders.ts';
import { createDatabase, openTestServer } from '../testing/testServer.ts';
import { openPool } from './openPool.ts';

test('SEC-07 while a table is locked, calls that need others are served, and all are when it is free again', async () => {
  const database = await createDatabase();
  const server = await openTestServer({}, database);
  const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  const pool = openPool({ connectionString: database, max: 1 });
  const owner = await pool.connect();
  await owner.query('begin');
  await owner.query('lock table machines in access exclusive mode');
  const locked = Array.from({ length: 24 }, () => admin.get('/machines'));
  await expect.poll(() => server.isLockAwaited()).toBe(true);
  for (const path of ['/tags', '/api-tokens', '/webhooks'])
    expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  await owner.query('rollback');
  owner.release();
  const answers = (await Promise.all(locked)).map(({ status, headers }) => [status, headers['retry-after']].join(' '));
  expect(answers).toContain('503 2');
  expect(answers.filter((answer) => answer !== '503 2' && answer !== '200 ')).toEqual([]);
  expect((await admin.get('/machines')).status).toBe(200);
  await pool.end();
  await server.close();
});
