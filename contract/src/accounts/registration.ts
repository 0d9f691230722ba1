import { z } from 'zod';
import { timezone } from '../kit/instants.ts';
import { requiredText } from '../kit/text.ts';
import { temperatureUnits } from '../kit/units.ts';
import { languages } from '../kit/words.ts';
import { countryCodes } from './countries.ts';
import { newPassword } from './password.ts';
import { requiredPostcode } from './postcode.ts';

/** REG-01 */
export const registrationLimits = { email: 200, name: 100, society: 255, street: 255, city: 255 } as const;

export const email = z.string().trim().min(1).max(registrationLimits.email).pipe(z.email());

/** Must be in the list; a missing value and an unknown one have different messages. */
export const country = z.enum(countryCodes, {
  error: ({ input }) =>
    input === undefined || input === null || input === '' ? 'ra.validation.required' : 'custom.validation.invalid',
});

/** The documents' field lists omit it; then it is UTC (section 9). The forms always send it. */
export const timezoneOrUtc = timezone.default('UTC');

/**
 * POST `register` (REG-03): creates a client admin with an organisation of their own when the link in the mail is
 * opened.
 */
export const registrationInput = z.strictObject({
  email,
  password: newPassword,
  lastName: requiredText(registrationLimits.name),
  firstName: requiredText(registrationLimits.name),
  society: requiredText(registrationLimits.society),
  street: requiredText(registrationLimits.street),
  zipcode: requiredPostcode(),
  city: requiredText(registrationLimits.city),
  country,
  timezone: timezoneOrUtc,
  countryCode: z.enum(languages).default('EN'),
  temperatureUnitPreference: z.enum(temperatureUnits).default('C'),
});
export type RegistrationInput = z.output<typeof registrationInput>;
