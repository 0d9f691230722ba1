import type { Problem } from '@fournil/contract/kit/problem';
import { useLocale, useTranslate } from 'ra-core';
import { problemOf } from './api.ts';

type Violation = NonNullable<Problem['violations']>[number];

/**
 * What to say of an error, in the language on the screen: the page's own text for its key, else what the server wrote,
 * else a general one.
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
    const message = (error instanceof Error && error.message) || 'create.error';
    // The server's own text was chosen when the answer came; the reader may have picked the other language since.
    if (problem?.words && message === problem.detail) return problem.words[locale === 'fr' ? 'fr' : 'en'];
    return translate(message, { _: message });
  };
}

/** A broken rule in the language on the screen: the page has the words of all of them. */
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
