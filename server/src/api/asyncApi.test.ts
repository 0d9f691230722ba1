import specs from '@asyncapi/specs';
import { examples } from '@fournil/contract/machine-link/examples';
import { downMessages, upMessages } from '@fournil/contract/machine-link/messages';
import { canonicalText } from '@fournil/contract/programs/programBody';
import { Ajv, type AnySchema } from 'ajv';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../testing/machines/vectors.ts';
import { asyncApi } from './asyncApi.ts';
import type { Schema } from './schemaExamples.ts';

const document = asyncApi('Fournil', 'mqtts://ovens.example:8883');
const messages = { ...upMessages, ...downMessages };
const topics = Object.keys(messages) as (keyof typeof messages)[];

/** Every field of a schema, with its place. */
function fieldsOf(schema: Schema, at = ''): [string, Schema][] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  return [
    ...Object.entries(properties).flatMap(([name, inner]): [string, Schema][] => [
      [`${at}.${name}`, inner],
      ...fieldsOf(inner, `${at}.${name}`),
    ]),
    ...(items ? fieldsOf(items, `${at}[]`) : []),
    ...[...anyOf, ...oneOf].flatMap((one) => fieldsOf(one, at)),
  ];
}

/** Texts, numbers and enumerations; not objects, lists and constants. */
const isLeaf = (schema: Schema) =>
  !(schema.properties ?? schema.items ?? schema.anyOf ?? schema.oneOf) && schema.const === undefined;

describe('MKR-02 the AsyncAPI document', () => {
  it('is valid by the schema of AsyncAPI 3', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
    // The schema of the specification refers to that of JSON Schema draft 7 by an address with a fragment.
    const isValid = ajv.compile(specs.schemasWithoutId['3.0.0'] as AnySchema);
    isValid(JSON.parse(JSON.stringify(document)));
    expect(isValid.errors ?? []).toEqual([]);
  });

  it.each(topics)('describes channel, message and every field of %s, with examples', (topic) => {
    const { channels, components } = document;
    expect(channels[topic]).toMatchObject({ title: expect.any(String), description: expect.any(String) });
    const message = components.messages[topic];
    expect(message).toMatchObject({ title: expect.any(String), summary: expect.any(String) });
    expect(message?.examples.length).toBeGreaterThan(0);
    const fields = fieldsOf(message?.payload ?? {});
    expect(fields.filter(([, { description }]) => !description).map(([at]) => at)).toEqual([]);
    expect(fields.filter(([, field]) => isLeaf(field) && !field.examples).map(([at]) => at)).toEqual([]);
  });

  it.each(topics)('has examples of %s that the schema accepts, without a field that it does not know', (topic) => {
    for (const { name, payload } of examples[topic]) {
      const parsed = messages[topic].safeParse(payload);
      expect(parsed.error?.issues ?? [], name).toEqual([]);
      expect(parsed.data).toEqual(payload);
    }
  });

  it('says what each code means', () => {
    const codes = topics.flatMap((topic) =>
      fieldsOf(document.components.messages[topic]?.payload ?? {}).filter(([at]) => /\.(code|type)$/.test(at)),
    );
    const enumerations = codes.filter(([at, { enum: values }]) => values && !at.endsWith('set.type'));
    expect(enumerations.length).toBeGreaterThanOrEqual(5);
    for (const [at, { enum: values, 'x-codes': meanings }] of enumerations)
      expect(Object.keys(meanings ?? {}).sort(), at).toEqual([...(values as string[])].sort());
  });

  it('has the hash of the example’s body', () => {
    const [{ payload } = { payload: null }] = examples.programs;
    expect(payload && hashOf(canonicalText(payload.body))).toBe(payload?.sha256);
  });
});
