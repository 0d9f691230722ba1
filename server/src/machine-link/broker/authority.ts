import { dayMilliseconds, hourMilliseconds } from '@fournil/contract/kit/durations';
import 'reflect-metadata';
import { X509Certificate as NodeCertificate, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { SecretStore } from '../../db/secrets.ts';
import { encodeCrl, type RevokedCertificate } from './crl.ts';

const crypto = webcrypto;
cryptoProvider.set(crypto);
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Our own certificate authority: signs the broker's certificate and one for each paired machine. */
export interface Authority {
  certificate: string;
  /** For the broker, valid under these host names and addresses. */
  forBroker(hosts: readonly string[], now: Date): Promise<{ certificate: string; key: string }>;
  /** For a machine, from its own request; throws when the request is not one, or not signed by its key. */
  forMachine(request: string, machineId: string, now: Date): Promise<IssuedCertificate>;
  /** For a connection of our own to a shared broker, under this name and for a day, with its key. */
  forOurselves(name: string, now: Date): Promise<{ certificate: string; key: string }>;
  /**
   * A list of revoked certificates (RFC 5280, 5) in PEM form. It is valid for a week: a broker whose list has expired
   * refuses every machine.
   */
  revocationList(revoked: readonly RevokedCertificate[], now: Date): Promise<string>;
}

export interface IssuedCertificate {
  certificate: string;
  /** Lower-case hexadecimal. */
  serialNumber: string;
  fingerprint: string;
  expiresAt: Date;
}

export async function openAuthority(store: SecretStore, machineDays = () => 365): Promise<Authority> {
  const storedPair = JSON.parse(await store.get('authority', makeAuthority)) as { certificate: string; key: string };
  const certificate = new X509Certificate(storedPair.certificate);
  const signingKey = await crypto.subtle.importKey(
    'pkcs8',
    PemConverter.decodeFirst(storedPair.key),
    algorithm,
    false,
    ['sign'],
  );
  const sign = (subject: string, publicKey: webcrypto.CryptoKey, days: number, now: Date, extensions: Extension[]) =>
    X509CertificateGenerator.create({
      serialNumber: serialNumber(),
      issuer: certificate.subject,
      subject,
      notBefore: new Date(now.getTime() - dayMilliseconds),
      notAfter: new Date(now.getTime() + days * dayMilliseconds),
      publicKey,
      signingKey,
      signingAlgorithm: algorithm,
      extensions,
    });
  return {
    certificate: storedPair.certificate,
    forBroker: async (hosts, now) => {
      const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const names = hosts.map((host) => ({ type: isIP(host) ? ('ip' as const) : ('dns' as const), value: host }));
      const certificate = await sign('CN=Fournil broker', keys.publicKey, 365, now, [
        new SubjectAlternativeNameExtension(names),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      ]);
      return { certificate: certificate.toString('pem'), key: await keyText(keys.privateKey) };
    },
    forMachine: async (request, machineId, now) => {
      const csr = new Pkcs10CertificateRequest(request);
      if (!(await csr.verify())) throw new Error('the request is not signed by its own key');
      const certificate = await sign(
        `CN=${machineId}`,
        (await csr.publicKey.export()) as webcrypto.CryptoKey,
        machineDays(),
        now,
        [
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
        ],
      );
      const pem = certificate.toString('pem');
      return {
        certificate: pem,
        serialNumber: certificate.serialNumber.toLowerCase(),
        fingerprint: fingerprintOf(pem),
        expiresAt: certificate.notAfter,
      };
    },
    forOurselves: async (name, now) => {
      const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const certificate = await sign(`CN=${name}`, keys.publicKey, 1, now, [
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
      ]);
      return { certificate: certificate.toString('pem'), key: await keyText(keys.privateKey) };
    },
    revocationList: (revoked, now) => signedList(certificate, signingKey, revoked, now),
  };
}

async function signedList(
  certificate: X509Certificate,
  signingKey: webcrypto.CryptoKey,
  revoked: readonly RevokedCertificate[],
  now: Date,
): Promise<string> {
  const list = await encodeCrl(revoked, {
    issuer: new Uint8Array(certificate.subjectName.toArrayBuffer()),
    thisUpdate: new Date(now.getTime() - hourMilliseconds),
    nextUpdate: new Date(now.getTime() + 7 * dayMilliseconds),
    sign: async (data) =>
      new Uint8Array(await crypto.subtle.sign(algorithm, signingKey, data as Uint8Array<ArrayBuffer>)),
  });
  // OpenSSL’s name for it (RFC 7468, 6).
  return PemConverter.encode(list, 'X509 CRL');
}

/** As Node's TLS gives it for a peer: upper-case hex with colons, SHA-256. */
export function fingerprintOf(pem: string): string {
  return new NodeCertificate(pem).fingerprint256;
}

async function makeAuthority(): Promise<string> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: 'CN=Fournil machine authority',
    notBefore: new Date(Date.now() - dayMilliseconds),
    notAfter: new Date(Date.now() + 20 * 365 * dayMilliseconds),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  const key = await keyText(keys.privateKey);
  return JSON.stringify({ certificate: certificate.toString('pem'), key });
}

async function keyText(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

function serialNumber(): string {
  // A positive integer: the first bit stays 0.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = (bytes[0] ?? 0) & 0x7f;
  return Buffer.from(bytes).toString('hex');
}
