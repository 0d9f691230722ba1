import { z } from 'zod';
import { embedded } from './hydra.ts';

/** A person in a list: name and picture. */
export const listedPerson = embedded('users', { fullName: z.string(), imageUrl: z.string().nullable() });
export type ListedPerson = z.infer<typeof listedPerson>;

/** One of the two names where the other is missing, without a space. */
export function fullNameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

/** The part before the @, for a person without a name. */
export function nameInAddress(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}
