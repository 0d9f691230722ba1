import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiAs } from '../../testing/api.ts';
import { openHouse, type TestHouse } from '../../testing/openHouse.ts';
import { contractNames } from './contractNames.ts';

let house: TestHouse;
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  responses: Record<string, object>;
  requestBody?: { content: Record<string, { schema: { $ref?: string; properties?: Record<string, object> } }> };
}
let document: {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { examples?: unknown[]; properties?: Record<string, { description?: string }> }>;
  };
};

beforeAll(async () => {
  house = await openHouse({ METRICS_TOKEN: 'm'.repeat(32), BROKER_TOKEN: 'b'.repeat(32) });
  document = (await apiAs(house, null).get('/openapi.json')).body;
});
afterAll(() => house.close());

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path));

describe('INT-02 the OpenAPI document', () => {
  it('has no finding of redocly’s recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('has no finding of spectral’s rules for OpenAPI', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [[oas as never, 'recommended']] });
    const problems = await linter.run(structuredClone(document));
    expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
  });

  it('names each call once, as a method, with a sentence and one tag', () => {
    const names = operations().map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { operationId, summary, tags } of operations()) {
      expect(operationId).toMatch(/^[a-z]+[A-Za-z]+$/);
      expect([operationId, summary.length > 5, tags.length]).toEqual([operationId, true, 1]);
    }
    expect(names).toEqual(expect.arrayContaining(['listMachines', 'createProgram', 'installProgram']));
  });

  it('answers every call with problems in one form, and takes and gives the media types that are sent', () => {
    for (const { operationId, responses } of operations())
      for (const [status, answer] of Object.entries(responses))
        if (Number(status) >= 400) expect([operationId, answer]).toEqual([operationId, { $ref: expect.any(String) }]);
    const content = (path: string) =>
      Object.keys((document.paths[path]?.['get']?.responses['200'] as { content?: object } | undefined)?.content ?? {});
    expect(content('/api/tags')).toEqual(['application/ld+json']);
    expect(content('/api/machines/usage.csv')).toEqual(['text/csv']);
    expect(content('/api/live')).toEqual(['text/event-stream']);
    expect(content('/api/images/file/{name}')).toEqual(['image/jpeg']);
  });

  it('INT-05 describes what webhooks are called with, by their type', () => {
    const { webhooks } = document;
    expect(Object.keys(webhooks)).toEqual(expect.arrayContaining(['fault.began', 'machine.lost', 'update.failed']));
    const body = webhooks['fault.began']?.['post']?.requestBody?.content['application/json']?.schema;
    expect(body?.properties?.['type']).toMatchObject({ const: 'fault.began' });
  });

  it('MKR-02 describes each field of pairing and renewal, their refusals, and what update clients send', () => {
    const { schemas } = document.components;
    const post = (path: string) => document.paths[`/api/${path}`]?.['post'];
    for (const path of ['machine-link/pair', 'machine-link/renew']) {
      const { requestBody, responses = {} } = post(path) ?? {};
      expect(Object.keys(responses)).toEqual(['200', '403', '409', '422', '429', '503']);
      const answers = (responses['200'] as { content?: Record<string, { schema: { $ref: string } }> }).content ?? {};
      expect(Object.keys(answers)).toEqual(['application/json']);
      const taken = requestBody?.content['application/json']?.schema.$ref ?? '';
      for (const ref of [taken, answers['application/json']?.schema.$ref ?? '']) {
        const { properties = {} } = schemas[ref.split('/').at(-1) ?? ''] ?? {};
        expect(Object.keys(properties).length).toBeGreaterThan(2);
        for (const [name, field] of Object.entries(properties))
          expect([name, field.description]).toEqual([name, expect.any(String)]);
      }
    }
    const ddi = '/api/ddi/{tenant}/controller/v1/{controller}';
    const bodyOf = (path: string, method: string) =>
      document.paths[ddi + path]?.[method]?.requestBody?.content['application/json']?.schema.$ref;
    expect(bodyOf('/configData', 'put')).toBe('#/components/schemas/DdiConfigData');
    expect(bodyOf('/deploymentBase/{action}/feedback', 'post')).toBe('#/components/schemas/DdiFeedback');
    expect(schemas['DdiFeedback']?.examples?.length).toBeGreaterThan(1);
  });

  it('has examples that its schemas accept', async () => {
    const schemas = new Map([...(await contractNames())].map(([schema, name]) => [name, schema]));
    const examples = Object.entries(document.components.schemas).flatMap(([name, { examples = [] }]) =>
      examples.map((example) => [name, example] as const),
    );
    expect(examples.map(([name]) => name)).toEqual(
      expect.arrayContaining(['TagInput', 'StructureInput', 'ProgramInput', 'MachineInput', 'ProgramMachineInput']),
    );
    for (const [name, example] of examples) {
      const schema = schemas.get(name) ?? z.never();
      expect([name, schema.safeParse(example).error]).toEqual([name, undefined]);
    }
  });
});
