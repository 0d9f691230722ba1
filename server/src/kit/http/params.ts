import { z } from 'zod';
import { isId } from '../ids.ts';

/** `/:id` of our own; anything that cannot be an id answers as one that does not exist. */
export const idParams = z.object({ id: z.string().refine(isId) });
