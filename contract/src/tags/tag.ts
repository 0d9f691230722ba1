import { z } from 'zod';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { optionalText, requiredText, searchText } from '../kit/text.ts';

export const tagLimits = { name: 255, description: 255, listPageSize: 30, pickListSize: 500 } as const;

export const tagInput = z.strictObject({ name: requiredText(tagLimits.name), description: optionalText(tagLimits.description) });
export type TagInput = z.infer<typeof tagInput>;

export const tagView = z.object({
  ...node,
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  programCount: z.int(),
  createdAt: instant,
});
export type TagView = z.infer<typeof tagView>;
export const tagFilters = { q: searchText() };
export const tagOrder = ['name', 'createdAt'] as const;
