import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acknowledged, enqueue, nextBatch, noneStored, type Report } from './queue.ts';
import { openStore, type Remembered } from './store.ts';

const report = (n: number, topic: Report['topic'] = n % 3 ? 'readings' : 'activities'): Report => ({
  topic,
  entry: { id: `1-${n}`, at: n },
});

test('LNK-07 an oven sends its reports in order, up to 500 at once, and loses none in a restart', async () => {
  const store = openStore(await mkdtemp(join(tmpdir(), 'ovens-')));
  let queue: Report[] = [];
  for (let n = 0; n < 2000; n++) queue = enqueue(queue, report(n));
  const sent: Record<string, number[]> = {};
  const stored = noneStored();
  for (let turn = 0; queue.length > 0; turn++) {
    const batch = nextBatch(queue);
    if (!batch) break;
    expect(batch.ids.length).toBeLessThanOrEqual(500);
    // Before the restart every second message is not acknowledged.
    await store.save({ plate: { serialNumber: 'é/1' }, queue } as Remembered);
    queue = (await store.load('é/1'))?.queue ?? [];
    if (turn % 2) continue;
    sent[batch.topic] = [...(sent[batch.topic] ?? []), ...batch.ids.map((id) => Number(id.slice(2)))];
    queue = acknowledged(queue, batch.ids, stored);
  }
  const all = Array.from({ length: 2000 }, (_, n) => n);
  expect(sent).toEqual({ activities: all.filter((n) => n % 3 === 0), readings: all.filter((n) => n % 3 !== 0) });
  expect(stored).toMatchObject({ activities: 667, readings: 1333 });
});

test('LNK-07 of the waiting states of its programs an oven sends only the newest', () => {
  const queue = [report(1, 'reported'), report(2), report(3, 'reported')].reduce<Report[]>(enqueue, []);
  expect(queue.map((one) => one.entry.id)).toEqual(['1-2', '1-3']);
});

test('SCL-05 of the waiting readings of one instant an oven sends only the newest, and counts what is stored', () => {
  const stored = noneStored();
  const ofOneInstant = (n: number): Report => ({ topic: 'readings', entry: { id: `1-${n}`, at: 'now' } });
  const queue = [report(1), ofOneInstant(2), report(3), ofOneInstant(4)].reduce<Report[]>(enqueue, []);
  expect(queue.map((one) => one.entry.id)).toEqual(['1-1', '1-3', '1-4']);
  expect(acknowledged(acknowledged(queue, ['1-1', '1-4'], stored), ['1-4'], stored)).toEqual([report(3)]);
  expect(stored).toEqual({ activities: 0, errors: 0, readings: 2, reported: 0, changed: 0, answers: 0 });
});
