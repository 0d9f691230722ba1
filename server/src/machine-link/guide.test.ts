import { createVerify, verify } from 'node:crypto';
import { downMessages, upMessages } from '@fournil/contract/machine-link/messages';
import { acceptedKeys } from '@fournil/contract/machine-link/pairing';
import { refusalCodes } from '@fournil/contract/machine-link/refusals';
import { linkLimits } from '@fournil/contract/machine-link/topics';
import { faultCodes } from '@fournil/contract/machines/faults';
import { canonicalText, programBody } from '@fournil/contract/programs/programBody';
import { statementOf } from '@fournil/contract/software-updates/ddi';
import { describe, expect, it } from 'vitest';
import { bodyHash } from '../programs/index.ts';
import { hashOf, readGuide, readVectors } from '../testing/machines/vectors.ts';
import { checkMachineKey } from './pairing/machineKey.ts';
import { isSignedBy, readCertificate } from './pairing/signedRequest.ts';

const guide = readGuide();
const { programs, renewals, updates } = readVectors();

describe('MKR-02 the test vectors for makers of machines', () => {
  it.each(programs)('have the canonical text and hash that the product computes: $name', (vector) => {
    expect(programBody.safeParse(vector.body).error?.issues ?? []).toEqual([]);
    expect(canonicalText(vector.body)).toBe(vector.canonicalText);
    expect(bodyHash(vector.body)).toBe(vector.sha256);
    expect(hashOf(vector.canonicalText)).toBe(vector.sha256);
    expect(guide).toContain(vector.sha256);
  });

  it.each(renewals)('have signatures that a renewal accepts, over exactly this request: $name', async (vector) => {
    const present = readCertificate(vector.certificate);
    const { certificateRequest, signature } = vector;
    expect(isSignedBy(present, certificateRequest, signature)).toBe(true);
    for (const other of [
      certificateRequest.trim(),
      certificateRequest.replaceAll('\n', '\r\n'),
      `${certificateRequest} `,
    ])
      expect(isSignedBy(present, other, signature)).toBe(false);
    const [first = '', ...rest] = signature;
    const forged = (first === 'A' ? 'B' : 'A') + rest.join('');
    expect(isSignedBy(present, certificateRequest, forged)).toBe(false);
    await checkMachineKey(certificateRequest);
    expect(hashOf(certificateRequest)).toBe(vector.sha256OfRequest);
    expect(createVerify('SHA256').update(certificateRequest).verify(vector.privateKey, signature, 'base64')).toBe(true);
    expect(isSignedBy(present, vector.certificate, vector.signatureOfCertificate)).toBe(true);
    expect(guide).toContain(vector.sha256OfRequest);
    expect(guide).toContain(signature);
  });

  it.each(updates)(
    'have the statement and signature of an update: $name',
    ({ statement, publicKey, signature, ...update }) => {
      expect(statementOf(update)).toBe(statement);
      expect(verify(null, Buffer.from(statement), publicKey, Buffer.from(signature, 'base64'))).toBe(true);
      for (const shown of [statement, signature]) expect(guide).toContain(shown);
    },
  );
});

describe('MKR-02 the guide for makers of machines', () => {
  const messages: Record<string, (typeof upMessages & typeof downMessages)[keyof typeof upMessages]> = {
    ...upMessages,
    ...downMessages,
  } as never;
  const shown = [...guide.matchAll(/```json (\w+)\n([\s\S]*?)\n```/g)].map(([, topic = '', text = '']) => ({
    topic,
    text,
  }));

  it.each(shown)('shows a message of $topic that the schema accepts', ({ topic, text }) => {
    expect(messages[topic]?.safeParse(JSON.parse(text)).error?.issues ?? []).toEqual([]);
  });

  it('shows every topic, fault and reason of refusal, the accepted keys and the canonical text', () => {
    const named = [...Object.keys(messages), ...faultCodes, ...refusalCodes].filter((word) => !guide.includes(word));
    expect(named).toEqual([]);
    expect(shown.length).toBeGreaterThanOrEqual(11);
    expect(guide).toContain(acceptedKeys.words);
    expect(guide).toContain(programs[0]?.canonicalText);
  });

  it('names the limits that the product has', () => {
    const { messageBytes, entriesPerMessage, aliveSeconds, silenceSeconds, storedWithinSeconds } = linkLimits;
    const locateAfterMinutes = linkLimits.locateAfterSeconds / 60;
    for (const words of [
      `${messageBytes.toLocaleString('en')} bytes`,
      `up to ${entriesPerMessage} entries`,
      `nothing for ${aliveSeconds} seconds`,
      `${silenceSeconds} seconds of silence`,
      `within ${storedWithinSeconds} seconds`,
      `after ${locateAfterMinutes} to ${2 * locateAfterMinutes} minutes`,
    ])
      expect(guide).toContain(words);
  });
});
