import { useTranslate } from 'ra-core';
import { problemOf } from './api.ts';

/** What to say of an error: the page's own text for its key, else what the server wrote, else a general one. */
export function useTranslatedError(): (error: unknown) => string {
  const translate = useTranslate();
  return (error) => {
    const key = problemOf(error)?.key;
    if (key) {
      const text = translate(key, { _: '' });
      if (text) return text;
    }
    const message = (error instanceof Error && error.message) || 'create.error';
    return translate(message, { _: message });
  };
}
