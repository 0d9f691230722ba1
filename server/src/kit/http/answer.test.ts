import type { FastifySerializerCompiler } from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { answerByView, WrittenJson } from './answer.ts';

const view = z.object({ name: z.string(), tags: z.array(z.object({ id: z.string() })) });
const write = (strict: boolean, data: unknown) =>
  answerByView(strict)({ schema: view } as unknown as Parameters<FastifySerializerCompiler<z.ZodType>>[0])(data);

it('SCL-05 an answer that PostgreSQL has written is sent letter by letter', () => {
  const text = '{"tags":[{"id":"a"}], "name":"Four \\u00e0 sole"}';
  expect([write(false, new WrittenJson(text)), write(true, new WrittenJson(text))]).toEqual([text, text]);
});

it.each([
  ['a field that its view does not have', '{"name":"a","tags":[],"pinHash":"x"}'],
  ['such a field further inside', '{"name":"a","tags":[{"id":"a","pinHash":"x"}]}'],
  ['a missing field', '{"tags":[]}'],
  ['a value of another type', '{"name":1,"tags":[]}'],
])('SCL-05 tests refuse an answer of PostgreSQL with %s', (_what, text) => {
  expect(() => write(true, new WrittenJson(text))).toThrow();
});
