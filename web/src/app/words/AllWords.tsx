import type { ReactNode } from 'react';
import { messages } from './allMessages.ts';
import { registerMessages } from './i18nProvider.ts';

// Registered when this file is loaded, which is with the first page after signing in.
registerMessages(messages);

/** Renders its children once all texts are loaded; a file of its own, so that it is in the same chunk as the texts. */
export function AllWords({ children }: { children?: ReactNode }) {
  return children;
}
