import 'reflect-metadata';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { X509CertificateGenerator } from '@peculiar/x509';
import { beforeAll, describe, expect, it } from 'vitest';
import { aKeyPair } from '../../testing/oven.ts';
import { whatWasSigned } from './renewalSignature.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
let presentKey: string;
let certificate: string;
let next: { key: string; certificateRequest: string };

beforeAll(async () => {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await X509CertificateGenerator.createSelfSigned({ keys, signingAlgorithm: algorithm, name: 'CN=SN-1' });
  certificate = made.toString('pem');
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  presentKey = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`;
  const { key, certificateRequest } = await aKeyPair();
  next = { key, certificateRequest: `${certificateRequest.trimEnd()}\n` };
});

/** What is said about a renewal whose machine signs like this. */
function said(
  text: (request: string) => string | Buffer,
  { key = presentKey, hash = 'sha256', dsaEncoding = 'der' as 'der' | 'ieee-p1363' } = {},
): string {
  const { certificateRequest } = next;
  const signature = sign(hash, Buffer.from(text(certificateRequest)), { key: createPrivateKey(key), dsaEncoding });
  return whatWasSigned(JSON.stringify({ certificate, certificateRequest, signature: signature.toString('base64') }));
}

describe('MKR-03 a renewal that was answered 403', () => {
  const whole = (request: string) => request;

  it('is explained by what the machine has signed', () => {
    expect(said(whole)).toMatch(/^the signature is right, but `certificate` is no longer the present one/);
    expect(said(whole, { dsaEncoding: 'ieee-p1363' })).toMatch(/r and s, one after the other: send it in DER/);
    expect(said((request) => request.trimEnd())).toMatch(/without its last line feed/);
    expect(said((request) => `${request}\n`)).toMatch(/with one line feed more/);
    expect(said((request) => request.replaceAll('\n', '\\n'))).toMatch(/with \\n in two characters/);
    expect(said((request) => createHash('sha256').update(request).digest())).toMatch(/^it was hashed twice/);
    expect(said(whole, { key: next.key })).toMatch(/by the new key/);
    expect(said(whole, { hash: 'sha384' })).toMatch(/SHA-384: use SHA-256/);
    const inside = (request: string) => Buffer.from(request.split('\n').slice(1, -2).join(''), 'base64');
    expect(said(inside)).toMatch(/over the bytes inside the PEM/);
  });

  it('is explained by the rule where nothing of that fits', () => {
    expect(said(() => 'something else')).toMatch(/^sign the text of `certificateRequest` exactly as it is sent/);
    expect(whatWasSigned('no JSON')).toMatch(/^sign the text of/);
  });
});
