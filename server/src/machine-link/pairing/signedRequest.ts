import { createVerify, X509Certificate } from 'node:crypto';
import type { renewInput } from '@fournil/contract/machine-link/pairing';
import type { z } from 'zod';
import { unprocessable } from '../../kit/errors.ts';

/** Whether the request of a renewal is signed by the key of the present certificate; false for any other signature. */
export function isSignedBy(present: X509Certificate, input: z.infer<typeof renewInput>): boolean {
  try {
    return createVerify('SHA256').update(input.certificateRequest).verify(present.publicKey, input.signature, 'base64');
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
