import { unstorableAt } from '@fournil/contract/kit/text';
import { type Violation, violationsOf } from '@fournil/contract/kit/validation';
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';

/** What broke the schema of a call. */
export class InvalidInput extends Error {
  readonly violations: Violation[];
  constructor(violations: Violation[]) {
    super('invalid input');
    this.violations = violations;
  }
}

/** Of the broken rules of one call, so many are named. */
const mostViolations = 100;

/** Checks bodies, queries and paths by the contract's schemas; what comes out is what the schema made of it. */
export const validateByZod: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    // A call without a body has an empty one: every missing field is then named.
    const input = data ?? {};
    const unstorable = unstorableAt(input);
    if (unstorable !== null)
      return { error: new InvalidInput([{ path: unstorable, key: 'custom.validation.unstorable', args: {} }]) };
    const result = schema.safeParse(input);
    return result.success
      ? { value: result.data }
      : { error: new InvalidInput(violationsOf(result.error, input).slice(0, mostViolations)) };
  };
