import { z } from 'zod';
import { reference } from '../kit/hydra.ts';
import { searchText } from '../kit/text.ts';

/** GET `rollouts/clients`: the organisations whose machines a ring can select. */
export const rolloutOrganisation = z.object({ id: z.string(), name: z.string(), machines: z.int() });
export type RolloutOrganisation = z.infer<typeof rolloutOrganisation>;

/** GET `rollouts/places`: structures and tags of one organisation whose name contains this text. */
export const ringChoicesQuery = z.strictObject({
  /** For the maker; for others it is their own. */
  organisation: reference('organisations').optional(),
  q: searchText(),
});

/**
 * The structures and tags of one organisation that a ring can select: the first of each in alphabetical order, and
 * their number.
 */
export const ringChoices = z.object({
  /** `path`: from the top down, its own name last. */
  structures: z.array(z.object({ id: z.string(), name: z.string(), depth: z.int(), path: z.array(z.string()) })),
  structureTotal: z.int(),
  tags: z.array(z.object({ id: z.string(), name: z.string() })),
  tagTotal: z.int(),
});
export type RingChoicesQuery = z.output<typeof ringChoicesQuery>;
export type RingChoices = z.infer<typeof ringChoices>;
