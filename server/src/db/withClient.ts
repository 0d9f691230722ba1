import pg from 'pg';

/**
 * For work outside the pools, mostly the owner's: one connection, closed whatever happens. Refused when nobody answers
 * in ten seconds.
 */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'fournil-once',
  });
  // Its queries are refused when the connection ends; the event alone would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
