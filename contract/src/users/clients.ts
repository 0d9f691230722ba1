import { z } from 'zod';

/** GET `client-admins/{id}/clients`: the users of a client (USR-02). */
export const userOfClientView = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
export type UserOfClientView = z.infer<typeof userOfClientView>;

/** GET `client-admins-machines`: the number of machines by the id of the client admin. */
export const machinesByClient = z.record(z.string(), z.int());

/** GET `client-admins/{id}/deletion`: what would be deleted (USR-10). */
export const organisationDeletion = z.object({
  society: z.string(),
  /** The number of other active client admins: with one of them the account can be deleted alone. */
  otherAdmins: z.int(),
  users: z.int(),
  machines: z.int(),
  programs: z.int(),
  structures: z.int(),
  tags: z.int(),
});
export type OrganisationDeletion = z.infer<typeof organisationDeletion>;

/** DELETE `client-admins/{id}`: the account alone, or the whole organisation, whose name has to be typed. */
export const clientDeletion = z.strictObject({
  what: z.enum(['account', 'organisation']),
  society: z.string().max(300).optional(),
});
