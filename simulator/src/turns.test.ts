import { expect, test } from 'vitest';
import { openTurns } from './turns.ts';

test('SCL-05 of thousands of ovens only so many connect at once, in order, also after one has failed', async () => {
  const inTurn = openTurns(3);
  const begun: number[] = [];
  let atWork = 0;
  let most = 0;
  const connect = (n: number) =>
    inTurn(async () => {
      begun.push(n);
      atWork += 1;
      most = Math.max(most, atWork);
      await Promise.resolve();
      atWork -= 1;
      if (n % 2) throw new Error('refused');
    });
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  const results = await Promise.allSettled(numbers.map(connect));
  expect(begun).toEqual(numbers);
  expect(most).toBe(3);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10);
});
