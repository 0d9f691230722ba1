import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCrowded } from './jsonBounds.ts';

const of = (text: string) => isCrowded(Buffer.from(text), 12_000);
const ids = (count: number) => JSON.stringify({ ids: Array(count).fill('01a203dd-2274-755a-9c19-e163276dd8a1') });

describe('SEC-06 a JSON body', () => {
  it('is parsed with as many values as the largest call needs, and refused with more', () => {
    expect([of(ids(10_000)), of(ids(12_100)), of('{"a":1}'), of('')]).toEqual([false, true, false, false]);
  });

  it.each([
    ['deeply nested lists', '['.repeat(33)],
    ['brackets only', '['.repeat(1_000_000)],
    ['many fields', JSON.stringify(Object.fromEntries(Array.from({ length: 13_000 }, (_, index) => [index, 1])))],
    ['many small objects', `[${Array(7000).fill('{}').join()}]`],
  ])('of %s is not parsed', (_what, text) => expect(of(text)).toBe(true));

  it('may contain texts of any letters', () => {
    const text = JSON.stringify({ a: '[{,'.repeat(100_000), 'b"\\': '\\"[['.repeat(10_000), c: '\\' });
    expect(of(text)).toBe(false);
    const counted = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, one) => sum + 1 + counted(one), 0)
        : 0;
    fc.assert(fc.property(fc.json({ maxDepth: 5 }), (json) => counted(JSON.parse(json)) > 10_000 || !of(json)));
  });
});
