import { deepStrictEqual } from 'node:assert';
import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

type Pick = (value: unknown) => unknown;
const asItIs: Pick = (value) => value;

/** SCL-05: an answer that PostgreSQL has written as JSON; it is sent as it is. */
export class WrittenJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Writes an answer through its view: a field that the view does not list cannot be sent, whatever the row contains. The
 * types are checked at compile time, so copying along the schema is enough; `strict` (in tests) checks every value too,
 * and that an answer written by PostgreSQL has no other fields than its view.
 */
export function answerByView(strict: boolean): FastifySerializerCompiler<z.ZodType> {
  return ({ schema }) => {
    const pick = pickerOf(schema);
    return (data: unknown) => {
      if (data instanceof WrittenJson) return strict ? checked(schema, data.text) : data.text;
      return JSON.stringify(strict ? schema.parse(data) : pick(data));
    };
  };
}

function checked(schema: z.ZodType, text: string): string {
  const written: unknown = JSON.parse(text);
  deepStrictEqual(schema.parse(written), written);
  return text;
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
    const pickedFields: Record<string, unknown> = {};
    for (const [name, pick] of fields) {
      const field = (value as Record<string, unknown>)[name];
      if (field !== undefined) pickedFields[name] = pick(field);
    }
    return pickedFields;
  };
}
