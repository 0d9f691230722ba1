import { z } from 'zod';
import { embedded, node, reference } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { listedPerson } from '../kit/person.ts';
import { changedText, optionalText, requiredText } from '../kit/text.ts';

export const tagLimits = {
  name: 255,
  description: 255,
  listPageSize: 30,
  pickListSize: 500,
  relatedUsers: 500,
  namedPrograms: 500,
} as const;

const relatedUsers = z.array(reference('users')).max(tagLimits.relatedUsers);

/** POST `tags`. */
export const tagInput = z
  .strictObject({
    name: requiredText(tagLimits.name),
    description: optionalText(tagLimits.description),
    relatedUsers: relatedUsers.optional(),
  })
  .meta({ examples: [{ name: 'Rye breads', description: 'With at least half of rye flour' }] });
export type TagInput = z.infer<typeof tagInput>;

/** PUT `tags/{id}`: changes only the fields sent. */
export const tagUpdate = z.strictObject({
  name: tagInput.shape.name.optional(),
  description: changedText(tagLimits.description),
  /** Null, as whoever may not see them reads it, changes nothing. */
  relatedUsers: relatedUsers.nullish(),
});
export type TagUpdate = z.infer<typeof tagUpdate>;

export const tagView = z.object({
  ...node('Tag'),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** The number of programs that the reader sees; null for readers who may not open tags or list programs. */
  programCount: z.int().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type TagView = z.infer<typeof tagView>;

/** TAG-01: one tag. The assigned people are shown to people who may edit tags; `null` otherwise. */
export const tagDetail = tagView.extend({
  programs: z.array(embedded('programs', { name: z.string(), approved: z.boolean() })),
  relatedUsers: z.array(listedPerson).nullable(),
  /** Changes with every update; also sent as ETag. */
  version: z.int(),
});
export type TagDetail = z.infer<typeof tagDetail>;
