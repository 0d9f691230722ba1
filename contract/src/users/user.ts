import { z } from 'zod';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { searchText } from '../kit/text.ts';

export const userView = z.object({
  ...node,
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  /** The first one is the kind of the person. */
  roles: z.array(z.string()),
  society: z.string().nullable(),
  active: z.boolean(),
  emailVerified: z.boolean(),
  googleAuthenticatorConfirmed: z.boolean(),
  structures: z.array(z.object({ '@id': z.string(), id: z.string(), name: z.string() })),
  createdAt: instant,
});
export type UserView = z.infer<typeof userView>;
export const userFilters = { q: searchText(), active: z.stringbool().optional() };
export const userOrder = ['lastName', 'firstName', 'email', 'createdAt'] as const;
