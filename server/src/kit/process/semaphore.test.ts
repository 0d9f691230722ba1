import { expect, it } from 'vitest';
import { openSemaphore } from './semaphore.ts';

it('SEC-06 a semaphore never admits more than its limit, also when one enters while a waiting one wakes', async () => {
  const enter = openSemaphore(1, 100);
  let inside = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const entered: Promise<void>[] = [];
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise<void>((resolve) => ends.push(resolve));
    inside -= 1;
  };
  entered.push(enter(work), enter(work));
  // One more comes at each turn in which the first leaves and the second is woken.
  ends.shift()?.();
  for (let turns = 0; turns < 20; turns += 1) {
    await Promise.resolve();
    entered.push(enter(work));
  }
  while (inside > 0 || ends.length > 0) {
    for (const end of ends.splice(0)) end();
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  }
  await Promise.all(entered);
  expect(most).toBe(1);
});

it('SEC-06 a semaphore admits in the order of arrival, and answers 503 when its queue is full', async () => {
  const enter = openSemaphore(1, 2);
  const order: number[] = [];
  const begun = [1, 2, 3].map((one) => enter(async () => order.push(one)));
  await expect(enter(async () => 4)).rejects.toMatchObject({ status: 503 });
  await Promise.all(begun);
  expect(order).toEqual([1, 2, 3]);
});

it('SEC-06 a semaphore’s place is free again after the work in it has failed', async () => {
  const enter = openSemaphore(1, 1);
  const failing = enter(async () => {
    throw new Error('failed');
  });
  const next = enter(async () => 'done');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
  expect(await enter(async () => 'again')).toBe('again');
});
