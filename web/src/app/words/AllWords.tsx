import { useLocale } from 'ra-core';
import { type ReactNode, use } from 'react';
import type { Locale } from '../session.ts';
import { allTexts } from './texts.ts';

/** Renders its children once all texts of the present language are loaded. */
export function AllWords({ children }: { children?: ReactNode }) {
  use(allTexts(useLocale() as Locale));
  return children;
}
