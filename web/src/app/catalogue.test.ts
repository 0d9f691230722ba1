import { describe, expect, it } from 'vitest';
import { messages } from './allMessages.ts';

type Tree = { [key: string]: string | Tree };
function textsOf(tree: Tree): string[] {
  return Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)));
}
const english = new Set(textsOf(messages.en));

describe('GEN-11 the texts of the two error catalogues', () => {
  /** The texts that the requirements give word for word; the page sets `%{…}` where they write `{…}`. */
  it.each([
    'Sorry, you do not have the necessary rights to perform this action.',
    'This value must be between %{min} and %{max}',
    'This value is required',
    'Must contains 4 numbers',
    'The category must not be blank',
    'Please select a machine type',
    'no defect detected',
    'Access restricted to unapproved programs',
    'Cannot approve program',
    'Server Error',
    'Page not found.',
    'The security code entered is invalid, please try again with a valid code',
  ])('says “%s”, and its French', (text) => {
    expect(english.has(text)).toBe(true);
    const path = pathOf(messages.en, text);
    expect(path).not.toBe(null);
    const french = path?.reduce<string | Tree | undefined>((at, key) => (typeof at === 'object' ? at[key] : undefined), messages.fr);
    expect(typeof french).toBe('string');
    expect(french).not.toBe(text);
  });
});

function pathOf(tree: Tree, text: string): string[] | null {
  for (const [key, value] of Object.entries(tree)) {
    if (value === text) return [key];
    const below = typeof value === 'object' ? pathOf(value, text) : null;
    if (below) return [key, ...below];
  }
  return null;
}
