import { say } from '@fournil/contract/kit/words';
import { inert } from './inert.ts';

/** The first line of every mail, also for an account without a name. */
export function greetingTo(firstName: string, language: 'EN' | 'FR'): string {
  if (firstName.trim() === '') return say({ en: 'Hello,', fr: 'Bonjour,' }, language);
  return say({ en: 'Hello %{name},', fr: 'Bonjour %{name},' }, language, { name: inert(firstName) });
}
