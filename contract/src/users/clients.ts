import { z } from 'zod';

/** GET `client-admins/{id}/clients`: who works for a client (USR-02). */
export const clientView = z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() });
export type ClientView = z.infer<typeof clientView>;

/** GET `client-admins-machines`: how many machines, by the id of the client admin. */
export const machineCounts = z.record(z.string(), z.int());

/** GET `client-admins/{id}/deletion`: what would go (USR-10). */
export const organisationDeletion = z.object({
  society: z.string(),
  /** Other active client admins: with one of them the organisation can do without this person. */
  otherAdmins: z.int(),
  users: z.int(),
  machines: z.int(),
  programs: z.int(),
  structures: z.int(),
  tags: z.int(),
});
export type OrganisationDeletion = z.infer<typeof organisationDeletion>;

/** DELETE `client-admins/{id}`: the account alone, or the whole organisation, whose name is then typed. */
export const clientDeletion = z.strictObject({
  what: z.enum(['account', 'organisation']),
  society: z.string().max(300).optional(),
});
