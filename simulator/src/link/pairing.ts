import { dayMilliseconds } from '@fournil/contract/kit/durations';
import 'reflect-metadata';
import { createSign, webcrypto } from 'node:crypto';
import { locateAnswer, type PairAnswer, pairAnswer } from '@fournil/contract/machine-link/pairing';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import type { z } from 'zod';
import type { Credentials, Plate } from '../state/store.ts';

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export type Result<Answer> = { answer: Answer } | { retryAfterSeconds: number | null; reason: string };

/** The machine's private key (PKCS #8, PEM). It never leaves the machine. */
export async function newPrivateKey(): Promise<string> {
  const pair = await webcrypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  return pem('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', pair.privateKey));
}

async function certificateRequest(privateKey: string, serialNumber: string): Promise<string> {
  const der = Buffer.from(privateKey.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  const signing = await webcrypto.subtle.importKey('pkcs8', der, curve, true, ['sign']);
  const { d: _private, key_ops: _use, ...open } = await webcrypto.subtle.exportKey('jwk', signing);
  const publicKey = await webcrypto.subtle.importKey('jwk', open, curve, true, ['verify']);
  const keys = { privateKey: signing, publicKey };
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: [{ CN: [serialNumber] }],
    keys,
    signingAlgorithm: curve,
  });
  return request.toString('pem');
}

/** Sends serial number and PIN to the server. A refusal and a network failure both lead to a later attempt. */
export async function pair(server: string, plate: Plate, privateKey: string): Promise<Result<PairAnswer>> {
  const { serialNumber, pin, model } = plate;
  return ask(server, 'pair', pairAnswer, {
    serialNumber,
    pin,
    model,
    certificateRequest: await certificateRequest(privateKey, serialNumber),
  });
}

/** In the last month of its certificate an oven asks for another one, of a new key. */
export function isRenewalDue({ certificateExpiresAt }: Credentials, nowAt: number): boolean {
  return Date.parse(certificateExpiresAt) - nowAt < renewedWithinMilliseconds;
}

const renewedWithinMilliseconds = 30 * dayMilliseconds;

/**
 * Sends the request of a new key, signed by the present one; the former certificate is accepted until this one is used.
 */
export async function renew(
  server: string,
  { certificate }: Credentials,
  keys: { present: string; next: string; serialNumber: string },
): Promise<Result<PairAnswer>> {
  const request = await certificateRequest(keys.next, keys.serialNumber);
  const signature = createSign('SHA256').update(request).sign(keys.present, 'base64');
  return ask(server, 'renew', pairAnswer, { certificate, certificateRequest: request, signature });
}

/** Asks where the broker is, with the present certificate, signed by its key. */
export async function locate(
  server: string,
  { certificate }: Credentials,
  privateKey: string,
): Promise<Result<z.infer<typeof locateAnswer>>> {
  const signature = createSign('SHA256').update(certificate).sign(privateKey, 'base64');
  return ask(server, 'locate', locateAnswer, { certificate, signature });
}

async function ask<Answer>(
  server: string,
  call: 'pair' | 'renew' | 'locate',
  schema: z.ZodType<Answer>,
  body: object,
): Promise<Result<Answer>> {
  try {
    const response = await fetch(new URL(`/api/machine-link/${call}`, server), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
    const retryAfterSeconds = Number(response.headers.get('retry-after')) || null;
    if (!response.ok) return { retryAfterSeconds, reason: `the server answered ${response.status}` };
    return { answer: schema.parse(await response.json()) };
  } catch (error) {
    return { retryAfterSeconds: null, reason: (error as Error).message };
  }
}

function pem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
