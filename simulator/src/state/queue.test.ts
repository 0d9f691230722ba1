import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acknowledged, enqueue, nextBatch, type Report } from './queue.ts';
import { openStore, type Remembered } from './store.ts';

const report = (n: number, topic: Report['topic'] = n % 3 ? 'readings' : 'activities'): Report => ({
  topic,
  entry: { id: `1-${n}`, n },
});

test('LNK-07 an oven sends its reports in order, up to 500 at once, and loses none in a restart', async () => {
  const store = openStore(await mkdtemp(join(tmpdir(), 'ovens-')));
  let queue: Report[] = [];
  for (let n = 0; n < 2000; n++) queue = enqueue(queue, report(n));
  const sent: Record<string, number[]> = {};
  for (let turn = 0; queue.length > 0; turn++) {
    const batch = nextBatch(queue);
    if (!batch) break;
    expect(batch.ids.length).toBeLessThanOrEqual(500);
    // Before the restart every second message is not acknowledged.
    await store.save({ plate: { serialNumber: 'é/1' }, queue } as Remembered);
    queue = (await store.load('é/1'))?.queue ?? [];
    if (turn % 2) continue;
    sent[batch.topic] = [...(sent[batch.topic] ?? []), ...batch.ids.map((id) => Number(id.slice(2)))];
    queue = acknowledged(queue, batch.ids);
  }
  const all = Array.from({ length: 2000 }, (_, n) => n);
  expect(sent).toEqual({ activities: all.filter((n) => n % 3 === 0), readings: all.filter((n) => n % 3 !== 0) });
});

test('LNK-07 of the waiting states of its programs an oven sends only the newest', () => {
  const queue = [report(1, 'reported'), report(2), report(3, 'reported')].reduce<Report[]>(enqueue, []);
  expect(queue.map((one) => one.entry.id)).toEqual(['1-2', '1-3']);
});
