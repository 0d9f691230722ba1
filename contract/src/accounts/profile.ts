import { z } from 'zod';
import { dateDisplaySchema, instant } from '../kit/instants.ts';
import { temperatureUnits } from '../kit/units.ts';
import { languages } from '../kit/words.ts';
import { personKinds } from '../rights/roles.ts';

/** GET `profile`: who I am, what I may do (PRO-04), and the numbers of the home page. */
export const profileView = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  society: z.string().nullable(),
  /** The portrait; null: initials are shown. */
  imageUrl: z.string().nullable(),
  kind: z.enum(personKinds),
  roles: z.array(z.string()),
  /** Held rights of a user; empty for the other kinds. */
  rights: z.array(z.string()),
  countryCode: z.enum(languages),
  temperatureUnitPreference: z.enum(temperatureUnits),
  displayDatePreference: dateDisplaySchema,
  timezone: z.string().nullable(),
  notificationProblems: z.boolean(),
  /** IMP-06: accepts that support, or the client admin, signs in as them. */
  isEuroFourControl: z.boolean(),
  /** Who acts in this person's name, until when; null for their own session (IMP-04). */
  master: z.object({ fullName: z.string(), kind: z.enum(personKinds), remoteParamsEdit: z.boolean(), until: instant }).nullable(),
});
export type ProfileView = z.infer<typeof profileView>;

/** PUT `profile`: the preferences that act at once; only what is sent changes. */
export const profileUpdate = z.strictObject({
  countryCode: z.enum(languages).optional(),
  temperatureUnitPreference: z.enum(temperatureUnits).optional(),
  displayDatePreference: dateDisplaySchema.optional(),
  timezone: z.string().max(64).optional(),
  notificationProblems: z.boolean().optional(),
  isEuroFourControl: z.boolean().optional(),
});
export type ProfileUpdate = z.infer<typeof profileUpdate>;
