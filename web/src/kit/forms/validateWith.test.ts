import { machineInput } from '@fournil/contract/machines/machine';
import { expect, it } from 'vitest';
import { validateWith } from './validateWith.ts';

it('MAC-02 form validation names the broken rule of each field with its variables', () => {
  const errors = validateWith(machineInput)({
    name: 'x'.repeat(256),
    serialNumber: '',
    pin: '12a4',
    description: null,
  });
  expect(errors['name']).toEqual({ message: 'ra.validation.maxLength', args: { max: 255 } });
  expect(errors['serialNumber']?.message).toBe('ra.validation.required');
  expect(errors['pin']?.message).toBe('custom.validation.pin');
  expect(errors['category']?.message).toBe('custom.validation.categoryBlank');
});
