import { z } from 'zod';

/** INT-06: the settings for programs of others. */
export const apiSettings = {
  /** The origins of pages of others that may call the API; comma separated. */
  API_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(z.array(z.string().refine(isOrigin, 'must be origins such as https://erp.bakery.example, comma separated'))),
  /** The calls that one session or API token may make in a minute, on each server. */
  API_CALLS_PER_MINUTE: z.coerce.number().int().min(60).max(10_000_000).default(6000),
};

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}
