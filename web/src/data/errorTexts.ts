import type { Problem } from '@fournil/contract/kit/problem';
import { useLocale, useTranslate } from 'ra-core';
import { problemOf } from './api.ts';

type Violation = NonNullable<Problem['violations']>[number];

/** The error messages of Chromium, Safari and Firefox for a failed import, and of Vite for failed style sheets. */
const notFetched = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Code that is loaded when it is needed could not be. */
export function isCodeMissing(error: unknown): boolean {
  return error instanceof Error && notFetched.test(error.message);
}

/**
 * The text of an error in the present language: the page's text for its key, otherwise the server's text, otherwise a
 * general one.
 */
export function useTranslatedError(): (error: unknown) => string {
  const translate = useTranslate();
  const locale = useLocale();
  return (error) => {
    const problem = problemOf(error);
    if (problem?.key) {
      const text = translate(problem.key, { _: '' });
      if (text) return text;
    }
    if (isCodeMissing(error)) return translate('app.notFetched.title');
    const message = (error instanceof Error && error.message) || 'create.error';
    // The server's text is in the language of the call, which may have been changed since.
    if (problem?.words && message === problem.detail) return problem.words[locale === 'fr' ? 'fr' : 'en'];
    return translate(message, { _: message });
  };
}

/** A broken rule in the present language; the page has the texts of all rules. */
export function useViolationText(): (violation: Violation) => string {
  const translate = useTranslate();
  return ({ key, args, message }) => translate(key, { ...args, _: message });
}

/** The text of a refusal: its first violation, or else the text of the error. */
export function useRefusalText(): (error: unknown) => string {
  const errorText = useTranslatedError();
  const violationText = useViolationText();
  return (error) => {
    const [first] = problemOf(error)?.violations ?? [];
    return first ? violationText(first) : errorText(error);
  };
}
