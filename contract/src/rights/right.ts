import { z } from 'zod';
import { type Right, rights } from './rights.ts';

/** The name of a right, as inputs and views have it. */
export const right = z.enum(rights as [Right, ...Right[]]);
