import { z } from 'zod';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { listQuery } from '../kit/listQuery.ts';
import { searchText } from '../kit/text.ts';
import { personKinds } from '../rights/roles.ts';

/** IMP-02, IMP-04. */
export const controlLimits = {
  codeDigits: 8,
  wrongCodes: 5,
  lockedMinutes: 15,
  sessionMinutes: 60,
  listPageSize: 30,
} as const;

/**
 * POST `control/user/{id}`. The code is shown on the person's home page; a client admin needs none for their own
 * users.
 */
export const controlInput = z.strictObject({
  id: z.uuid(),
  activationCode: z
    .string()
    .transform((code) => code.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{8}$/, { error: 'custom.validation.securityCode' }))
    .optional(),
});
export type ControlInput = z.infer<typeof controlInput>;

/** A token of the person's, with which the caller acts in their name. */
export const controlAnswer = z.object({ token: z.string(), expiresAt: instant });
export type ControlAnswer = z.infer<typeof controlAnswer>;

/** GET `users/controls`: people who accept that others sign in as them. Without their codes. */
export const controlView = z.object({
  ...node('User'),
  id: z.string(),
  fullName: z.string(),
  email: z.string(),
  society: z.string().nullable(),
  kind: z.enum(personKinds),
  active: z.boolean(),
});
export type ControlView = z.infer<typeof controlView>;
export const controlQuery = listQuery({
  filters: { q: searchText() },
  order: ['fullName', 'society'],
  itemsPerPage: controlLimits.listPageSize,
});
export type ControlPage = z.output<typeof controlQuery>;
