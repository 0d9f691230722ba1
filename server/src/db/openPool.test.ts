import { expect, inject, it } from 'vitest';
import { openPool } from './openPool.ts';
import { withClient } from './withClient.ts';

it('RUN-03 an idle connection that PostgreSQL ends does not end the process, and the pool opens another one', async () => {
  const { href: url } = new URL('/postgres', inject('clusterUrl'));
  const pool = openPool({ connectionString: url, max: 1 });
  const removed = new Promise((resolve) => pool.once('remove', resolve));
  const { rows } = await pool.query('select pg_backend_pid() as pid');
  await withClient(url, (client) => client.query('select pg_terminate_backend($1::int)', [rows[0].pid]));
  await removed;
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
