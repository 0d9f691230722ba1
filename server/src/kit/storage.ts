import type { Readable } from 'node:stream';

/** What came to lie in the store. */
export interface StoredFile {
  sizeBytes: number;
  /** Hexadecimal; taken while the bytes passed, not read again. */
  sha256: string;
}

export interface FoundFile {
  sizeBytes: number;
  changedAt: Date;
}

/**
 * The only access to stored files, in a folder or a bucket. A file is written once, whole, under a name that its room
 * has made (`pictures/…`), and never changed: new content gets a new name. A row of the room names the file; the file
 * is written before the row, and a file without a row is deleted (`sweep.ts`).
 */
export interface Storage {
  /** For people: where the files are. */
  readonly where: string;
  /**
   * Under this name stands either all of it or nothing, also after a crash. Throws `storageFull()` when there is no
   * room.
   */
  put(name: string, content: Readable | Uint8Array): Promise<StoredFile>;
  /** The bytes from `start` to `end` (both included), or all; null when there is no such file. */
  read(name: string, range?: { start: number; end: number }): Promise<Readable | null>;
  stat(name: string): Promise<FoundFile | null>;
  /** A file that is not there is deleted already. */
  delete(name: string): Promise<void>;
  /** All of one folder, a thousand at a time. */
  list(folder: string): AsyncIterable<({ name: string } & FoundFile)[]>;
  close(): Promise<void>;
}
