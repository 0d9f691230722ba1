import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from './store.ts';

test('LNK-07 an oven reads its memory from a file of an older simulator', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fournil-ovens-'));
  const older = {
    holding: { wanted: { version: 3, programs: [] }, held: [], waiting: [], workedOff: 3 },
    work: { dark: true, task: { kind: 'program', recipe: { id: 'a' }, step: 0 } },
    update: { luck: 'failed' },
  };
  await writeFile(join(folder, 'A.json'), JSON.stringify(older));
  expect(await openStore(folder).load('A')).toEqual({
    holding: { desired: { version: 3, programs: [] }, held: [], waiting: [], processedVersion: 3 },
    work: { isUnpowered: true, task: { kind: 'program', program: { id: 'a' }, step: 0 } },
    update: { outcome: 'failed' },
  });
  await rm(folder, { recursive: true });
});
