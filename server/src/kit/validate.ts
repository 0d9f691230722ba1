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

/** The largest call names ten thousand rows one by one. */
const mostValues = 12_000;
/** Of the broken rules of one call, so many are named. */
const mostViolations = 100;

/**
 * SEC-06: null when a call has few enough values, otherwise the field in which the limit is passed. Looked at before its schema is: a
 * schema names every entry of a list that is wrong, and a megabyte holds half a million.
 */
function crowdedField(input: object): string | null {
  let left = mostValues;
  for (const [field, value] of Object.entries(input)) {
    const waiting: unknown[] = [value];
    while (waiting.length > 0) {
      left -= 1;
      const inner = valuesIn(waiting.pop());
      if (left < inner.length) return field;
      for (const one of inner) waiting.push(one);
    }
  }
  return null;
}

function valuesIn(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? Object.values(value) : [];
}

/** Checks bodies, queries and paths by the contract's schemas; what comes out is what the schema made of it. */
export const validateByZod: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    // A call without a body has an empty one: every missing field is then named.
    const input = data ?? {};
    const crowded = typeof input === 'object' ? crowdedField(input as object) : null;
    if (crowded !== null) {
      const path = crowded.slice(0, 100);
      return { error: new InvalidInput([{ path, key: 'custom.validation.tooManyValues', args: { max: mostValues } }]) };
    }
    const unstorable = unstorableAt(input);
    if (unstorable !== null) return { error: new InvalidInput([{ path: unstorable, key: 'custom.validation.unstorable', args: {} }]) };
    const result = schema.safeParse(input);
    return result.success ? { value: result.data } : { error: new InvalidInput(violationsOf(result.error, input).slice(0, mostViolations)) };
  };
