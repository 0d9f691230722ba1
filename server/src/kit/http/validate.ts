import { unstorableAt } from '@fournil/contract/kit/text';
import { type Violation, violationsOf } from '@fournil/contract/kit/validation';
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';

/** The broken rules of a call's schema. */
export class InvalidInput extends Error {
  readonly violations: Violation[];
  constructor(violations: Violation[]) {
    super('invalid input');
    this.violations = violations;
  }
}

/** At most so many broken rules are named in one answer. */
const mostViolations = 100;

/** Checks bodies, queries and paths with the contract's schemas; handlers receive the parsed values. */
export const validateByZod: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    // A missing body is checked as an empty object, so that every missing field is named.
    const input = data ?? {};
    const unstorable = unstorableAt(input);
    if (unstorable !== null)
      return { error: new InvalidInput([{ path: unstorable, key: 'custom.validation.unstorable', args: {} }]) };
    const result = schema.safeParse(input);
    return result.success
      ? { value: result.data }
      : { error: new InvalidInput(violationsOf(result.error, input).slice(0, mostViolations)) };
  };
