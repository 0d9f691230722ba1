import { spawnSync } from 'node:child_process';
import { createSign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PairAnswer } from '@fournil/contract/machine-link/pairing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { aMachine, anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { aKeyPair, connectOven } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

/** A key and its certificate request, made by OpenSSL as a maker would. */
function requestBy(...newKey: string[]): { key: string; certificateRequest: string } {
  const folder = mkdtempSync(join(tmpdir(), 'fournil-key-'));
  const keyFile = join(folder, 'key.pem');
  try {
    const { stdout, stderr, status } = spawnSync(
      'openssl',
      ['req', '-new', '-nodes', '-subj', '/CN=oven', '-keyout', keyFile, ...newKey],
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([0, expect.anything()]);
    return { key: readFileSync(keyFile, 'utf8'), certificateRequest: stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function pairWith(certificateRequest: string) {
  const machine = await aMachine(admin);
  (await admin.post(`/machines/${machine.id}/connect`)).expect(200);
  const { serialNumber } = machine;
  return apiAs(server, null).post('/machine-link/pair', {
    serialNumber,
    pin: '1234',
    model: 'sole-3-12',
    certificateRequest,
  });
}

const curve = (name: string) => ['-newkey', 'ec', '-pkeyopt', `ec_paramgen_curve:${name}`];

describe('MKR-01 the key of a machine', () => {
  it.each([
    ['P-256', curve('P-256')],
    ['P-384', curve('P-384')],
    ['P-521', curve('P-521')],
    ['RSA 2048', ['-newkey', 'rsa:2048']],
    ['RSA 4096', ['-newkey', 'rsa:4096']],
  ])('may be %s: it pairs, connects and renews', async (_name, newKey) => {
    const { key, certificateRequest } = requestBy(...newKey);
    const answer = (await pairWith(certificateRequest)).expect(200) as PairAnswer;
    const oven = await connectOven({ ...answer, key });
    await oven.birth();
    await oven.close();
    const next = requestBy(...newKey);
    const renewed = await apiAs(server, null).post('/machine-link/renew', {
      certificate: answer.certificate,
      certificateRequest: next.certificateRequest,
      signature: createSign('SHA256').update(next.certificateRequest).sign(key, 'base64'),
    });
    const again = await connectOven({ ...(renewed.expect(200) as PairAnswer), key: next.key });
    await again.close();
  });

  it.each([
    ['RSA 1024', ['-newkey', 'rsa:1024']],
    ['RSA 2047', ['-newkey', 'rsa:2047']],
    ['ed25519', ['-newkey', 'ed25519']],
    ['ECDSA secp256k1', curve('secp256k1')],
    ['rsa-pss', ['-newkey', 'rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048']],
  ])('is refused at pairing when it is %s, with the kinds that are accepted', async (name, newKey) => {
    const answer = await pairWith(requestBy(...newKey).certificateRequest);
    expect(answer.status).toBe(422);
    expect(answer.body.violations).toMatchObject([
      {
        propertyPath: 'certificateRequest',
        message: `Keys of this kind are not accepted (${name}): use one of ECDSA P-256, P-384, P-521; RSA 2048–4096`,
      },
    ]);
  });

  it('is named when its request is not signed by it, or is none', async () => {
    const [one, other] = [await aKeyPair(), await aKeyPair()];
    const bytes = (pem: string) => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    // The signature of another request of the same form.
    const [body, foreign] = [bytes(one.certificateRequest), bytes(other.certificateRequest)];
    const forged = Buffer.concat([body.subarray(0, -20), foreign.subarray(-20)]).toString('base64');
    const answers = [
      await pairWith(`-----BEGIN CERTIFICATE REQUEST-----\n${forged}\n-----END CERTIFICATE REQUEST-----\n`),
      await pairWith('no request'),
      await pairWith(one.key),
    ];
    expect(answers.map(({ status, body: { violations } }) => [status, violations[0].message])).toEqual([
      [422, 'The certificate request is not signed by its own key'],
      [422, 'This is not a certificate request (PKCS#10) in PEM'],
      [422, 'This is not a certificate request (PKCS#10) in PEM'],
    ]);
  });
});
