import { z } from 'zod';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { type Language, say, type Words } from '../kit/words.ts';

/** GET `sessions`: the person's own sessions. */
export const sessionView = z.object({
  ...node('Session'),
  id: z.string(),
  createdAt: instant,
  /** Rounded to the minute. */
  lastUsedAt: instant,
  expiresAt: instant,
  address: z.string(),
  /** ISO 3166-1 alpha-2 of the network address; null where it is unknown. */
  country: z.string().length(2).nullable(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
  /** The master who acts in this session; null in the person's own sessions. */
  master: z.string().nullable(),
});
export type SessionView = z.infer<typeof sessionView>;

const deviceWords = {
  both: { en: '%{browser} on %{system}', fr: '%{browser} sur %{system}' },
  unknown: { en: 'Unknown browser', fr: 'Navigateur inconnu' },
} satisfies Record<string, Words>;

/** A short name of the browser such as "Chrome on Android"; unknown parts are called unknown. */
export function deviceText(
  { browser, system }: { browser: string | undefined; system: string | undefined },
  language: Language,
): string {
  if (!browser) return say(deviceWords.unknown, language);
  return system ? say(deviceWords.both, language, { browser, system }) : browser;
}
