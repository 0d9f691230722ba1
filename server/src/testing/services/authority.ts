import { readMasterKey } from '../../db/masterKey.ts';
import { withSecretStore } from '../../db/secrets.ts';
import { type Authority, openAuthority } from '../../machine-link/index.ts';
import type { TestHouse } from '../openHouse.ts';
import { testMasterKey } from '../process.ts';

/** The certificate authority that this server keeps in its database. */
export async function authorityOf({ databaseUrl }: TestHouse): Promise<Authority> {
  const masterKey = await readMasterKey({ given: testMasterKey });
  return withSecretStore(databaseUrl, masterKey, (store) => openAuthority(store));
}
