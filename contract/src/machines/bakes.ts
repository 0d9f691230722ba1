import { z } from 'zod';
import { link, node, reference } from '../kit/hydra.ts';
import { instant, instantInput } from '../kit/instants.ts';
import { flag } from '../kit/listQuery.ts';

/**
 * MNU-04: the program of a bake, as the oven reported it. `id` is null for one that was written on the oven; `revision`
 * and `sha256` also for bakes from before they were kept, and where the oven does not report them. `changed`: the body
 * that ran is not that of the revision, because it was edited at the oven; null where that is not known.
 */
export const bakedProgram = z.object({
  id: z.string().nullable(),
  name: z.string(),
  revision: z.int().nullable(),
  sha256: z.string().nullable(),
  changed: z.boolean().nullable(),
});
export type BakedProgram = z.infer<typeof bakedProgram>;

export const bakeLimits = { listPageSize: 50 } as const;

/** How a bake ended; null while it lasts, and where its end was not reported. */
export const bakeEnds = ['done', 'interrupted'] as const;

/** MNU-04: a bake: one run of a program on an oven, with what proves how it was made. */
export const bakeView = z.object({
  ...node('Bake'),
  id: z.string(),
  machine: link('machines'),
  machineName: z.string(),
  serialNumber: z.string(),
  structure: link('structures').nullable(),
  structureName: z.string().nullable(),
  /** Of the machine; null: that of the reader. */
  timezone: z.string().nullable(),
  program: bakedProgram,
  softwareVersion: z.string().nullable(),
  start: instant,
  end: instant.nullable(),
  ended: z.enum(bakeEnds).nullable(),
  /** The oven's clock was wrong: the times are those of arrival at the server. */
  clockWrong: z.boolean(),
});
export type BakeView = z.infer<typeof bakeView>;

/**
 * GET `bakes`: those of one program, also of one that is deleted, or of one machine with whatever it baked; one of the
 * two is needed. `structure` includes everything below it.
 */
export const bakeFilters = {
  program: reference('programs').optional(),
  revision: z.coerce.number().int().min(1).optional(),
  changed: flag.optional(),
  machine: reference('machines').optional(),
  structure: reference('structures').optional(),
  /** From (inclusive) to (exclusive), by the start of the bake. */
  from: instantInput.optional(),
  to: instantInput.optional(),
};
