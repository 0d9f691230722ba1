import { z } from 'zod';
import { reference } from '../kit/hydra.ts';
import { searchText } from '../kit/text.ts';

/** GET `rollouts/clients`: the clients whose machines a ring can select. */
export const rolloutClient = z.object({ id: z.string(), name: z.string(), machines: z.int() });
export type RolloutClient = z.infer<typeof rolloutClient>;

/** GET `rollouts/places`: structures and tags of one client whose name contains this text. */
export const rolloutPlacesQuery = z.strictObject({
  /** For the maker; for others it is their own. */
  organisation: reference('organisations').optional(),
  q: searchText(),
});

/**
 * The structures and tags of one client that a ring can select: the first of each in alphabetical order, and their
 * number.
 */
export const rolloutPlaces = z.object({
  /** `path`: from the top down, its own name last. */
  structures: z.array(z.object({ id: z.string(), name: z.string(), depth: z.int(), path: z.array(z.string()) })),
  structureTotal: z.int(),
  tags: z.array(z.object({ id: z.string(), name: z.string() })),
  tagTotal: z.int(),
});
export type RolloutPlacesQuery = z.output<typeof rolloutPlacesQuery>;
export type RolloutPlaces = z.infer<typeof rolloutPlaces>;
