import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { randomKey, type SecretStore } from '../db/secrets.ts';

/** The server's own keys and what is done with them. */
export interface Keys {
  /** Signs the access tokens. */
  token: Uint8Array;
  /** Keyed hash of something short that must never be read again (a pin); `of` keeps equal values apart. */
  pinHash(pin: string, of: string): string;
  isPin(pin: string, of: string, hash: string): boolean;
  /** For what its owner reads again (the security code): AES-256-GCM. */
  encrypt(text: string): string;
  decrypt(text: string): string;
}

export async function openKeys(store: SecretStore): Promise<Keys> {
  const token = Buffer.from(await store.get('token', randomKey), 'base64');
  const pepper = Buffer.from(await store.get('pin', randomKey), 'base64');
  const box = Buffer.from(await store.get('box', randomKey), 'base64');
  const pinHash = (pin: string, of: string) => createHmac('sha256', pepper).update(`${of}\n${pin}`).digest('base64');
  return {
    token,
    pinHash,
    isPin: (pin, of, hash) => {
      const [made, kept] = [Buffer.from(pinHash(pin, of)), Buffer.from(hash)];
      return made.length === kept.length && timingSafeEqual(made, kept);
    },
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
