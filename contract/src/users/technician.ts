import { z } from 'zod';
import { newPassword } from '../accounts/password.ts';
import { email } from '../accounts/registration.ts';
import { instantInput } from '../kit/instants.ts';
import { optionalName } from '../kit/text.ts';
import { temperatureUnits } from '../kit/units.ts';
import { languages } from '../kit/words.ts';
import { userLimits } from './user.ts';

/** POST `{product}-technicians` (TEC-02): the names can be added later. */
export const technicianInput = z.strictObject({
  email,
  /** For the first sign-in, at which its owner has to change it. */
  password: newPassword,
  firstName: optionalName(userLimits.name),
  lastName: optionalName(userLimits.name),
  countryCode: z.enum(languages).default('EN'),
  temperatureUnitPreference: z.enum(temperatureUnits).default('C'),
  /** AUD-02: when the account ends. */
  endsAt: instantInput.nullish(),
});
export type TechnicianInput = z.output<typeof technicianInput>;
