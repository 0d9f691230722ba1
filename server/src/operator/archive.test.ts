import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { useFolder } from '../testing/operator/callCommands.ts';
import { type Head, headOnly, readArchive, writeArchive } from './archive.ts';

const folder = useFolder();
const longestLineBytes = 65_536;

/** A whole backup with this head alone. */
async function anArchive(name: string, head: string): Promise<string> {
  const text = `FOURNIL BACKUP 1\n${head}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  await writeFile(folder.file(name), gzipSync(`${text}${JSON.stringify({ kind: 'end', sha256 })}\n`));
  return folder.file(name);
}

async function headsOf(path: string): Promise<Head[]> {
  const heads: Head[] = [];
  for await (const { head } of readArchive(path)) heads.push(head);
  return heads;
}

/** A head that is a line of so many bytes, with its end. */
function headOf(bytes: number): string {
  const without = JSON.stringify({ kind: 'about', migrations: [], at: '' });
  return without.replace('""', `"${'x'.repeat(bytes - without.length - 1)}"`);
}

it('RUN-05 a line of a backup may have 64 KiB; a longer one is refused with its number', async () => {
  expect(await headsOf(await anArchive('longest', headOf(longestLineBytes)))).toHaveLength(1);
  const tooLong = await anArchive('tooLong', headOf(longestLineBytes + 1));
  await expect(headsOf(tooLong)).rejects.toThrow(
    `${tooLong} is no whole backup: line 2 of its descriptions is longer than 64 KiB.`,
  );
});

it('RUN-05 a line of a backup that does not end is not read to the end of the file', async () => {
  const path = folder.file('endless');
  await writeFile(path, gzipSync(Buffer.alloc(20_000_000, 'x')));
  const before = process.memoryUsage().arrayBuffers;
  await expect(headsOf(path)).rejects.toThrow('line 1 of its descriptions is longer than 64 KiB');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
});

it('RUN-05 no backup is written with a line that could not be read again', async () => {
  async function* parts() {
    yield headOnly({ kind: 'about', migrations: ['x'.repeat(longestLineBytes)], at: '' });
  }
  await expect(writeArchive(folder.file('written'), parts())).rejects.toThrow('longer than it can be read again');
});
