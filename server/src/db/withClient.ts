import pg from 'pg';

/**
 * For work outside the pools, mostly as the owner: one connection, closed in any case. Rejects when the server does
 * not answer within ten seconds.
 */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'fournil-once',
  });
  // A query rejects when the connection ends; the unhandled `error` event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
