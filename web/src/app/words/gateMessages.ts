import * as accounts from '../../accounts/messages.ts';
import * as demo from '../../demo/messages.ts';
import * as app from '../messages.ts';
import type { Tree } from './tree.ts';

/** The texts of the sign-in page by language; the others are loaded with the first page that needs them (`AllWords`). */
export const en: readonly Tree[] = [app.en, accounts.en, demo.en];
export const fr: readonly Tree[] = [app.fr, accounts.fr, demo.fr];
