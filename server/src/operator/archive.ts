import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartRefused } from '../base/config.ts';

/**
 * The file format of a backup, compressed with gzip: a first line, then parts, each a line of JSON and, for a table or
 * a file, its bytes in chunks (length in 32 bits, then the bytes) ended by a length of 0; finally the SHA-256 of
 * everything before.
 */
const firstLine = 'FOURNIL BACKUP 1';

/**
 * The longest line is the list of all migrations, some kilobytes now; a table has at most 1600 columns, with names of
 * some ten letters. What is longer is not read to its end.
 */
const longestLineBytes = 65_536;

export type Head =
  | { kind: 'about'; migrations: string[]; at: string }
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'file'; name: string };

export interface Part {
  head: Head;
  /** Has to be read to its end before the next part is requested. */
  content: AsyncIterable<Uint8Array>;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

export function headOnly(head: Head): Part {
  return { head, content: nothing() };
}

/**
 * Writes all parts to a temporary file first, so that the file at `path` is complete. Only its owner may read it,
 * because it contains keys.
 */
export async function writeArchive(path: string, parts: AsyncIterable<Part>): Promise<{ bytes: number }> {
  const unfinished = `${path}.part`;
  const hash = createHash('sha256');
  const hashed = (bytes: Uint8Array) => {
    hash.update(bytes);
    return bytes;
  };
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield hashed(line(firstLine));
    for await (const { head, content } of parts) {
      yield hashed(line(head));
      if (head.kind === 'about') continue;
      for await (const chunk of content)
        if (chunk.length > 0) yield hashed(Buffer.concat([lengthOf(chunk.length), chunk]));
      yield hashed(lengthOf(0));
    }
    yield line({ kind: 'end', sha256: hash.digest('hex') });
  }
  try {
    // Opened first, so that a path that cannot be written is refused before any query.
    const target = await open(unfinished, 'wx', 0o600);
    await pipeline(bytes(), createGzip({ level: 6 }), target.createWriteStream());
    const file = await open(unfinished, 'r');
    await file.sync().finally(() => file.close());
    const { size } = await open(unfinished, 'r').then((one) => one.stat().finally(() => one.close()));
    await rename(unfinished, path);
    return { bytes: size };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new StartRefused(`${unfinished} is left of an interrupted backup: delete it, unless one is running now.`);
    await rm(unfinished, { force: true });
    throw error;
  }
}

function line(value: unknown): Buffer {
  const bytes = Buffer.from(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
  if (bytes.length > longestLineBytes) throw new Error('a line of the backup is longer than it can be read again');
  return bytes;
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

/** Reads the parts one after the other; the checksum is verified at the end. */
export async function* readArchive(path: string): AsyncGenerator<Part> {
  const source = createReadStream(path);
  const unpacked = createGunzip();
  pipeline(source, unpacked).catch((error) => unpacked.destroy(error));
  const refusal = (why: string) => new StartRefused(`${path} is no whole backup: ${why}.`);
  const damaged = refusal('it was cut off or changed, or is something else');
  const reader = readerOf(unpacked, {
    damaged,
    tooLong: (number) => refusal(`line ${number} of its descriptions is longer than ${longestLineBytes / 1024} KiB`),
  });
  try {
    if ((await reader.line()) !== firstLine) throw new SyntaxError('something else');
    yield* partsOf(reader);
  } catch (error) {
    throw error instanceof SyntaxError ? damaged : error;
  } finally {
    source.destroy();
  }
}

async function* partsOf(reader: Reader): AsyncGenerator<Part> {
  for (;;) {
    const sha256 = reader.sha256();
    const head = JSON.parse(await reader.line()) as Head | { kind: 'end'; sha256: string };
    if (head.kind === 'end') {
      if (head.sha256 !== sha256) throw new SyntaxError('changed');
      return;
    }
    yield head.kind === 'about' ? headOnly(head) : { head, content: chunksOf(reader) };
  }
}

async function* chunksOf(reader: Reader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const length = (await reader.bytes(4)).readUInt32BE();
    if (length === 0) return;
    yield await reader.bytes(length);
  }
}

interface Reader {
  /** Refuses one that is too long, before it is read to its end. */
  line(): Promise<string>;
  bytes(length: number): Promise<Buffer>;
  /** Of everything read so far. */
  sha256(): string;
}

interface Refusals {
  /** Not gzip, or truncated: thrown wherever that is detected. */
  damaged: Error;
  /** Lines are counted from 1, without the bytes between them. */
  tooLong: (lineNumber: number) => Error;
}

function readerOf(stream: AsyncIterable<Buffer>, { damaged, tooLong }: Refusals): Reader {
  const source = stream[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  let heldBytes: Buffer = Buffer.alloc(0);
  let lineNumber = 0;
  const more = async () => {
    const { value, done } = await source.next().catch(() => {
      throw damaged;
    });
    if (done) throw damaged;
    heldBytes = heldBytes.length === 0 ? value : Buffer.concat([heldBytes, value]);
  };
  const take = (length: number) => {
    const taken = heldBytes.subarray(0, length);
    heldBytes = heldBytes.subarray(length);
    hash.update(taken);
    return taken;
  };
  return {
    line: async () => {
      lineNumber += 1;
      while (!heldBytes.includes(10) && heldBytes.length <= longestLineBytes) await more();
      const length = heldBytes.indexOf(10) + 1;
      if (length === 0 || length > longestLineBytes) throw tooLong(lineNumber);
      return take(length).toString('utf8').slice(0, -1);
    },
    bytes: async (length) => {
      while (heldBytes.length < length) await more();
      return take(length);
    },
    sha256: () => hash.copy().digest('hex'),
  };
}
