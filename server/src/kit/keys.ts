import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { randomKey, type SecretStore } from '../db/secrets.ts';
import { isSameSecret } from './isSameSecret.ts';

/** The server's keys and the operations with them. */
export interface Keys {
  /** Signs the access tokens. */
  token: Uint8Array;
  /** Keyed hash of a short secret that is never shown again (a PIN); `of` makes equal secrets hash differently. */
  pinHash(pin: string, of: string): string;
  isPin(pin: string, of: string, hash: string): boolean;
  /**
   * The token with which a machine requests updates: derived, not stored, and the same as long as the same oven is
   * paired.
   */
  updateToken(machineId: string, pairing: number): string;
  isUpdateToken(token: string, machineId: string, pairing: number): boolean;
  /**
   * The last part of the group name under which servers take reports from a shared broker: a machine that knew it could
   * join and take some of them away.
   */
  brokerGroup: string;
  /** The password with which a server connects in a machine's place, to end its connection at a broker that asks. */
  expelPassword(machineId: string): string;
  isExpelling(password: string, machineId: string): boolean;
  /** A signature with the maker's Ed25519 key, base64. */
  signUpdate(statement: string): string;
  /** The public key for these signatures, PEM: sent to machines when they are paired. */
  updateKey: string;
  /** Encrypts a secret that its owner can display again (the security code): AES-256-GCM. */
  encrypt(text: string): string;
  decrypt(text: string): string;
}

export async function openKeys(store: SecretStore): Promise<Keys> {
  const token = Buffer.from(await store.get('token', randomKey), 'base64');
  const pepper = Buffer.from(await store.get('pin', randomKey), 'base64');
  const box = Buffer.from(await store.get('box', randomKey), 'base64');
  const updateKey = Buffer.from(await store.get('updateTokens', randomKey), 'base64');
  const maker = createPrivateKey(await store.get('updates', makeSigningKey));
  const updateToken = (machineId: string, pairing: number) =>
    createHmac('sha256', updateKey).update(`${machineId}\n${pairing}`).digest('base64url');
  const expelPassword = (machineId: string) =>
    createHmac('sha256', updateKey).update(`expel ${machineId}`).digest('base64url');
  const pinHash = (pin: string, of: string) => createHmac('sha256', pepper).update(`${of}\n${pin}`).digest('base64');
  return {
    token,
    pinHash,
    isPin: (pin, of, hash) => isSameSecret(pinHash(pin, of), hash),
    updateToken,
    isUpdateToken: (token, machineId, pairing) => isSameSecret(token, updateToken(machineId, pairing)),
    brokerGroup: createHmac('sha256', updateKey).update('broker group').digest('hex').slice(0, 24),
    expelPassword,
    isExpelling: (password, machineId) => isSameSecret(password, expelPassword(machineId)),
    signUpdate: (statement) => sign(null, Buffer.from(statement), maker).toString('base64'),
    updateKey: createPublicKey(maker).export({ type: 'spki', format: 'pem' }).toString(),
    encrypt: (text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', box, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    decrypt: (text) => {
      const bytes = Buffer.from(text, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', box, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

function makeSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
