import { z } from 'zod';
import { homeInfos } from '../home/homeInfos.ts';
import { dateDisplaySchema, instant, timezone } from '../kit/instants.ts';
import { changedText, requiredText } from '../kit/text.ts';
import { temperatureUnits } from '../kit/units.ts';
import { languages } from '../kit/words.ts';
import { personKinds } from '../rights/roles.ts';
import { requiredPostcode } from './postcode.ts';
import { country, email } from './registration.ts';

/** PRO-06: the e-mails that a person can switch on and off. */
export const notificationSwitches = [
  'notificationProblems',
  'notificationPrograms',
  'notificationTags',
  'notificationStructures',
  'notificationMachines',
] as const;
export type NotificationSwitch = (typeof notificationSwitches)[number];

/** The person of the session, and what they may do. */
export const profileView = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  /** Waits for its confirmation link to be opened (PRO-03). */
  pendingEmail: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  society: z.string().nullable(),
  /** The portrait; null: initials are shown. */
  imageUrl: z.string().nullable(),
  description: z.string().nullable(),
  phone: z.string().nullable(),
  street: z.string().nullable(),
  zipcode: z.string().nullable(),
  city: z.string().nullable(),
  /** ISO 3166-1 */
  country: z.string().nullable(),
  kind: z.enum(personKinds),
  roles: z.array(z.string()),
  /** The rights held by a user; empty for the other kinds of people. */
  rights: z.array(z.string()),
  countryCode: z.enum(languages),
  temperatureUnitPreference: z.enum(temperatureUnits),
  displayDatePreference: dateDisplaySchema,
  timezone: z.string().nullable(),
  notificationProblems: z.boolean(),
  notificationPrograms: z.boolean(),
  notificationTags: z.boolean(),
  notificationStructures: z.boolean(),
  notificationMachines: z.boolean(),
  /** Sign-in requires the second step (TFA-01). */
  googleAuthenticatorConfirmed: z.boolean(),
  /** Number of unused recovery codes (TFA-03). */
  recoveryCodesLeft: z.int(),
  /** IMP-06: accepts that support, or the client admin, signs in as them. */
  isEuroFourControl: z.boolean(),
  /** The master who acts in this person's name, and until when; null in the person's own session (IMP-04). */
  master: z
    .object({ fullName: z.string(), kind: z.enum(personKinds), remoteParamsEdit: z.boolean(), until: instant })
    .nullable(),
  /** For `If-Match` (API-06). */
  version: z.int(),
});
export type ProfileView = z.infer<typeof profileView>;

/** GET `profile` (PRO-04); staff have no home of an organisation. */
export const profileAnswer = z.object({ profile: profileView, homeInfos: homeInfos.nullable() });
export type ProfileAnswer = z.infer<typeof profileAnswer>;

/** PRO-02 */
export const profileLimits = {
  name: 100,
  society: 255,
  description: 255,
  phone: 15,
  street: 255,
  city: 255,
} as const;

/** The fields that identify a person; a technician's are edited by the super admin. */
const fields = {
  firstName: requiredText(profileLimits.name),
  lastName: requiredText(profileLimits.name),
  /** Takes effect when the link sent to the new address is opened (PRO-03). */
  email,
  society: requiredText(profileLimits.society),
  description: changedText(profileLimits.description),
  phone: changedText(profileLimits.phone),
  street: requiredText(profileLimits.street),
  zipcode: requiredPostcode(),
  city: requiredText(profileLimits.city),
  country,
};
export const profileFieldNames = Object.keys(fields) as (keyof typeof fields)[];

const readingPreferences = {
  temperatureUnitPreference: z.enum(temperatureUnits),
  displayDatePreference: dateDisplaySchema,
  timezone,
};

/** May be missing in accounts that were created without them; sending them back unchanged is accepted. */
export const missingAtFirst = ['society', 'street', 'zipcode', 'city', 'country', 'timezone'] as const;

/** PUT or PATCH `profile` (PRO-02): changes only the fields sent; preferences and switches take effect at once. */
export const profileUpdate = z
  .strictObject({
    ...fields,
    society: fields.society.nullable(),
    street: fields.street.nullable(),
    zipcode: fields.zipcode.nullable(),
    city: fields.city.nullable(),
    country: fields.country.nullable(),
    ...readingPreferences,
    timezone: readingPreferences.timezone.nullable(),
    countryCode: z.enum(languages),
    isEuroFourControl: z.boolean(),
    notificationProblems: z.boolean(),
    notificationPrograms: z.boolean(),
    notificationTags: z.boolean(),
    notificationStructures: z.boolean(),
    notificationMachines: z.boolean(),
  })
  .partial();
export type ProfileUpdate = z.infer<typeof profileUpdate>;
