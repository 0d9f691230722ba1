import { z } from 'zod';
import { machineCategoryCodes } from './catalogue.ts';

/** The category that a form asks for: one that is missing has the words of GEN-11, an unknown one is told those known. */
export const machineCategory = z.enum(machineCategoryCodes, {
  error: ({ input }) =>
    input === undefined || input === null || input === '' ? 'custom.validation.categoryBlank' : undefined,
});
