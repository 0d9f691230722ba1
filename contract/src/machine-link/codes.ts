import type { z } from 'zod';
import type { Words } from '../kit/words.ts';

/** MKR-02: what each code of a field means, in English, in the published documents. */
export function withCodes<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  meanings: Record<string, Words | string>,
): Schema {
  const said = Object.entries(meanings).map(([code, words]) => [code, typeof words === 'string' ? words : words.en]);
  return schema.meta({ description, 'x-codes': Object.fromEntries(said) });
}
