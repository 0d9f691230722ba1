import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidInput, validateByZod } from './validate.ts';

const schema = z.strictObject({ ids: z.array(z.uuid()).max(10_000) });
const asked = { schema, method: 'POST', url: '/', httpPart: 'body' } as const;
const violationsOf = (input: unknown) => {
  const { error } = validateByZod(asked)(input) as { error?: InvalidInput };
  return error instanceof InvalidInput ? error.violations : [];
};

describe('SEC-06 a body', () => {
  it('of as many values as the largest call is looked at', () => {
    expect(violationsOf({ ids: Array(10_000).fill('01a203dd-2274-755a-9c19-e163276dd8a1') })).toEqual([]);
  });

  it.each([
    ['a long list', { ids: Array(400_000).fill(1) }],
    ['many lists', { ids: Array.from({ length: 400 }, () => Array(1000).fill(1)) }],
    ['many fields in one', { ids: Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [index, 1])) }],
  ])('of %s is refused before its schema looks at each of its values', (_what, body) => {
    expect(violationsOf(body)).toEqual([{ path: 'ids', key: 'custom.validation.tooManyValues', args: { max: 12_000 } }]);
  });

  it('names a hundred of its faults at most', () => {
    expect(violationsOf({ ids: Array(5000).fill(1) })).toHaveLength(100);
    expect(violationsOf(Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [index, 1])))).toHaveLength(100);
    expect(violationsOf(Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [index, 1])))).toHaveLength(1);
  });
});
