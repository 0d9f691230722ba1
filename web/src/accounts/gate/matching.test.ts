import { newPassword } from '@fournil/contract/accounts/password';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { matching } from './matching.ts';

const check = validateWith(z.strictObject({ password: newPassword }));
const errorsOf = (password: string, again: string) => {
  const errors = matching(check({ password }), password, again, 'password');
  return Object.fromEntries(Object.entries(errors).map(([field, { message }]) => [field, message]));
};

it('PWD-02 REG-01 an empty password and an empty repetition are reported as missing, not as too short', () => {
  const required = 'ra.validation.required';
  expect(errorsOf('', '')).toEqual({ password: required, again: required });
  expect(errorsOf('', 'tarte aux pommes')).toEqual({ password: required });
  expect(errorsOf('tarte aux pommes', '')).toEqual({ again: required });
  expect(errorsOf('short', '')).toEqual({ password: 'custom.validation.passwordLength', again: required });
});

it('PWD-02 two passwords that differ are reported at both fields, and equal ones at neither', () => {
  const differ = 'custom.components.passwords.mustMatch';
  expect(errorsOf('tarte aux pommes', 'tarte aux poires')).toEqual({ password: differ, again: differ });
  expect(errorsOf('tarte aux pommes', 'tarte aux pommes')).toEqual({});
});
