import { Readable } from 'node:stream';

/**
 * What is to be stored, as a stream whose failing ends nobody. It may break before the first byte is asked for, while a
 * file is still being opened: whoever reads it then is told, and until then the error would be nobody's, which ends the
 * process.
 */
export function sourceOf(content: Readable | Uint8Array): Readable {
  const source = content instanceof Readable ? content : Readable.from([content]);
  return source.on('error', () => undefined);
}
