import { rename, writeFile } from 'node:fs/promises';
import type { House } from '../../kit/house.ts';
import type { Authority } from '../broker/authority.ts';
import { findRevoked } from '../broker/certificates.ts';

const intervalMilliseconds = 10_000;
/** A list is valid for a week; it is written anew although nothing has changed. */
const renewedAfterMilliseconds = 86_400_000;

export interface RevocationFile {
  /** A certificate was revoked, or is accepted again. */
  renew(): void;
  close(): Promise<void>;
}

/**
 * SCL-01: keeps the list of revoked certificates in the file of BROKER_CRL_FILE, for a broker on the same computer: at
 * once after a machine was released or taken out of service, and within seconds when one is in service again. Replaced
 * as a whole, when it has changed; the broker has to read it again by itself.
 */
export function keepRevocationFile(house: House, authority: Authority, path: string): RevocationFile {
  let written = { serials: '', at: 0 };
  const write = async () => {
    const revoked = await findRevoked(house);
    const [serials, at] = [revoked.map(({ serialNumber }) => serialNumber).join(' '), house.now().getTime()];
    if (serials === written.serials && at < written.at + renewedAfterMilliseconds) return;
    const own = `${path}.${house.serverId}`;
    await writeFile(own, await authority.revocationList(revoked, house.now()));
    await rename(own, path);
    written = { serials, at };
  };
  let running = Promise.resolve();
  const renew = () => {
    running = running.then(write).catch((error) => house.log.error({ err: error }, 'revoked certificates not written'));
  };
  renew();
  const timer = setInterval(renew, intervalMilliseconds).unref();
  return {
    renew,
    close: () => {
      clearInterval(timer);
      return running;
    },
  };
}
