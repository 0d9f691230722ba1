import { z } from 'zod';
import { link, node } from '../kit/hydra.ts';
import { instant, instantInput } from '../kit/instants.ts';
import { heldProgram } from '../machine-link/fields.ts';

/**
 * MNU-04: a program as an oven reported it. `refused`: it did not take this revision, and held its former one or none.
 */
export const contentsProgram = z.object({
  id: z.string(),
  /** Null where the console has never known this revision. */
  name: z.string().nullable(),
  /** The program, while it exists and the reader may open programs. */
  program: link('programs').nullable(),
  revision: z.int(),
  sha256: z.string(),
  /** As the machine link says it. */
  state: heldProgram.shape.state,
  /** What was changed at the oven, or why it was refused, in the reader's words. */
  reason: z.string().nullable(),
});
export type ContentsProgram = z.infer<typeof contentsProgram>;

/**
 * MNU-04, GET `machines/{id}/contents?at=…`: what was on a machine at a moment, as it had reported by then.
 * `reportedAt`: the report that first said so; `confirmedAt`: the last one that said the same. Both are null, and the
 * list empty, where nothing had been reported by then.
 */
export const contentsView = z.object({
  ...node('Contents'),
  at: instant,
  reportedAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  softwareVersion: z.string().nullable(),
  programs: z.array(contentsProgram),
  /** The times of the changes next to it: the one before `reportedAt`, and the first one after `at`. */
  previousAt: instant.nullable(),
  nextAt: instant.nullable(),
});
export type ContentsView = z.infer<typeof contentsView>;

/** At which moment; without it, now. */
export const contentsQuery = { at: instantInput.optional() };
