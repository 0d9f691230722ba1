import { z } from 'zod';
import { isId } from '../ids.ts';

/** The `/:id` of a path; a value that cannot be an id is answered with 404, like an unknown one. */
export const idParams = z.object({ id: z.string().refine(isId) });
