import { expect, it } from 'vitest';
import { copyName } from './copyName.ts';

const english = (name: string) => `${name} (copy)`;

it.each([
  ['Baguette', 'Baguette (copy)'],
  ['n'.repeat(33), `${'n'.repeat(33)} (copy)`],
  ['n'.repeat(34), `${'n'.repeat(33)} (copy)`],
  ['n'.repeat(40), `${'n'.repeat(33)} (copy)`],
  [`${'n'.repeat(32)} and more`, `${'n'.repeat(32)} (copy)`],
  [`${'n'.repeat(32)}🥖🥖`, `${'n'.repeat(32)} (copy)`],
])('PRG-02 the copy of %s is offered as %s, within 40 characters', (name, expected) => {
  expect(copyName(name, english)).toBe(expected);
  expect(expected.length).toBeLessThanOrEqual(40);
});
