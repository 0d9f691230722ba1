import pg from 'pg';

/**
 * A pool whose connections may break, idle, in use or while they are closed: a waiting query gets the error, and the
 * pool opens another connection. Without these listeners the `error` event would end the process, for example when the
 * embedded PostgreSQL is stopped just after the pool.
 */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
