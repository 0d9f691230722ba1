import { z } from 'zod';

/** The code of a model, as machines report it: small letters, digits and dashes. */
export const modelCode = z
  .string()
  .min(1, { abort: true })
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/, {
    error: 'custom.validation.modelCode',
  });
