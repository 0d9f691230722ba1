import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { replaceFile } from '../../base/replaceFile.ts';
import { repeat } from '../../kit/process/repeat.ts';
import type { Services } from '../../kit/services.ts';
import type { Authority } from '../broker/authority.ts';
import { findRevoked } from '../broker/certificates.ts';

const intervalMilliseconds = 10_000;
/** A list is valid for a week; after this part of it, it is written anew although nothing has changed. */
const renewedAfterMilliseconds = 3 * dayMilliseconds;

export interface RevocationFile {
  /** A certificate was revoked, or is accepted again. */
  renew(): void;
  close(): Promise<void>;
}

/**
 * SCL-01: keeps the list of revoked certificates in the file of BROKER_CRL_FILE, for a broker on the same computer: at
 * once after a machine was released or taken out of service, and within seconds when one is in service again.
 */
export function keepRevocationFile(services: Services, authority: Authority, path: string): RevocationFile {
  const { now: renew, close } = repeat(
    () => renewRevocationFile(services, authority, path),
    intervalMilliseconds,
    (error) => services.log.error({ reason: (error as Error).message }, 'BROKER_CRL_FILE cannot be renewed'),
  );
  renew();
  return { renew, close };
}

/**
 * Writes the list when it would say something else than the file does, or when the file is some days old: the broker
 * has to read a new file by itself, which is work for it, so a start of a server alone is no reason for one. Everybody
 * may read the file, because the broker runs as another user than the server.
 */
export async function renewRevocationFile(services: Services, authority: Authority, path: string): Promise<void> {
  const [revoked, now] = [await findRevoked(services), services.now()];
  const serials = revoked.map(({ serialNumber }) => serialNumber).join(' ');
  const contents = createHash('sha256').update(`${authority.certificate}\n${serials}`).digest('hex');
  const former = /^# ([0-9a-f]{64}) of (\S+)\n/.exec(await headOf(path));
  const ageMilliseconds = now.getTime() - Date.parse(former?.[2] ?? '');
  if (former?.[1] === contents && ageMilliseconds >= 0 && ageMilliseconds < renewedAfterMilliseconds) return;
  // Readers of PEM skip what is before the list.
  const head = `# ${contents} of ${now.toISOString()}\n`;
  await replaceFile(path, head + (await authority.revocationList(revoked, now)), 0o644);
}

/** The first characters of a file; none when it cannot be read. */
async function headOf(path: string): Promise<string> {
  try {
    let head = '';
    for await (const part of createReadStream(path, { end: 127, encoding: 'latin1' })) head += part;
    return head;
  } catch {
    return '';
  }
}
