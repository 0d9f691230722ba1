import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ProgramBody } from '@fournil/contract/programs/programBody';

const docs = new URL('../../../../docs/', import.meta.url);

/** MKR-02: the test vectors for makers of machines. */
export interface Vectors {
  programs: { name: string; body: ProgramBody; canonicalText: string; sha256: string }[];
  renewals: {
    name: string;
    privateKey: string;
    certificate: string;
    certificateRequest: string;
    sha256OfRequest: string;
    signature: string;
    signatureOfCertificate: string;
  }[];
  updates: {
    name: string;
    version: string;
    sizeBytes: number;
    sha256: string;
    models: string[];
    statement: string;
    publicKey: string;
    signature: string;
  }[];
}

export function readVectors(): Vectors {
  return JSON.parse(readFileSync(new URL('machines/vectors.json', docs), 'utf8')) as Vectors;
}

/** The guide for makers of machines. */
export function readGuide(): string {
  return readFileSync(new URL('machines.md', docs), 'utf8');
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
