import { z } from 'zod';

/** Somebody, as a list names and shows them. */
export const listedPerson = z.object({ id: z.string(), fullName: z.string(), imageUrl: z.string().nullable() });
export type ListedPerson = z.infer<typeof listedPerson>;
