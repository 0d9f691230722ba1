import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { StoredFile } from '../kit/storage.ts';

/** Passes the bytes through; `result` gives their size and hashes. */
export function hashing(): { stream: Transform; result(): StoredFile } {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ sizeBytes, sha256: hash.digest('hex') }) };
}
