import { createHash } from 'node:crypto';
import {
  type EntryHeader,
  entryHeaderBytes,
  paddingAfter,
  readEntryHeader,
  swuLimits,
  swuNames,
} from '@fournil/contract/software-updates/swu';
import { type Entry, type SwuContents, type SwuOptions, swuContents, swuRefusal } from './swuContents.ts';

export interface SwuReader {
  take(chunk: Buffer): void;
  /** Throws when the archive is truncated. */
  end(): void;
}

/** Consumes the first of these bytes, at least one; returns how many. */
type Step = (bytes: Buffer) => number;

/**
 * SWU-05: reads a `.swu` while it arrives, entry by entry; memory holds one header, the description and its signature.
 * Throws a 422 at `file` at the first byte that shows that it is truncated or does not match its `sw-description`.
 */
export function readSwu(options: SwuOptions): SwuReader {
  const contents = swuContents(options);
  let isWhole = false;
  let step: Step;
  const atHead = () => {
    step = gathering(entryHeaderBytes, (head) => {
      const header = readEntryHeader(head.toString('latin1'));
      if (!header || header.nameBytes < 2 || header.nameBytes > swuLimits.nameBytes) throw contents.broken();
      step = gathering(header.nameBytes + paddingAfter(entryHeaderBytes + header.nameBytes), (name) =>
        begin(entryOf(header, name, contents)),
      );
    });
  };
  const begin = (entry: Entry) => {
    if (entry.name === swuNames.trailer) {
      contents.atTrailer();
      isWhole = true;
      step = zeros();
      return;
    }
    contents.begin(entry);
    step = (bytes) => {
      const part = bytes.subarray(0, entry.leftBytes);
      pass(entry, part);
      if (entry.leftBytes === 0) finish(entry);
      return part.length;
    };
    if (entry.leftBytes === 0) finish(entry);
  };
  const finish = (entry: Entry) => {
    contents.finish(entry);
    const padding = paddingAfter(entry.sizeBytes);
    if (padding === 0) atHead();
    else step = gathering(padding, atHead);
  };
  atHead();
  return {
    take: (chunk) => {
      for (let rest = chunk; rest.length > 0; ) rest = rest.subarray(step(rest));
    },
    end: () => {
      if (!isWhole) throw contents.cut();
    },
  };
}

/** Collects this number of bytes, however they are divided. */
function gathering(wantedBytes: number, then: (whole: Buffer) => void): Step {
  const parts: Buffer[] = [];
  let remainingBytes = wantedBytes;
  return (bytes) => {
    const part = bytes.subarray(0, remainingBytes);
    parts.push(part);
    remainingBytes -= part.length;
    if (remainingBytes === 0) then(Buffer.concat(parts));
    return part.length;
  };
}

/** The zeros after the trailer, up to the end of a block. */
function zeros(): Step {
  let left: number = swuLimits.paddingBytes;
  return (bytes) => {
    left -= bytes.length;
    if (left < 0 || bytes.some((byte) => byte !== 0)) throw swuRefusal('swuBehind');
    return bytes.length;
  };
}

function entryOf(header: EntryHeader, padded: Buffer, contents: SwuContents): Entry {
  if (padded[header.nameBytes - 1] !== 0) throw contents.broken();
  const name = padded.subarray(0, header.nameBytes - 1).toString('utf8');
  return { ...header, name, leftBytes: header.sizeBytes, sum: 0, hash: createHash('sha256'), kept: null };
}

function pass(entry: Entry, part: Buffer): void {
  entry.leftBytes -= part.length;
  if (entry.kept) entry.kept.push(Buffer.from(part));
  else entry.hash.update(part);
  if (entry.checksum === null) return;
  let sum = entry.sum;
  for (const byte of part) sum = (sum + byte) >>> 0;
  entry.sum = sum;
}
