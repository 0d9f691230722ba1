import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../base/makeFolder.ts';
import { revocationList } from '../machine-link/index.ts';
import { withHouse } from './access.ts';
import type { Order } from './order.ts';

/**
 * SCL-01: the files that a shared broker needs for TLS: `authority.pem` to check the certificates of machines and
 * servers, `broker.pem` and `broker-key.pem` for itself, `crl.pem` with the revoked certificates. Each is replaced as a
 * whole. The list is valid for a week; a running broker gets the next ones from
 * GET /api/machine-link/revoked.crl, or from the file of BROKER_CRL_FILE.
 */
export function writeBrokerFiles({ config, say }: Order, folder: string, hosts: readonly string[]): Promise<number> {
  return withHouse(config, async (house, authority) => {
    const { certificate, key } = await authority.forBroker(hosts, house.now());
    await makeFolder(folder);
    const write = async (name: string, text: string, mode = 0o644) => {
      const path = join(folder, name);
      await writeFile(`${path}.new`, text, { mode });
      await rename(`${path}.new`, path);
      say(path);
    };
    await write('authority.pem', authority.certificate);
    await write('broker.pem', certificate);
    await write('broker-key.pem', key, 0o600);
    await write('crl.pem', await revocationList(house, authority));
    return 0;
  });
}
