import { z } from 'zod';
import { reference } from '../kit/hydra.ts';
import { right } from '../rights/right.ts';
import { rights } from '../rights/rights.ts';

/**
 * For a person with a rights template: they leave the template and get these rights. Without it the call is refused
 * (AUD-02).
 */
const leaveTemplate = z.boolean().optional();

/** POST `users/rights`: one right of one user. Withdrawing one withdraws its sub-rights too. */
export const rightChange = z.strictObject({
  user: reference('users'),
  role: right,
  active: z.boolean(),
  leaveTemplate,
});
export type RightChange = z.output<typeof rightChange>;

/** PUT `users/{id}/rights`, and its preview: all rights to be held afterwards. */
export const heldRights = z.strictObject({ rights: z.array(right).max(rights.length), leaveTemplate });
export type HeldRights = z.output<typeof heldRights>;

/** POST `users/{id}/rights/preview`: what the person would see; null for what they could not open. */
const visibleShare = z.object({ seen: z.int(), of: z.int() }).nullable();
export const rightsPreview = z.object({
  machines: visibleShare,
  structures: visibleShare,
  programs: visibleShare,
  tags: visibleShare,
});
export type RightsPreview = z.infer<typeof rightsPreview>;
