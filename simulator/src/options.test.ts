import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test('SCL-05 a fleet file may name 10,000 ovens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ovens-'));
  const file = join(folder, 'fleet.json');
  const ovens = Array.from({ length: 10_000 }, (_, n) => ({ serialNumber: `S-${n}`, pin: '1234', model: 'sole-3-12' }));
  await writeFile(file, JSON.stringify({ ovens }));
  expect(readOptions(['--state', folder, '--fleet', file])).toMatchObject({ plates: ovens });
  await rm(folder, { recursive: true });
});
