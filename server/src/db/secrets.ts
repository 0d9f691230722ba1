import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { isSealed, seal, unseal } from './masterKey.ts';
import { withClient } from './withClient.ts';

/**
 * Values that the servers of one database share and that no one else may read: signing keys, the certificate
 * authority's key.
 */
export interface SecretStore {
  /** The stored value, or the result of `make`, stored from then on (the first server's value is kept). */
  get(name: string, make: () => Promise<string> | string): Promise<string>;
}

/** They are encrypted in the table with the master key, which is stored elsewhere (SEC-05). */
export function withSecretStore<Result>(
  url: string,
  masterKey: Buffer,
  work: (store: SecretStore) => Promise<Result>,
): Promise<Result> {
  return withClient(url, async (client) => {
    await sealPlain(client, masterKey);
    return work({
      get: async (name, make) => {
        const known = await find(client, name);
        if (known !== null) return unseal(masterKey, name, known);
        const made = seal(masterKey, name, await make());
        await client.query('insert into "serverSecrets" (name, value) values ($1, $2) on conflict do nothing', [
          name,
          made,
        ]);
        return unseal(masterKey, name, (await find(client, name)) ?? made);
      },
    });
  });
}

/** Encrypts all of them with another master key, in one transaction; returns their number. */
export function resealSecrets(url: string, from: Buffer, to: Buffer): Promise<number> {
  return withClient(url, async (client) => {
    await client.query('begin');
    const { rows } = await client.query<{ name: string; value: string }>(
      'select name, value from "serverSecrets" for update',
    );
    for (const { name, value } of rows) {
      const plain = isSealed(value) ? unseal(from, name, value) : value;
      await client.query('update "serverSecrets" set value = $2 where name = $1', [name, seal(to, name, plain)]);
    }
    await client.query('commit');
    return rows.length;
  });
}

async function find(client: pg.Client, name: string): Promise<string | null> {
  const { rows } = await client.query<{ value: string }>('select value from "serverSecrets" where name = $1', [name]);
  return rows[0]?.value ?? null;
}

/** Values of an older version are plain text until the first start of this one. */
async function sealPlain(client: pg.Client, masterKey: Buffer): Promise<void> {
  const { rows } = await client.query<{ name: string; value: string }>('select name, value from "serverSecrets"');
  for (const { name, value } of rows)
    if (!isSealed(value))
      await client.query('update "serverSecrets" set value = $3 where name = $1 and value = $2', [
        name,
        value,
        seal(masterKey, name, value),
      ]);
}

export function randomKey(): string {
  return randomBytes(32).toString('base64');
}
