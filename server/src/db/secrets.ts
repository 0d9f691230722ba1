import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Values that the servers of one database share and that nobody else may read: signing keys, the authority's key. */
export interface SecretStore {
  /** The stored value, or the one that `make` gives, kept from then on (the first server to ask wins). */
  get(name: string, make: () => Promise<string> | string): Promise<string>;
}

export async function withSecretStore<Result>(url: string, work: (store: SecretStore) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work({
      get: async (name, make) => {
        const known = await client.query('select value from "serverSecrets" where name = $1', [name]);
        if (known.rows[0]) return known.rows[0].value as string;
        await client.query('insert into "serverSecrets" (name, value) values ($1, $2) on conflict do nothing', [name, await make()]);
        const kept = await client.query('select value from "serverSecrets" where name = $1', [name]);
        return kept.rows[0].value as string;
      },
    });
  } finally {
    await client.end();
  }
}

export function randomKey(): string {
  return randomBytes(32).toString('base64');
}
