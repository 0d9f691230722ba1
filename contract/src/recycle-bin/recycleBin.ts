import { z } from 'zod';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { searchText } from '../kit/text.ts';
import type { Words } from '../kit/words.ts';
import type { Action } from '../rights/policy.ts';

/** AUD-03: the time in which a deleted record can be restored. */
export const recycleBinLimits = { days: 30, organisationDays: 7, pageSize: 30 } as const;

/** The kinds of records that can be restored, with the right that deleting and restoring need. */
export const binnedKinds = {
  program: { act: 'programs.delete', path: 'programs' },
  menu: { act: 'menus.delete', path: 'menus' },
  machine: { act: 'machines.delete', path: 'machines' },
  structure: { act: 'structures.delete', path: 'structures' },
  tag: { act: 'tags.delete', path: 'tags' },
} as const satisfies Record<string, { act: Action; path: string }>;
export type BinnedKind = keyof typeof binnedKinds;
export const binnedKindNames = Object.keys(binnedKinds) as [BinnedKind, ...BinnedKind[]];

/** GET `recycle-bin`: newest first. */
export const binnedThing = z.object({
  ...node('BinnedThing'),
  id: z.string(),
  entity: z.enum(binnedKindNames),
  name: z.string(),
  deletedBy: z.string(),
  deletedAt: instant,
  /** The time of the final deletion. */
  endsAt: instant,
});
export type BinnedThing = z.infer<typeof binnedThing>;

/** `q`: in the name, and in that of who deleted it. */
export const recycleBinFilters = { q: searchText(), entity: z.enum(binnedKindNames).optional() };

/** GET `client-admins/deleted`: organisations that the super admin can still bring back. */
export const deletedOrganisation = z.object({
  ...node('DeletedOrganisation'),
  id: z.string(),
  name: z.string(),
  deletedAt: instant,
  endsAt: instant,
});
export type DeletedOrganisation = z.infer<typeof deletedOrganisation>;

export const binnedKindWords: Record<BinnedKind, Words> = {
  program: { en: 'Program', fr: 'Programme' },
  menu: { en: 'Menu', fr: 'Gamme' },
  machine: { en: 'Machine', fr: 'Machine' },
  structure: { en: 'Structure', fr: 'Structure' },
  tag: { en: 'Tag', fr: 'Étiquette' },
};
