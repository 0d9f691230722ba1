import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../base/makeFolder.ts';
import { removeAbandoned, replaceFile } from '../base/replaceFile.ts';
import { renewRevocationFile } from '../machine-link/index.ts';
import { withServer } from './access.ts';
import type { CommandCall } from './commandCall.ts';

/**
 * SCL-01: the files that a shared broker needs for TLS: `authority.pem` to check the certificates of machines and
 * servers, `broker.pem` and `broker-key.pem` for itself, `crl.pem` with the revoked certificates. Each is replaced as a
 * whole. In a folder with the setgid bit the key is readable for the folder's group, so that the broker may run as
 * another user; elsewhere for the caller only. The list is valid for a week; a running broker gets the next ones from
 * GET /api/machine-link/revoked.crl, or from the file of BROKER_CRL_FILE.
 */
export async function writeBrokerFiles({ config, say }: CommandCall, folder: string, hosts: readonly string[]) {
  await makeFolder(folder, 0o755);
  return withServer(config, async (services, authority) => {
    const isForGroup = ((await stat(folder)).mode & 0o2000) !== 0;
    const { certificate, key } = await authority.forBroker(hosts, services.now());
    const files = [
      ['authority.pem', authority.certificate, 0o644],
      ['broker.pem', certificate, 0o644],
      ['broker-key.pem', key, isForGroup ? 0o640 : 0o600],
    ] as const;
    for (const [name, text, mode] of files) {
      await replaceFile(join(folder, name), text, mode);
      await removeAbandoned(join(folder, name));
      say(join(folder, name));
    }
    await renewRevocationFile(services, authority, join(folder, 'crl.pem'));
    say(join(folder, 'crl.pem'));
    return 0;
  });
}
