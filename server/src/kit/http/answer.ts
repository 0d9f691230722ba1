import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

type Pick = (value: unknown) => unknown;
const asItIs: Pick = (value) => value;

/**
 * Writes an answer through its view: a field that the view does not list cannot be sent, whatever the row contains. The
 * types are checked at compile time, so copying along the schema is enough; `strict` (in tests) checks every value too.
 */
export function answerByView(strict: boolean): FastifySerializerCompiler<z.ZodType> {
  return ({ schema }) => {
    const pick = pickerOf(schema);
    return (data) => JSON.stringify(strict ? schema.parse(data) : pick(data));
  };
}

/** Makes a function that copies the fields of the schema and nothing else. */
export function pickerOf(schema: unknown): Pick {
  if (schema instanceof z.ZodObject) return objectPicker(schema);
  if (schema instanceof z.ZodArray) {
    const pick = pickerOf(schema.element);
    return pick === asItIs ? asItIs : (value) => (Array.isArray(value) ? value.map(pick) : value);
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const pick = pickerOf(schema.unwrap());
    return (value) => (value === null || value === undefined ? value : pick(value));
  }
  // Unions, records and plain values are copied unchanged; the view itself has set their content.
  return asItIs;
}

function objectPicker(schema: z.ZodObject): Pick {
  const fields = Object.entries(schema.shape).map(([name, inner]) => [name, pickerOf(inner)] as const);
  return (value) => {
    const picked: Record<string, unknown> = {};
    for (const [name, pick] of fields) {
      const field = (value as Record<string, unknown>)[name];
      if (field !== undefined) picked[name] = pick(field);
    }
    return picked;
  };
}
