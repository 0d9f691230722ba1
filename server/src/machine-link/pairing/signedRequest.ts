import { createVerify, X509Certificate } from 'node:crypto';
import { unprocessable } from '../../kit/errors.ts';
import type { ShownCertificate } from '../broker/findMachine.ts';

/** Whether this text is signed by the key of the present certificate; false for any other signature. */
export function isSignedBy(present: X509Certificate, text: string, signature: string): boolean {
  try {
    return createVerify('SHA256').update(text).verify(present.publicKey, signature, 'base64');
  } catch {
    return false;
  }
}

/** Throws 422 for what is no certificate. */
export function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw unprocessable({ path: 'certificate', key: 'custom.validation.invalid', args: {} });
  }
}

/** The machine that a certificate names, or an empty text, and what is compared of it. */
export function shownBy(present: X509Certificate): { machineId: string; shown: ShownCertificate } {
  return {
    machineId: /CN=([0-9a-f-]{36})/.exec(present.subject)?.[1] ?? '',
    shown: {
      fingerprint: present.fingerprint256,
      serialNumber: present.serialNumber.toLowerCase(),
      expiresAt: new Date(present.validTo),
    },
  };
}
