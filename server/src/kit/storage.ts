import type { Readable } from 'node:stream';

/** A stored file. */
export interface StoredFile {
  sizeBytes: number;
  /** Hexadecimal; computed while the file was written. */
  sha256: string;
}

export interface FoundFile {
  sizeBytes: number;
  changedAt: Date;
}

/**
 * The only access to stored files, in a folder or a bucket. A file is written once, whole, under a name that its
 * feature has made (`pictures/…`), and never changed: new content gets a new name. A row of the feature names the
 * file; the file is written before the row, and a file without a row is deleted (`sweep.ts`).
 */
export interface Storage {
  /** Where the files are, as logs and the operator's command show it. */
  readonly where: string;
  /**
   * Stores the whole file under this name or, also after a crash, nothing. Throws `storageFull()` when the disk is
   * full.
   */
  put(name: string, content: Readable | Uint8Array): Promise<StoredFile>;
  /** The bytes from `start` to `end` (both included), or all; null when there is no such file. */
  read(name: string, range?: { start: number; end: number }): Promise<Readable | null>;
  stat(name: string): Promise<FoundFile | null>;
  /** Deletes a file; a file that does not exist is no error. */
  delete(name: string): Promise<void>;
  /** The names of all files of one folder, a thousand at a time. */
  list(folder: string): AsyncIterable<({ name: string } & FoundFile)[]>;
  close(): Promise<void>;
}

/** Which of these names are in a row of the feature that stores the files. */
export type KeptNames = (names: string[]) => Promise<ReadonlySet<string>>;
