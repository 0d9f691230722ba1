/** The parts of a JSON schema that the machine protocol uses. */
export interface Schema {
  type?: string;
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  examples?: unknown[];
  [keyword: string]: unknown;
}

const mostExamples = 3;

/** MKR-02: the schema with examples of each field, taken from whole messages. */
export function withExamples(schema: Schema, values: readonly unknown[]): Schema {
  const { properties, items, anyOf, oneOf } = schema;
  const branches = (of: Schema[]) =>
    of.map((one) =>
      withExamples(
        one,
        values.filter((value) => isFor(one, value)),
      ),
    );
  const inner = {
    ...(properties && { properties: ofProperties(properties, values) }),
    ...(items && {
      items: withExamples(
        items,
        values.flatMap((value) => (Array.isArray(value) ? value : [])),
      ),
    }),
    ...(anyOf && { anyOf: branches(anyOf) }),
    ...(oneOf && { oneOf: branches(oneOf) }),
  };
  const isLeaf = Object.keys(inner).length === 0 && values.length > 0 && schema.const === undefined;
  return { ...schema, ...inner, ...(isLeaf ? { examples: different(values) } : {}) };
}

function ofProperties(properties: Record<string, Schema>, values: readonly unknown[]): Record<string, Schema> {
  const objects = values.filter((value) => typeof value === 'object' && value !== null) as Record<string, unknown>[];
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [
      name,
      withExamples(
        inner,
        objects.flatMap((one) => (one[name] === undefined ? [] : [one[name]])),
      ),
    ]),
  );
}

/** Whether a value is of this branch of a union: by its type, and by the constants of its fields. */
function isFor(branch: Schema, value: unknown): boolean {
  if (branch.anyOf ?? branch.oneOf) return (branch.anyOf ?? branch.oneOf ?? []).some((one) => isFor(one, value));
  if (branch.type === 'object') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    return Object.entries(branch.properties ?? {}).every(
      ([name, { const: only }]) => only === undefined || only === (value as Record<string, unknown>)[name],
    );
  }
  if (branch.type === 'null') return value === null;
  return branch.type === undefined || typeof value === (branch.type === 'integer' ? 'number' : branch.type);
}

function different(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()].slice(0, mostExamples);
}
