import { expect, it } from 'vitest';
import { rolloutInput } from './rolloutInput.ts';

it('INT-01 a rollout names version, structures and tags by address, by id, or by object with `@id`', () => {
  const id = '0197a3c2-5d1e-7b6a-9c3f-2f4d8e6a1b70';
  for (const link of [(path: string) => path, () => id, (path: string) => ({ '@id': path })]) {
    const read = rolloutInput.parse({
      update: link(`/api/software_updates/${id}`),
      rings: [{ name: 'Canary', structures: [link(`/api/structures/${id}`)], tags: [link(`/api/tags/${id}`)] }],
    });
    expect([read.update, read.rings[0]?.structures, read.rings[0]?.tags]).toEqual([id, [id], [id]]);
  }
});
