import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { keyOfRequest } from '../../machine-link/index.ts';

interface Attempt {
  words: string;
  hash?: string;
  text?: (request: string) => string | Buffer;
  isByNewKey?: true;
  dsaEncoding?: 'der' | 'ieee-p1363';
}

/** What machines sign in place of the text of their request; the first one is right. */
const attempts: Attempt[] = [
  {
    words:
      'the signature is right, but `certificate` is no longer the present one: keep the newest answer before you use it',
  },
  { words: 'the signature is r and s, one after the other: send it in DER', dsaEncoding: 'ieee-p1363' },
  {
    words: 'the signature is over the request without its last line feed: sign the text exactly as it is sent',
    text: (request) => request.trimEnd(),
  },
  {
    words: 'the signature is over the request with one line feed more: sign the text exactly as it is sent',
    text: (request) => `${request}\n`,
  },
  {
    words: 'the signature is over the request with \\n in two characters: sign it as it is before it becomes JSON',
    text: (request) => JSON.stringify(request).slice(1, -1),
  },
  {
    words: 'the signature is over the bytes inside the PEM: sign the text of the PEM',
    text: (request) => Buffer.from(request.replaceAll(/-----[^-]*-----|\s/g, ''), 'base64'),
  },
  {
    words: 'it was hashed twice: give the text to the function that signs, not its hash',
    text: (request) => createHash('sha256').update(request).digest(),
  },
  { words: 'the signature is by the new key: sign with the key of the present certificate', isByNewKey: true },
  { words: 'the hash is SHA-384: use SHA-256', hash: 'sha384' },
  { words: 'the hash is SHA-512: use SHA-256', hash: 'sha512' },
];

/** LNK-04: why the signature of a renewal was refused, as far as that can be found out; else what it has to be. */
export function whatWasSigned(body: string): string {
  const otherwise =
    'sign the text of `certificateRequest` exactly as it is sent, last line feed included, with the key of the present ' +
    'certificate: ECDSA with SHA-256 in DER, for RSA keys PKCS #1 v1.5; base64';
  try {
    const input = JSON.parse(body) as Record<'certificate' | 'certificateRequest' | 'signature', string>;
    const present = new X509Certificate(input.certificate).publicKey;
    return attempts.find((attempt) => isMadeBy(attempt, present, input))?.words ?? otherwise;
  } catch {
    return otherwise;
  }
}

function isMadeBy(
  { hash = 'sha256', text = (request) => request, isByNewKey, dsaEncoding = 'der' }: Attempt,
  present: KeyObject,
  { certificateRequest, signature }: { certificateRequest: string; signature: string },
): boolean {
  try {
    const key = isByNewKey ? keyOfRequest(certificateRequest) : present;
    if (!key) return false;
    const signed = Buffer.from(text(certificateRequest));
    return verify(hash, signed, { key, dsaEncoding }, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
