/**
 * The form of a `.swu`, as SWUpdate reads it: a cpio archive in the new ASCII format ("070701", "070702" with
 * checksums) whose first entry is `sw-description`. The server reads the whole of it while it arrives, the page its
 * beginning.
 */
export const swuLimits = {
  /** SWUpdate's own longest example has 6 kB. */
  descriptionBytes: 65_536,
  signatureBytes: 65_536,
  nameBytes: 256,
  entries: 1000,
  /** Zeros after the trailer, with which tools fill the last block. */
  paddingBytes: 1_048_576,
} as const;

export const swuNames = {
  description: 'sw-description',
  signature: 'sw-description.sig',
  trailer: 'TRAILER!!!',
} as const;
export const entryHeaderBytes = 110;

export interface EntryHeader {
  /** False for links, folders and devices. */
  isPlainFile: boolean;
  sizeBytes: number;
  /** Including the terminating NUL. */
  nameBytes: number;
  /** The sum of its bytes modulo 2^32; null in the kind without. */
  checksum: number | null;
}

/** The header of an entry from its 110 characters; null when they are not one. */
export function readEntryHeader(text: string): EntryHeader | null {
  const match = /^(070701|070702)([0-9a-fA-F]{104})$/.exec(text);
  const [magic, fields] = [match?.[1], match?.[2] ?? ''];
  if (!magic) return null;
  const field = (index: number) => Number.parseInt(fields.slice(index * 8, index * 8 + 8), 16);
  // Some tools leave the kind of file out.
  const isPlainFile = [0, 0o100000].includes(field(1) & 0o170000);
  return { isPlainFile, sizeBytes: field(6), nameBytes: field(11), checksum: magic === '070702' ? field(12) : null };
}

/** The next multiple of four, the alignment of names and contents. */
export function paddingAfter(bytes: number): number {
  return (4 - (bytes % 4)) % 4;
}

/** The first bytes of a valid file, which contain the whole description. */
export const swuBeginningBytes = entryHeaderBytes + swuLimits.nameBytes + swuLimits.descriptionBytes;

/**
 * The text of the description, from the file's first `swuBeginningBytes`, one character per byte; null where it is
 * missing.
 */
export function descriptionIn(beginning: string): string | null {
  const header = readEntryHeader(beginning.slice(0, entryHeaderBytes));
  if (!header) return null;
  const nameEnd = entryHeaderBytes + header.nameBytes;
  const from = nameEnd + paddingAfter(nameEnd);
  if (
    beginning.slice(entryHeaderBytes, nameEnd - 1) !== swuNames.description ||
    from + header.sizeBytes > beginning.length
  )
    return null;
  return beginning.slice(from, from + header.sizeBytes);
}
