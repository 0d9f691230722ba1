import { z } from 'zod';
import { node, reference } from '../kit/hydra.ts';
import { searchText } from '../kit/text.ts';

export const structureLimits = { listPageSize: 10, pickListSize: 500, indentPixels: 30, pickIndentPixels: 10 } as const;

/** A site or sector. Counts include everything below it, as far as the reader sees it. */
export const structureView = z.object({
  ...node,
  id: z.string(),
  name: z.string(),
  parent: z.string().nullable(),
  /** 0 at the top. */
  depth: z.int(),
  hasChildren: z.boolean(),
  /** From the top down, its own name last. */
  path: z.array(z.string()),
  nbMachine: z.int(),
});
export type StructureView = z.infer<typeof structureView>;

export const structureFilters = {
  lvl: z.coerce.number().int().min(0).max(64).optional(),
  parent: reference('structures').optional(),
  q: searchText(),
};
export const structureOrder = ['name', 'path'] as const;
