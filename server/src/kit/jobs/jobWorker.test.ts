import type { Job } from 'pg-boss';
import { expect, it } from 'vitest';
import { jobWorker } from './jobWorker.ts';

interface Payload {
  organisationId: string;
}

function aJob(id: string, organisationId: string, signal = new AbortController().signal): Job<Payload> {
  return { id, name: 'menus.affected', data: { organisationId }, signal } as Job<Payload>;
}

function aWorker(work: (key: string, payloads: Payload[]) => Promise<void>, callsAtOnce = 2) {
  const errors: string[] = [];
  const run = jobWorker<Payload>({
    name: 'menus.affected',
    keyOf: ({ data }) => data.organisationId,
    callsAtOnce,
    work,
    onError: (error) => errors.push(String(error.cause)),
  });
  return { run, errors };
}

it('jobs of a batch with one key are one call; a call that fails fails its own jobs only', async () => {
  const calls: [string, number][] = [];
  const { run, errors } = aWorker(async (key, payloads) => {
    calls.push([key, payloads.length]);
    if (key === 'b') throw new Error('no');
  });
  const results = await run([aJob('1', 'a'), aJob('2', 'b'), aJob('3', 'a'), aJob('4', 'b'), aJob('5', 'c')]);
  expect(calls).toEqual([
    ['a', 2],
    ['b', 2],
    ['c', 1],
  ]);
  expect(Object.fromEntries(results.map(({ id, status }) => [id, status]))).toEqual({
    1: 'completed',
    2: 'failed',
    3: 'completed',
    4: 'failed',
    5: 'completed',
  });
  expect(errors).toEqual(['Error: no']);
});

it('no call of a batch begins after its jobs have expired, and nothing is logged about it', async () => {
  const expiry = new AbortController();
  const begun: string[] = [];
  const { run, errors } = aWorker(async (key) => {
    begun.push(key);
    expiry.abort();
  }, 1);
  const results = await run([aJob('1', 'a', expiry.signal), aJob('2', 'b', expiry.signal)]);
  expect(begun).toEqual(['a']);
  expect(results.map(({ status }) => status)).toEqual(['completed', 'failed']);
  expect(errors).toEqual([]);
});
