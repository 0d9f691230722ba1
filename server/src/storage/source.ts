import { Readable } from 'node:stream';

/**
 * The source of a file as a stream whose error does not end the process. It may fail before its first byte is
 * requested, while a file is being opened; the error is kept for the reader, because an `error` event without a
 * listener would end the process.
 */
export function sourceOf(content: Readable | Uint8Array): Readable {
  const source = content instanceof Readable ? content : Readable.from([content]);
  return source.on('error', () => undefined);
}
