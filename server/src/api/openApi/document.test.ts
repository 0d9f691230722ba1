import { rights } from '@fournil/contract/rights/rights';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiAs } from '../../testing/api.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { contractNames } from './contractNames.ts';

let server: TestServer;
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  description: string;
  parameters?: { name: string; description: string; schema: object }[];
  responses: Record<string, { headers?: Record<string, { description: string }> }>;
  requestBody?: { content: Record<string, { schema: { $ref?: string; properties?: Record<string, object> } }> };
}
let document: {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<
      string,
      { description?: string; examples?: unknown[]; properties?: Record<string, { description?: string }> }
    >;
  };
};

beforeAll(async () => {
  server = await openTestServer({ METRICS_TOKEN: 'm'.repeat(32), BROKER_TOKEN: 'b'.repeat(32) });
  document = (await apiAs(server, null).get('/openapi.json')).body;
});
afterAll(() => server.close());

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path));

describe('INT-02 the OpenAPI document', () => {
  it('has no finding of redocly’s recommended rules, and on a demonstration one warning for its address', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
    const local = JSON.stringify({ ...document, servers: [{ url: 'http://localhost:8080', description: 'Local' }] });
    const warnings = await lintFromString({ source: local, absoluteRef: '/openapi.json', config });
    expect(warnings.map(({ ruleId, severity }) => [ruleId, severity])).toEqual([['no-server-example.com', 'warn']]);
  });

  it('has no finding of spectral’s rules for OpenAPI', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [[oas as never, 'recommended']] });
    const problems = await linter.run(structuredClone(document));
    expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
  });

  it('names the two directions of every order, as the server takes them', () => {
    const orders = operations().flatMap(({ parameters = [] }) =>
      parameters.filter(({ name }) => name.startsWith('order[')),
    );
    expect(orders.length).toBeGreaterThan(100);
    for (const { name, schema } of orders)
      expect([name, schema]).toMatchObject([name, { enum: ['asc', 'desc', 'ASC', 'DESC'] }]);
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

  it('names the refusals of bodies and of a sign-in, and what an ETag is for', () => {
    const call = (method: string, path: string) => document.paths[`/api/${path}`]?.[method];
    const statuses = (method: string, path: string) => Object.keys(call(method, path)?.responses ?? {});
    expect(statuses('post', 'login')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '409',
      '413',
      '415',
      '422',
      '429',
      '503',
      '507',
    ]);
    expect(statuses('post', 'api-tokens')).toEqual(expect.arrayContaining(['400', '413', '415']));
    expect(statuses('delete', 'tags/{id}')).not.toEqual(expect.arrayContaining(['413']));
    const etag = (method: string, path: string, status: string) =>
      call(method, path)?.responses[status]?.headers?.['ETag']?.description;
    expect(etag('post', 'tags', '201')).toBe('The version, for `If-Match`.');
    expect(etag('put', 'tags/{id}', '200')).toBe('The version, for `If-Match`.');
    expect(etag('get', 'tags/{id}', '200')).toContain('`If-None-Match`');
    expect(etag('get', 'tags', '200')).toBe('For `If-None-Match`.');
    expect(etag('get', 'history.csv', '200')).toBe(undefined);
  });

  it.each([
    ['post', 'software_updates', '422'],
    ['delete', 'structures/{id}', '422'],
    ['delete', 'client-admins/{id}', '422'],
    ['delete', 'software_updates/{id}', '412'],
    ['post', 'reset/child', '404'],
    ['post', 'token/verify', '404'],
    ['post', 'change-password', '401'],
    ['post', 'activate', '404'],
    ['post', 'confirm-email', '404'],
    ['post', 'take-back-email', '404'],
    ['delete', 'profile/pending-email', '404'],
    ['post', 'profile/pending-email/again', '404'],
    ['delete', 'images/machines', '404'],
    ['delete', 'images/fournil', '404'],
    ['post', 'machine/update-machine-settings', '404'],
    ['post', 'tags', '404'],
    ['post', 'login', '403'],
    ['get', 'tags', '304'],
    ['get', 'ddi/{tenant}/controller/v1/{controller}/artifacts/{update}/{file}', '206'],
    ['get', 'ddi/{tenant}/controller/v1/{controller}/artifacts/{update}/{file}', '416'],
  ])('names an answer that does not follow from the form of the call: %s %s, %s', (method, path, status) => {
    expect(Object.keys(document.paths[`/api/${path}`]?.[method]?.responses ?? {})).toContain(status);
  });

  it('INT-04 says what each right allows that an API token can have, and that one without structures sees nothing', () => {
    const { Right, ApiTokenInput } = document.components.schemas;
    for (const right of rights) expect(Right?.description).toMatch(new RegExp(`^- \\\`${right}\\\`: [A-Z].+\\.$`, 'm'));
    expect(ApiTokenInput?.properties?.['structures']?.description).toContain('with status 200');
  });

  it('HOM-03 describes the events of the stream, which has no ETag', () => {
    const { description = '', parameters = [], responses } = document.paths['/api/live']?.['get'] ?? {};
    expect([parameters, responses?.['200']?.headers]).toEqual([[], undefined]);
    for (const part of ['`programMachines`', '`create`', '`item`', 'not sent again', '`Last-Event-ID` is not read'])
      expect(description).toContain(part);
  });

  it.each([
    ['delete', 'machines/{id}', ['deletePrograms']],
    ['delete', 'client-admins/{id}', ['what', 'society']],
    ['delete', 'structures/{id}', ['children', 'machines']],
    ['get', 'machines/usage.csv', ['kind', 'format', 'from', 'to']],
    ['get', 'machines/{id}/contents', ['at']],
  ])('calls what is no filter none: %s %s', (method, path, names) => {
    const parameters = document.paths[`/api/${path}`]?.[method]?.parameters ?? [];
    for (const name of names) {
      const words = parameters.find((one) => one.name === name)?.description;
      expect([name, words]).toEqual([name, expect.not.stringContaining('Only with')]);
    }
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
    for (const path of ['machine-link/pair', 'machine-link/renew', 'machine-link/locate']) {
      const { requestBody, responses = {} } = post(path) ?? {};
      expect(Object.keys(responses)).toEqual(['200', '400', '403', '409', '413', '415', '422', '429', '503', '507']);
      const answers = (responses['200'] as { content?: Record<string, { schema: { $ref: string } }> }).content ?? {};
      expect(Object.keys(answers)).toEqual(['application/json']);
      const taken = requestBody?.content['application/json']?.schema.$ref ?? '';
      for (const ref of [taken, answers['application/json']?.schema.$ref ?? '']) {
        const { properties = {} } = schemas[ref.split('/').at(-1) ?? ''] ?? {};
        expect(Object.keys(properties)).not.toEqual([]);
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
