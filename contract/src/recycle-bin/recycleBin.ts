import { z } from 'zod';
import { type EntityWith, entitiesWith } from '../entities.ts';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { searchText } from '../kit/text.ts';

/** AUD-03: the time in which a deleted record can be restored. */
export const recycleBinLimits = { days: 30, organisationDays: 7, pageSize: 30 } as const;

/** The kinds of records that can be restored. */
export type BinnedKind = EntityWith<'restorable'>;
export const binnedKinds = entitiesWith('restorable');

/** GET `recycle-bin`: newest first. */
export const binnedThing = z.object({
  ...node('BinnedThing'),
  id: z.string(),
  entity: z.enum(binnedKinds),
  name: z.string(),
  deletedBy: z.string(),
  deletedAt: instant,
  /** The time of the final deletion. */
  endsAt: instant,
});
export type BinnedThing = z.infer<typeof binnedThing>;

/** `q`: in the name, and in that of who deleted it. */
export const recycleBinFilters = { q: searchText(), entity: z.enum(binnedKinds).optional() };

/** GET `client-admins/deleted`: organisations that the super admin can still bring back. */
export const deletedOrganisation = z.object({
  ...node('DeletedOrganisation'),
  id: z.string(),
  name: z.string(),
  deletedAt: instant,
  endsAt: instant,
});
export type DeletedOrganisation = z.infer<typeof deletedOrganisation>;
