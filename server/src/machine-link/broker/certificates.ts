import { type RawBuilder, sql } from 'kysely';
import { linkScope, type Trx } from '../../db/database.ts';
import { type Retention, retentionOfRows } from '../../kit/retention.ts';
import type { Services } from '../../kit/services.ts';
import type { Authority, IssuedCertificate } from './authority.ts';
import type { RevokedCertificate } from './crl.ts';

export interface KeptCertificate extends Omit<IssuedCertificate, 'certificate'> {
  certificate?: string;
  /** Of a renewal: SHA-256 of its request. The certificate is kept with it, for the same request sent again. */
  requestHash?: string;
}

/** Every certificate that was issued is kept until it expires, so that brokers can be told which are revoked. */
export async function keepCertificate(
  trx: Trx,
  machineId: string,
  { serialNumber, fingerprint, expiresAt, ...renewed }: KeptCertificate,
): Promise<void> {
  await trx
    .insertInto('machineCertificates')
    .values({ serialNumber, machineId, fingerprint, expiresAt, ...renewedColumns(renewed) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function renewedColumns({ requestHash, certificate }: Pick<KeptCertificate, 'requestHash' | 'certificate'>) {
  return requestHash === undefined ? {} : { requestHash, certificate: certificate ?? null };
}

/**
 * SCL-01: the certificates with which no machine may connect at present: of machines that were deleted, released,
 * paired again or taken out of service, and former ones after a renewal. A machine that is in service again is not in
 * the next list.
 */
export async function revocationList(services: Services, authority: Authority): Promise<string> {
  return authority.revocationList(await findRevoked(services), services.now());
}

/** With the time at which each was issued, because that at which it was revoked is not known. */
export async function findRevoked(services: Services): Promise<RevokedCertificate[]> {
  const now = services.now();
  const { rows } = await services.db.as(linkScope, (trx) =>
    sql<{ serialNumber: string; issuedAt: Date }>`with accepted as materialized (
        ${accepted('certificateFingerprint')} union all ${accepted('formerFingerprint')})
      select issued."serialNumber", issued."issuedAt" from "machineCertificates" issued
      where issued."expiresAt" > ${now} and not exists (select 1 from accepted
        where accepted.fingerprint = issued.fingerprint)
      order by issued."serialNumber"`.execute(trx),
  );
  return rows.map(({ serialNumber, issuedAt }) => ({ serialNumber, at: issuedAt }));
}

function accepted(column: 'certificateFingerprint' | 'formerFingerprint'): RawBuilder<unknown> {
  return sql`select ${sql.ref(column)} as fingerprint from machines where active and "pairedAt" is not null
    and ${sql.ref(column)} is not null`;
}

export const certificateRetention: Retention = retentionOfRows({
  name: 'issued certificates of machines',
  keptFor: 'until they expire',
  days: 0,
  table: 'machineCertificates',
  isDue: (before) => sql`"expiresAt" < ${before}`,
  as: linkScope,
});
