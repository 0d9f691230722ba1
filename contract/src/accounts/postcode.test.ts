import { describe, expect, it } from 'vitest';
import { userUpdate } from '../users/user.ts';
import { profileUpdate } from './profile.ts';
import { registrationInput } from './registration.ts';

const schemas = {
  registration: registrationInput.shape.zipcode,
  profile: profileUpdate.shape.zipcode,
  user: userUpdate.shape.zipcode,
};

describe('REG-01 a postcode', () => {
  it.each(Object.entries(schemas))(
    'of the %s has seven letters and digits, without its spaces and dashes',
    (_, schema) => {
      for (const fine of ['75011', 'SW1A 1AA', '1234-567', 'K1A 0B1', 'EC1A\u00a01BB'])
        expect([fine, schema.safeParse(fine).success]).toEqual([fine, true]);
      for (const wrong of ['12345678', 'SW1A 1AAB', `1${' '.repeat(20)}2`])
        expect(schema.safeParse(wrong).error?.issues[0]).toMatchObject({
          message: 'ra.validation.maxLength',
          params: { args: { max: 7 } },
        });
    },
  );

  it('that is missing in an update of a user stays as it is, and an empty one is removed', () => {
    expect(userUpdate.parse({})).toEqual({});
    expect(userUpdate.parse({ zipcode: '' })).toEqual({ zipcode: null });
  });
});
