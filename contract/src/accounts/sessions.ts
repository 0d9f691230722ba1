import { z } from 'zod';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { type Language, say, type Words } from '../kit/words.ts';

/** GET `sessions`: where one is signed in. */
export const sessionView = z.object({
  ...node,
  id: z.string(),
  createdAt: instant,
  /** To the minute. */
  lastUsedAt: instant,
  expiresAt: instant,
  address: z.string(),
  /** ISO 3166-1 alpha-2 of the address, where that is known. */
  country: z.string().length(2).nullable(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
  /** Who acts in it in one's name; null for one's own. */
  master: z.string().nullable(),
});
export type SessionView = z.infer<typeof sessionView>;

const deviceWords = {
  both: { en: '%{browser} on %{system}', fr: '%{browser} sur %{system}' },
  unknown: { en: 'Unknown browser', fr: 'Navigateur inconnu' },
} satisfies Record<string, Words>;

/** A browser as a person calls it: "Chrome on Android"; what is not known is said. */
export function deviceText(
  { browser, system }: { browser: string | undefined; system: string | undefined },
  language: Language,
): string {
  if (!browser) return say(deviceWords.unknown, language);
  return system ? say(deviceWords.both, language, { browser, system }) : browser;
}
