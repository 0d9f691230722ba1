import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Person } from './builders.ts';

/**
 * A software authenticator (Web Authentication, level 3): one ES256 key, without attestation. Written from the
 * specification, independent of the server's library.
 */
export interface Authenticator {
  id: string;
  /** What `navigator.credentials.create` gives. */
  register(options: { challenge: string }): object;
  /** What `navigator.credentials.get` gives. */
  answer(options: { challenge: string }): object;
}

const origin = 'https://console.fournil.test';
const userPresentAndVerified = 0x05;
const withKey = 0x40;

export function anAuthenticator(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(16);
  const id = rawId.toString('base64url');
  let counter = 0;
  const data = (flags: number, more: Buffer = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    counter += 1;
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(new URL(origin).hostname), head, more]);
  };
  const client = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const base = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  return {
    id,
    register: ({ challenge }) => {
      // COSE: a map of five: kty EC2, alg ES256, curve P-256, x, y (RFC 9053).
      const coordinate = (label: number, value: string) => [
        Buffer.from([label, 0x58, 32]),
        Buffer.from(value, 'base64url'),
      ];
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
        ...coordinate(0x21, x),
        ...coordinate(0x22, y),
      ]);
      const attested = data(
        userPresentAndVerified | withKey,
        Buffer.concat([Buffer.alloc(16), Buffer.from([0, 16]), rawId, cose]),
      );
      // CBOR: {fmt: "none", attStmt: {}, authData: bytes}.
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        Buffer.from([0x58, attested.length]),
        attested,
      ]);
      const clientDataJSON = client('webauthn.create', challenge).toString('base64url');
      return {
        ...base,
        response: {
          clientDataJSON,
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer: ({ challenge }) => {
      const [clientData, authenticatorData] = [client('webauthn.get', challenge), data(userPresentAndVerified)];
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      const parts = { clientDataJSON: clientData, authenticatorData, signature };
      return {
        ...base,
        response: Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')])),
      };
    },
  };
}

/** Adds a passkey to an account with a recent proof of identity. */
export async function aPasskey(person: Pick<Person, 'post'>, name: string): Promise<Authenticator> {
  const authenticator = anAuthenticator();
  const options = (await person.post('/passkeys/options')).expect(200) as { challenge: string };
  (await person.post('/passkeys', { name, credential: authenticator.register(options) })).expect(201);
  return authenticator;
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
}

function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}
