import type { ReactNode } from 'react';
import { messages } from './allMessages.ts';
import { speakWith } from './i18nProvider.ts';

// With this file, which is loaded as the first page behind the sign-in page is opened.
speakWith(messages);

/** Shows what needs texts that the sign-in page does not have; in a file of its own, so that it comes with them. */
export function AllWords({ children }: { children?: ReactNode }) {
  return children;
}
