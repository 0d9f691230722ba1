import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeAbandoned, replaceFile } from './replaceFile.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fournil-replace-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('SEC-05 a file is replaced with its mode, and what killed processes have left of it is deleted', async () => {
  const key = join(folder, 'server.key');
  const left = (name: string) => writeFile(join(folder, name), 'half a key');
  await left('server.key.0b0e.part');
  await left('other.key.0b0e.part');
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const name of await readdir(folder)) await utimes(join(folder, name), yesterday, yesterday);
  // Another process is just writing this one.
  await left('server.key.0b0f.part');
  await replaceFile(key, 'a key', 0o600);
  await removeAbandoned(key);
  expect(await readFile(key, 'utf8')).toBe('a key');
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).sort()).toEqual(['other.key.0b0e.part', 'server.key', 'server.key.0b0f.part']);
});
