import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { constants, copyFileSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type MasterKeySource, StartRefused } from '../base/config.ts';
import { makeFolder } from '../base/makeFolder.ts';

const sealMark = 'sealed1:';

/**
 * SEC-05: 32 bytes stored outside the database. They encrypt the keys within it, and its logins' passwords are derived
 * from them.
 */
export async function readMasterKey(source: MasterKeySource): Promise<Buffer> {
  const text = ('given' in source ? source.given : await textOf(source.file)).trim();
  // A truncated or empty key file is refused, because a key made from it could be guessed.
  if (text.length < 32)
    throw new StartRefused(
      'file' in source
        ? `The key file ${source.file} holds no key of 32 characters: restore it, or remove it where nothing was sealed yet.`
        : 'The setting SECRETS_KEY holds no key of 32 characters.',
    );
  // Any text; the setting's rule requires a length that cannot be guessed.
  return Buffer.from(hkdfSync('sha256', text, '', 'fournil master key', 32));
}

async function textOf(file: string): Promise<string> {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new StartRefused(`The key file ${file} cannot be read: ${(error as Error).message}.`);
  }
  try {
    await makeFolder(dirname(file));
    // Created whole or not at all, also when two servers create it at once.
    const temporaryFile = `${file}.${randomBytes(6).toString('hex')}`;
    writeFileSync(temporaryFile, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    try {
      putInPlace(temporaryFile, file);
    } finally {
      rmSync(temporaryFile, { force: true });
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartRefused(`The key file ${file} cannot be made: ${(error as Error).message}.`);
  }
  return readFileSync(file, 'utf8');
}

function putInPlace(temporaryFile: string, file: string): void {
  try {
    linkSync(temporaryFile, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw error;
    // On a file system without hard links; a truncated file is refused when it is read.
    copyFileSync(temporaryFile, file, constants.COPYFILE_EXCL);
  }
}

export function isSealed(value: string): boolean {
  return value.startsWith(sealMark);
}

/** AES-256-GCM; the name is authenticated with the value, so that two values in the table cannot be exchanged. */
export function seal(key: Buffer, name: string, value: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return sealMark + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** Throws `StartRefused` when it was encrypted with another key. */
export function unseal(key: Buffer, name: string, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(sealMark.length), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    throw new StartRefused(
      'The keys in this database are sealed with another master key: set SECRETS_KEY (or SECRETS_KEY_FILE) to the one that they were sealed with.',
    );
  }
}
