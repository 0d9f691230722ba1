import 'reflect-metadata';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { acceptedKeys } from '@fournil/contract/machine-link/pairing';
import { Pkcs10CertificateRequest } from '@peculiar/x509';
import { unprocessable } from '../../kit/errors.ts';

/** OpenSSL's names of the accepted curves. */
const curves = new Map([
  ['prime256v1', 'P-256'],
  ['secp384r1', 'P-384'],
  ['secp521r1', 'P-521'],
]);

/**
 * MKR-01: throws 422 for a certificate request that cannot be read, is not signed by its own key, or has a key with
 * which no machine could connect; the answer names the key and those that are accepted.
 */
export async function checkMachineKey(certificateRequest: string): Promise<void> {
  const request = readRequest(certificateRequest);
  const key = request && keyOf(request);
  if (!key) throw unprocessable({ path: 'certificateRequest', key: 'custom.validation.certificateRequest', args: {} });
  if (!isAccepted(key))
    throw unprocessable({
      path: 'certificateRequest',
      key: 'custom.validation.machineKey',
      args: { key: nameOf(key), accepted: acceptedKeys.words },
    });
  if (!(await request.verify().catch(() => false)))
    throw unprocessable({ path: 'certificateRequest', key: 'custom.validation.requestSignature', args: {} });
}

/** The key of a certificate request (PKCS #10, PEM); null for what is none. */
export function keyOfRequest(pem: string): KeyObject | null {
  const request = readRequest(pem);
  return request && keyOf(request);
}

function readRequest(pem: string): Pkcs10CertificateRequest | null {
  try {
    return new Pkcs10CertificateRequest(pem);
  } catch {
    return null;
  }
}

function keyOf(request: Pkcs10CertificateRequest): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(request.publicKey.rawData), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

function isAccepted({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): boolean {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails;
  if (asymmetricKeyType === 'rsa')
    return modulusLength >= acceptedKeys.rsaBits.min && modulusLength <= acceptedKeys.rsaBits.max;
  return asymmetricKeyType === 'ec' && curves.has(namedCurve);
}

/** As a person would say it: `RSA 1024`, `ECDSA secp256k1`, `ed25519`. */
function nameOf({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): string {
  const { modulusLength, namedCurve } = asymmetricKeyDetails;
  if (asymmetricKeyType === 'rsa') return `RSA ${modulusLength}`;
  if (asymmetricKeyType === 'ec') return `ECDSA ${namedCurve}`;
  return asymmetricKeyType ?? 'unknown';
}
