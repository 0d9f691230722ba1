import { readMasterKey } from '../../db/masterKey.ts';
import { withSecretStore } from '../../db/secrets.ts';
import { type Authority, openAuthority } from '../../machine-link/index.ts';
import { testMasterKey } from '../process.ts';
import type { TestServer } from '../testServer.ts';

/** The certificate authority that this server keeps in its database. */
export async function authorityOf({ databaseUrl }: TestServer): Promise<Authority> {
  const masterKey = await readMasterKey({ given: testMasterKey });
  return withSecretStore(databaseUrl, masterKey, (store) => openAuthority(store));
}
