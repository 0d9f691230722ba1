import fc from 'fast-check';

/** A JSON schema, as the OpenAPI document has it. */
export interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  examples?: unknown[];
  description?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export interface Known {
  components: Readonly<Record<string, Schema>>;
  /** The ids of records by the path of their calls. */
  ids: Readonly<Record<string, readonly string[]>>;
}

/** What fits almost nowhere: wrong types, too long, control characters, half a pair, huge numbers, odd instants. */
const wrong = fc.constantFrom<unknown>(
  ...[null, true, [], {}, [null], [[[]]], { id: 'x' }, { '@id': '/api/tags/x' }],
  ...['', ' ', '-1', '\u0000', 'a\u0000b', '\u001b[31m\u007f', '\ud800', 'x'.repeat(5000), '%', '../..', "';--"],
  ...['9999-12-31T23:59:59Z', '-271821-04-20T00:00:00Z', '2026-02-30', '0000-01-01T00:00:00Z'],
  ...[-1, 0, 0.5, 2 ** 31, 2 ** 53, 1e308, -1e308],
);
const instants = fc.constantFrom('2026-11-01T00:00:00Z', '2026-12-31T23:59:59.999+02:00', '2027-02-28T12:00:00Z');
const deepest = 8;

/** Values that the schema describes, of which some parts are replaced by wrong ones, are missing or unknown. */
export function valuesOf(schema: Schema, known: Known, depth = 0): fc.Arbitrary<unknown> {
  if (depth > deepest) return wrong;
  return fc.oneof(
    { arbitrary: rightValuesOf(schema, known, depth), weight: 15 },
    { arbitrary: wrong, weight: depth === 0 ? 0 : 1 },
  );
}

function rightValuesOf(schema: Schema, knownValues: Known, depth: number): fc.Arbitrary<unknown> {
  const inner = (one: Schema) => valuesOf(one, knownValues, depth + 1);
  if (schema.$ref)
    return rightValuesOf(knownValues.components[schema.$ref.split('/').at(-1) ?? ''] ?? {}, knownValues, depth);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => rightValuesOf(one, knownValues, depth)));
  if (schema.type === 'object') return objectsOf(schema, inner);
  if (schema.type === 'array') return fc.array(inner(schema.items ?? {}), { maxLength: 3 });
  return scalarsOf(schema, knownValues);
}

function scalarsOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const { type, minimum: min = -10, maximum: max = 1000 } = schema;
  if (type === 'string') return textsOf(schema, known);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer') return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) });
  return type === 'number' ? fc.double({ min, max, noNaN: true }) : fc.jsonValue({ maxDepth: 2 });
}

function objectsOf({ properties = {}, required = [], additionalProperties, examples }: Schema, inner: Inner) {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)]));
  const some = fc.record(fields, { requiredKeys: [] });
  const otherValues = typeof additionalProperties === 'object' ? inner(additionalProperties) : fc.constant(1);
  const wholeRecord = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  const changed = (examples ?? []).map((example) =>
    fc
      .tuple(fc.constantFrom(...Object.keys(fields)), some)
      .map(([name, values]) => ({ ...(example as object), ...(name in values ? { [name]: values[name] } : {}) })),
  );
  return fc.oneof(
    { arbitrary: changed.length > 0 ? fc.oneof(wholeRecord, ...changed) : wholeRecord, weight: 8 },
    { arbitrary: some, weight: 1 },
    {
      arbitrary: fc.tuple(wholeRecord, fc.string(), otherValues).map(([own, name, one]) => ({ ...own, [name]: one })),
      weight: 1,
    },
  );
}

type Inner = (schema: Schema) => fc.Arbitrary<unknown>;

function textsOf({ format, pattern, description = '', minLength = 0, maxLength = 40 }: Schema, { ids }: Known) {
  const [, resource = ''] = /one of `([\w-]+)`/.exec(description) ?? [];
  if (format === 'uuid' || resource) return fc.constantFrom(...(ids[resource] ?? Object.values(ids).flat()));
  if (format === 'date-time') return instants;
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  const usual = pattern
    ? fc.stringMatching(new RegExp(pattern, 'u'))
    : fc.string({ minLength, maxLength: Math.max(minLength, 40) });
  const edges = [maxLength, maxLength + 1].map((length) => 'é'.repeat(Math.min(length, 20_000)));
  return fc.oneof({ arbitrary: usual, weight: 6 }, { arbitrary: fc.constantFrom(...edges), weight: 1 });
}
