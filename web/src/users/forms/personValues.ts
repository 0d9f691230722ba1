import type { ProfileView } from '@fournil/contract/accounts/profile';
import type { UserDetail } from '@fournil/contract/users/user';

/** The fields of the forms. */
export const shortFields = ['email', 'firstName', 'lastName', 'countryCode', 'temperatureUnitPreference'] as const;
const restFields = [
  'society',
  'street',
  'zipcode',
  'city',
  'country',
  'timezone',
  'description',
  'phone',
  'mobilePhone',
] as const;
export const wholeFields = [...shortFields, ...restFields] as const;
/** Those of an existing person; `editableFields` says which of them an editor may change. */
export const editedFields = [...wholeFields, 'remoteParamsEdit', 'endsAt'] as const;

/** The defaults of a new person, taken from the person who creates the account. */
export function firstValues(locale: string) {
  return {
    email: '',
    firstName: '',
    lastName: '',
    society: '',
    street: '',
    zipcode: '',
    city: '',
    country: '',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    description: '',
    phone: '',
    mobilePhone: '',
    countryCode: locale === 'fr' ? 'FR' : 'EN',
    temperatureUnitPreference: 'C',
  };
}

/** Country and timezone of the organisation's administrator, the defaults for its users. */
export function sharedWith({
  society,
  street,
  zipcode,
  city,
  country,
  timezone,
  temperatureUnitPreference,
}: ProfileView) {
  return {
    society: society ?? '',
    street: street ?? '',
    zipcode: zipcode ?? '',
    city: city ?? '',
    country: country ?? '',
    ...(timezone ? { timezone } : {}),
    temperatureUnitPreference,
  };
}

export type PersonValues = Partial<Record<(typeof wholeFields)[number] | 'rightsOf' | 'endsAt', string | null>> & {
  remoteParamsEdit?: boolean;
};

/** Only the fields of the form, because ra-core adds others; an empty text means none. */
export function pick(values: PersonValues, fields: readonly (keyof PersonValues)[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, values[field] === '' ? null : values[field]]));
}

export function valuesOf(
  user: UserDetail,
  fields: readonly (keyof PersonValues & keyof UserDetail)[],
): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, user[field] ?? '']));
}
