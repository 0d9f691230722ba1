import { describe, expect, it } from 'vitest';
import * as all from './allMessages.ts';
import * as gate from './gateMessages.ts';
import { type Tree, treeOf } from './tree.ts';

const messages = { en: treeOf('en', [...all.en, ...gate.en]), fr: treeOf('fr', [...all.fr, ...gate.fr]) };
function textsOf(tree: Tree): string[] {
  return Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)));
}
const english = new Set(textsOf(messages.en));

describe('GEN-11 the page’s texts from the two error catalogues', () => {
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
    '404, not found.',
    'An unexpected error has rejected your action, we are sorry for the inconvenience.',
    'Error, passwords are differents',
    'Error, we cannot retrieve images',
    'Error, we cannot retrieve this image metadata',
    'Version should be valid',
  ])('contain “%s” and its French translation', (text) => {
    expect(english.has(text)).toBe(true);
    const path = pathOf(messages.en, text);
    expect(path).not.toBe(null);
    const french = path && textAt(messages.fr, path.join('.'));
    expect(typeof french).toBe('string');
    expect(french).not.toBe(text);
  });
});

describe('GEN-11 the keys that the two error catalogues name:', () => {
  it.each([
    'custom.commons.errors.not_granted',
    'custom.components.passwords.mustMatch',
    'custom.components.passwords.errorChanged',
    'custom.components.passwords.successChanged',
    'custom.components.passwords.error',
    'custom.components.passwords.successReset',
    'custom.components.users.resetPasswordFailed',
    'custom.components.users.resetPasswordSuccess',
    'custom.components.software_updates.create.semverRegexValidation',
    'custom.auth.create_account_error',
    'custom.auth.account_desactivated',
    'custom.auth.account_ended',
    'custom.notification.2fa_error',
    'custom.validation.pin',
    'custom.validation.freshPin',
    'custom.phases.fanSpeed',
    'ra.notification.http_error',
    'ra.notification.deleted',
    'create.error',
  ])('%s has a text in each language', (key) => {
    const [english, french] = [textAt(messages.en, key), textAt(messages.fr, key)];
    expect([typeof english, typeof french]).toEqual(['string', 'string']);
    expect(french).not.toBe(english);
  });
});

function textAt(tree: Tree, key: string): string | Tree | undefined {
  return key
    .split('.')
    .reduce<string | Tree | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), tree);
}

function pathOf(tree: Tree, text: string): string[] | null {
  for (const [key, value] of Object.entries(tree)) {
    if (value === text) return [key];
    const below = typeof value === 'object' ? pathOf(value, text) : null;
    if (below) return [key, ...below];
  }
  return null;
}
