import { z } from 'zod';
import { changedPostcode, optionalPostcode } from '../accounts/postcode.ts';
import { country, email, timezoneOrUtc } from '../accounts/registration.ts';
import { imageBase64 } from '../images/images.ts';
import { embedded, node, reference } from '../kit/hydra.ts';
import { dateDisplaySchema, instant, instantInput, timezone } from '../kit/instants.ts';
import { changedName, changedText, optionalText, requiredText } from '../kit/text.ts';
import { temperatureUnits } from '../kit/units.ts';
import { languages } from '../kit/words.ts';
import { personKinds } from '../rights/roles.ts';

/** USR-04 */
export const userLimits = { name: 255, text: 255, phone: 15, structures: 100, listPageSize: 30 } as const;

/** AUD-02, REG-04: accounts with an end, and those whose link was never opened. */
export const accountLimits = {
  /** Days before its end on which the person and the client admins are told. */
  toldDays: 7,
  /** Days after the last link, or the last change, until an account that was never activated is deleted. */
  unactivatedDays: 30,
} as const;

export const userView = z.object({
  ...node('User'),
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  /** The first one is the kind of the person. */
  roles: z.array(z.string()),
  society: z.string().nullable(),
  imageUrl: z.string().nullable(),
  active: z.boolean(),
  emailVerified: z.boolean(),
  googleAuthenticatorConfirmed: z.boolean(),
  /** The account cannot be used from then on; null for one without an end (AUD-02). */
  endsAt: instant.nullable(),
  /** The end of validity of a first password chosen by somebody else; null once its owner has chosen one. */
  passwordEndsAt: instant.nullable(),
  structures: z.array(embedded('structures', { name: z.string() })),
  createdAt: instant,
});
export type UserView = z.infer<typeof userView>;

/** GET `users/{id}` */
export const userDetail = userView.extend({
  kind: z.enum(personKinds),
  description: z.string().nullable(),
  phone: z.string().nullable(),
  mobilePhone: z.string().nullable(),
  street: z.string().nullable(),
  zipcode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  timezone: z.string().nullable(),
  countryCode: z.enum(languages),
  temperatureUnitPreference: z.enum(temperatureUnits),
  displayDatePreference: dateDisplaySchema,
  /** IMP-06: accepts that the client admin, or support, acts in their name. */
  isEuroFourControl: z.boolean(),
  remoteParamsEdit: z.boolean(),
  /** The rights held by a user; null for kinds of people whose rights follow from their kind. */
  rights: z.array(z.string()).nullable(),
  /** The rights template of the user; null without one. */
  rightsTemplate: embedded('rights-templates', { name: z.string() }).nullable(),
  updatedAt: instant,
  version: z.int(),
});
export type UserDetail = z.infer<typeof userDetail>;

const names = { firstName: requiredText(userLimits.name), lastName: requiredText(userLimits.name) };
const preferences = { countryCode: z.enum(languages), temperatureUnitPreference: z.enum(temperatureUnits) };
const place = {
  society: requiredText(userLimits.text),
  street: requiredText(userLimits.text),
  city: requiredText(userLimits.text),
  country,
  timezone,
};
const optional = {
  description: optionalText(userLimits.text),
  phone: optionalText(userLimits.phone),
  mobilePhone: optionalText(userLimits.phone),
  zipcode: optionalPostcode(),
};

/** The fields of every form that creates a person (USR-04). */
const person = { email, ...names, ...place, ...preferences, ...optional };

/** POST `users`: creates a user of the caller's organisation. */
export const userInput = z
  .strictObject({
    ...person,
    timezone: timezoneOrUtc,
    structures: z.array(reference('structures')).max(userLimits.structures).default([]),
    /** AUD-02: when the account ends. */
    endsAt: instantInput.nullish(),
    /** Starts with the rights of this user; without it, with all rights (RGT-03). */
    rightsOf: reference('users').nullish(),
    /** Gets this rights template (AUD-02). */
    rightsTemplate: reference('rights-templates').nullish(),
    /**
     * In the documents' field list, and ignored: only the user sets the password, by the link in the mail (USR-04).
     */
    password: z.string().max(256).optional(),
  })
  .transform(({ password: _, ...input }) => input);
export type UserInput = z.output<typeof userInput>;

/** POST `client-admins`: creates a client with an organisation of their own, or another administrator of the maker. */
export const clientAdminInput = z.strictObject({ ...person, kind: z.enum(['clientAdmin', 'superAdmin']) });
export type ClientAdminInput = z.output<typeof clientAdminInput>;

/** What decides about access, and is changed by calls of its own: may be sent as it is, and is refused otherwise. */
const accessFields = {
  kind: userDetail.shape.kind.optional(),
  roles: userDetail.shape.roles.optional(),
  rights: userDetail.shape.rights.optional(),
  emailVerified: userDetail.shape.emailVerified.optional(),
  googleAuthenticatorConfirmed: userDetail.shape.googleAuthenticatorConfirmed.optional(),
};
export type AccessFields = Pick<UserDetail, keyof typeof accessFields>;

/** PUT or PATCH `users/{id}`: changes only the fields sent. The fields accepted depend on editor and person. */
export const userUpdate = z.strictObject({
  email: email.optional(),
  firstName: names.firstName.optional(),
  lastName: names.lastName.optional(),
  society: place.society.optional(),
  street: place.street.optional(),
  city: place.city.optional(),
  country: country.optional(),
  timezone: timezone.optional(),
  countryCode: preferences.countryCode.optional(),
  temperatureUnitPreference: preferences.temperatureUnitPreference.optional(),
  description: changedText(userLimits.text),
  phone: changedText(userLimits.phone),
  mobilePhone: changedText(userLimits.phone),
  zipcode: changedPostcode(),
  active: z.boolean().optional(),
  displayDatePreference: dateDisplaySchema.optional(),
  /** IMP-06: a client admin can withdraw it for a person; only the person can give it. */
  isEuroFourControl: z.boolean().optional(),
  /** AUD-02: null for no end; set by client admins, and by the super admin for the maker's staff. */
  endsAt: instantInput.nullable().optional(),
  /** ROLE_REMOTE_PARAMS_EDIT of a technician (TEC-03). */
  remoteParamsEdit: z.boolean().optional(),
  /** PRO-05: the portrait; null deletes it. */
  imageBase64: imageBase64.nullish(),
  ...accessFields,
});
/** A technician's names may be missing, as at creation (TEC-02). */
export const technicianUpdate = userUpdate.extend({
  firstName: changedName(userLimits.name),
  lastName: changedName(userLimits.name),
});
/** The fields stored in the person's own row. */
export type UserUpdate = Omit<z.output<typeof userUpdate>, 'imageBase64' | keyof AccessFields>;

/** PUT `users/{id}/structures` */
export const userStructures = z.strictObject({
  add: z.array(reference('structures')).max(userLimits.structures).default([]),
  remove: z.array(reference('structures')).max(userLimits.structures).default([]),
});

/** GET `users/{id}/deletion`: what is deleted with a user, and what is kept. */
export const userDeletion = z.object({
  programsWritten: z.int(),
  structures: z.int(),
  inCharge: z.int(),
  tags: z.int(),
});
export type UserDeletion = z.infer<typeof userDeletion>;
