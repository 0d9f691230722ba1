import { z } from 'zod';
import { historyChange } from '../history/historyEvent.ts';

/** HRS-01. Limits of one file of opening hours, in counts; a file of 800 structures has some 150,000 characters. */
export const hoursFileLimits = {
  lines: 5000,
  characters: 2_000_000,
  requestBytes: 3_000_000,
  structuresShown: 50,
  errorsShown: 100,
} as const;

const text = z.string().max(hoursFileLimits.characters);

/** POST `structures/hours/preview`: the text of a file as GET `structures/hours.csv` writes it. */
export const hoursFile = z.strictObject({ text });

/** POST `structures/hours`: `digest` is that of the preview; where it would change something else, it is 409. */
export const hoursImport = z.strictObject({ text, digest: z.string().max(64) });
export type HoursImport = z.infer<typeof hoursImport>;

const changedStructure = z.object({
  id: z.string(),
  /** The names from the top to it. */
  path: z.array(z.string()),
  /** By the names of the history's fields. */
  changes: z.array(historyChange),
});

const fileError = z.object({
  /** From 1, the heads of the columns included, as a spreadsheet numbers its rows. */
  line: z.int(),
  /** As its head is written in the file; null for the whole line. */
  column: z.string().nullable(),
  /** What stands there, shortened. */
  value: z.string(),
  /** The broken rule in the reader's language. */
  reason: z.string(),
});

/** What the file would change. With errors it cannot be imported. */
export const hoursFilePreview = z.object({
  lines: z.int(),
  /** The number of structures that would change. */
  changes: z.int(),
  /** Of what would change, with its present values. */
  digest: z.string(),
  unchanged: z.int(),
  /** The first of those that would change. */
  structures: z.array(changedStructure),
  /** The first ones. */
  errors: z.array(fileError),
  errorCount: z.int(),
  /** They are ignored. */
  unknownColumns: z.array(z.string()),
});
export type HoursFilePreview = z.infer<typeof hoursFilePreview>;

export const hoursImportResult = z.object({ changes: z.int() });
export type HoursImportResult = z.infer<typeof hoursImportResult>;
