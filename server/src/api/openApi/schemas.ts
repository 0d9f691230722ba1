import { links } from '@fournil/contract/kit/hydra';
import { right } from '@fournil/contract/rights/right';
import { rightParents, rights } from '@fournil/contract/rights/rights';
import { rightWords } from '@fournil/contract/rights/rightWords';
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
type Direction = 'input' | 'output';

const at = '#/components/schemas/';

/** The schemas of a document: those with a name as components, and the others where they are used. */
export interface DocumentSchemas {
  of(schema: z.ZodType): JsonSchema;
  components: Record<string, JsonSchema>;
}

interface Used {
  input: readonly z.ZodType[];
  output: readonly z.ZodType[];
}

/**
 * INT-02: the JSON schemas (2020-12) of what calls take and answer. A component that is taken in another form than it
 * is answered is one of its own, with `Input` behind its name.
 */
export function documentSchemas(names: ReadonlyMap<z.ZodType, string>, used: Used): DocumentSchemas {
  const output = converted(names, used.output, 'output');
  const input = converted(names, used.input, 'input');
  const renamed = new Map<string, string>();
  for (const [name, schema] of Object.entries(input.components)) {
    const other = output.components[name];
    if (other && JSON.stringify(other) !== JSON.stringify(schema)) renamed.set(name, `${name}Input`);
  }
  // What refers to a renamed component differs as well.
  for (let before = -1; before !== renamed.size; ) {
    before = renamed.size;
    for (const [name, schema] of Object.entries(input.components))
      if (name in output.components && referred(schema).some((one) => renamed.has(one)))
        renamed.set(name, `${name}Input`);
  }
  const rename = (schema: JsonSchema): JsonSchema =>
    JSON.parse(JSON.stringify(schema), (key, value) => {
      const name = key === '$ref' && typeof value === 'string' ? value.slice(at.length) : '';
      return renamed.has(name) ? at + renamed.get(name) : value;
    });
  const taken = Object.entries(input.components).map(([name, schema]) => [renamed.get(name) ?? name, rename(schema)]);
  return {
    of: (schema) => output.inline.get(schema) ?? rename(input.inline.get(schema) ?? {}),
    components: { ...output.components, ...Object.fromEntries(taken) },
  };
}

interface Converted {
  inline: ReadonlyMap<z.ZodType, JsonSchema>;
  components: Record<string, JsonSchema>;
}

function converted(names: ReadonlyMap<z.ZodType, string>, usedSchemas: readonly z.ZodType[], io: Direction): Converted {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const places = usedSchemas
    .filter((schema) => !names.has(schema))
    .map((schema, index) => [`place ${index}`, schema] as const);
  for (const [id, schema] of places) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => at + id,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => adapt(zodSchema, jsonSchema, io),
  });
  const clean = Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema)]));
  const inline = new Map<z.ZodType, JsonSchema>(places.map(([id, schema]) => [schema, clean[id] ?? {}]));
  for (const schema of usedSchemas) {
    const name = names.get(schema);
    if (name !== undefined) inline.set(schema, { $ref: at + name });
  }
  return { inline, components: reachable(clean, [...inline.values()]) };
}

function withoutIdentity({ $id: _, $schema: __, id: ___, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** What clients see of a schema: the types on the wire, not those of the parser. */
function adapt(schema: z.core.$ZodTypes, json: JsonSchema, io: Direction): void {
  const resource = links.get(schema as unknown as z.ZodType)?.resource;
  if (resource !== undefined) {
    for (const key of Object.keys(json)) delete (json as Record<string, unknown>)[key];
    const what =
      io === 'input' ? `The address or the id of one of \`${resource}\`.` : `The address of one of \`${resource}\`.`;
    Object.assign(json, { type: 'string', format: 'uri-reference', description: what });
  }
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodString && schema.out instanceof z.ZodBoolean)
    Object.assign(json, { type: 'boolean' });
  if (schema === right) json.description = rightsInWords();
  // Those of what is transformed on its way in are left out otherwise.
  const examples = z.globalRegistry.get(schema as unknown as z.ZodType)?.examples;
  if (Array.isArray(examples)) json.examples = examples;
  if (json.format === 'date-time') delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  // An answer may get further fields in a later version.
  if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties;
}

function rightsInWords(): string {
  const lines = rights.map((one) => {
    const parent = rightParents[one];
    return `- \`${one}\`: ${rightWords[one].lets.en}${parent ? ` Needs \`${parent}\`.` : ''}`;
  });
  return ['What each right allows:\n', ...lines].join('\n');
}

function referred(schema: unknown): string[] {
  const names: string[] = [];
  JSON.stringify(schema, (key, value) => {
    if (key === '$ref' && typeof value === 'string') names.push(value.slice(at.length));
    return value;
  });
  return names;
}

function reachable(all: Record<string, JsonSchema>, from: readonly JsonSchema[]): Record<string, JsonSchema> {
  const keptSchemas: Record<string, JsonSchema> = {};
  const waiting = from.flatMap(referred);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = all[name];
    if (!schema || name in keptSchemas) continue;
    keptSchemas[name] = schema;
    waiting.push(...referred(schema));
  }
  return Object.fromEntries(Object.entries(keptSchemas).sort(([one], [other]) => one.localeCompare(other)));
}
