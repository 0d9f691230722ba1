import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../base/config.ts';
import { readChecked } from '../kit/readChecked.ts';
import type { Storage } from '../kit/storage.ts';
import { aBucket } from '../testing/services/bucket.ts';
import { openStorage, sweepFolder } from './index.ts';

let root: string;
let bucket: Awaited<ReturnType<typeof aBucket>>;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'fournil-storage-'));
  bucket = await aBucket();
});
afterAll(async () => {
  await bucket.close();
  await rm(root, { recursive: true, force: true });
});

const open = (STORAGE_URL: string) => openStorage(readConfig({ STORAGE_URL }).storage);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const silent = pino({ level: 'silent' });
const named = async (storage: Storage, folder: string) => {
  const names: string[] = [];
  for await (const page of storage.list(folder)) names.push(...page.map(({ name }) => name));
  return names;
};

describe.each([
  ['a folder', () => join(root, 'files')],
  ['an S3 bucket', () => bucket.url],
])('RUN-03 files in %s', (_name, url) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await open(url());
  });
  afterAll(() => storage.close());

  it('are returned as they were stored, whole and in part, with their size and SHA-256', async () => {
    const bytes = Buffer.from('Pâtons de 350 g, pointage long.');
    expect(await storage.put('pictures/one.jpg', bytes)).toEqual({ sizeBytes: bytes.length, sha256: sha256(bytes) });
    expect(await storage.stat('pictures/one.jpg')).toMatchObject({ sizeBytes: bytes.length });
    expect(await buffer((await storage.read('pictures/one.jpg')) ?? Readable.from([]))).toEqual(bytes);
    const part = await storage.read('pictures/one.jpg', { start: 1, end: 4 });
    expect(await buffer(part ?? Readable.from([]))).toEqual(bytes.subarray(1, 5));
    expect(await named(storage, 'pictures')).toEqual(['pictures/one.jpg']);
    await storage.delete('pictures/one.jpg');
    await storage.delete('pictures/one.jpg');
    expect([await storage.read('pictures/one.jpg'), await storage.stat('pictures/one.jpg')]).toEqual([null, null]);
  });

  it('are streamed in parts, also forty megabytes', async () => {
    const part = Buffer.alloc(1_000_000, 'f');
    const { sizeBytes, sha256: said } = await storage.put(
      'updates/big.bin',
      Readable.from(Array.from({ length: 40 }, () => part)),
    );
    expect(sizeBytes).toBe(40_000_000);
    expect(said).toBe(sha256(Buffer.concat(Array.from({ length: 40 }, () => part))));
    expect((await storage.stat('updates/big.bin'))?.sizeBytes).toBe(40_000_000);
    await storage.delete('updates/big.bin');
  });

  it('leave nothing when their source breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(7_000_000);
        throw new Error('the line went dead');
      })(),
    );
    await expect(storage.put('updates/half.bin', broken)).rejects.toThrow('the line went dead');
    expect([await storage.stat('updates/half.bin'), await named(storage, 'updates')]).toEqual([null, []]);
  });

  it.each([
    ['with an error', new Error('the line went dead'), 'the line went dead'],
    ['without an error', undefined, 'Premature close'],
  ])('SEC-06 leave nothing and no waiting reader when their source ends early: %s', async (_how, error, said) => {
    for (const isEarly of [true, false]) {
      const source = new PassThrough();
      source.write('the beginning');
      if (isEarly) source.on('error', () => undefined).destroy(error);
      const stored = storage.put('updates/gone.bin', source);
      if (!isEarly) source.destroy(error);
      await expect(stored).rejects.toThrow(said);
    }
    expect([await storage.stat('updates/gone.bin'), await named(storage, 'updates')]).toEqual([null, []]);
  });

  it.each([
    '../passwd',
    'pictures/../../passwd',
    'pictures/a/b',
    '/etc/passwd',
    'pictures/',
    'pictures/.hidden',
    'pictures/a%2f',
    'pictures/a\0',
  ])('cannot have the name %j', async (name) => {
    await expect(storage.put(name, Buffer.from('x'))).rejects.toThrow();
    await expect(storage.read(name)).rejects.toThrow();
    await expect(storage.delete(name)).rejects.toThrow();
  });
});

it('SEC-06 the source of a file is closed when the store has no space', async () => {
  const storage = await open(join(root, 'without'));
  await rm(join(root, 'without'), { recursive: true });
  const source = new PassThrough();
  await expect(storage.put('pictures/one.jpg', source)).rejects.toThrow('ENOENT');
  expect(source.destroyed).toBe(true);
});

describe('the sweep of stored files', () => {
  it('deletes files older than a minute that no row names, and no others', async () => {
    const storage = await open(join(root, 'swept'));
    for (const name of ['kept', 'orphan', 'young']) await storage.put(`pictures/${name}.jpg`, Buffer.from(name));
    const past = new Date(Date.now() - 90_000);
    for (const name of ['kept', 'orphan']) await utimes(join(root, 'swept/pictures', `${name}.jpg`), past, past);
    expect(await sweepFolder(storage, 'pictures', async () => new Set(['pictures/kept.jpg']))).toBe(1);
    expect((await named(storage, 'pictures')).sort()).toEqual(['pictures/kept.jpg', 'pictures/young.jpg']);
  });

  it('deletes at the start the partial files of a crash that are older than a day', async () => {
    const arriving = join(root, 'crashed/arriving');
    await mkdir(arriving, { recursive: true });
    for (const name of ['old', 'new']) await writeFile(join(arriving, name), 'half');
    const past = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(arriving, 'old'), past, past);
    await open(join(root, 'crashed'));
    expect(await readdir(arriving)).toEqual(['new']);
  });
});

it('a changed byte is detected when the file is read, and other files are still served', async () => {
  const storage = await open(join(root, 'damaged'));
  const { sha256: one } = await storage.put('pictures/one.jpg', Buffer.from('one'));
  const { sha256: two } = await storage.put('pictures/two.jpg', Buffer.from('two'));
  await appendFile(join(root, 'damaged/pictures/one.jpg'), '!');
  const logged: object[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  expect(await readChecked(storage, log, 'pictures/one.jpg', one)).toBeNull();
  expect(logged).toMatchObject([{ event: 'stored file damaged', file: 'pictures/one.jpg', msg: 'security' }]);
  expect(String(await readChecked(storage, silent, 'pictures/two.jpg', two))).toBe('two');
});

it('a symbolic link in the folder is not followed', async () => {
  const storage = await open(join(root, 'linked'));
  await storage.put('pictures/real.jpg', Buffer.from('real'));
  await symlink('/etc/passwd', join(root, 'linked/pictures/link.jpg'));
  expect([await storage.read('pictures/link.jpg'), await storage.stat('pictures/link.jpg')]).toEqual([null, null]);
  expect(await named(storage, 'pictures')).toEqual(['pictures/real.jpg']);
});

describe('a full disk', () => {
  const full = join(tmpdir(), `fournil-full-${process.pid}`);
  const mounted = spawnSync('sh', ['-c', `mkdir -p ${full} && mount -t tmpfs -o size=1m fournil ${full}`]).status === 0;
  afterAll(() => void spawnSync('sh', ['-c', `${mounted ? `umount ${full};` : ''} rmdir ${full}`]));

  it.skipIf(!mounted)('answers 507, keeps no partial file, and accepts files again when there is space', async () => {
    const storage = await open(full);
    await storage.put('pictures/old.jpg', Buffer.alloc(400_000));
    await expect(storage.put('pictures/new.jpg', Buffer.alloc(900_000))).rejects.toMatchObject({ status: 507 });
    expect([await named(storage, 'pictures'), await readdir(join(full, 'arriving'))]).toEqual([
      ['pictures/old.jpg'],
      [],
    ]);
    expect((await storage.stat('pictures/old.jpg'))?.sizeBytes).toBe(400_000);
    await storage.delete('pictures/old.jpg');
    expect((await storage.put('pictures/new.jpg', Buffer.alloc(900_000))).sizeBytes).toBe(900_000);
  });
});

describe('RUN-03 STORAGE_URL', () => {
  it('is a folder’s path or address, or a bucket with its region and endpoint', () => {
    const placeOf = (STORAGE_URL: string) => readConfig({ STORAGE_URL, DATA_DIR: '/var/data' }).storage;
    expect(placeOf('')).toEqual({ kind: 'folder', path: '/var/data/storage' });
    expect(placeOf('/srv/files')).toEqual({ kind: 'folder', path: '/srv/files' });
    expect(placeOf('file:///srv/files')).toEqual({ kind: 'folder', path: '/srv/files' });
    expect(placeOf('s3://ovens/live/?region=eu-west-3')).toEqual({
      kind: 'bucket',
      bucket: 'ovens',
      region: 'eu-west-3',
      endpoint: null,
      prefix: 'live/',
    });
  });

  it.each([
    ['ftp://files.test/x', 'must be a folder, or begin with s3://'],
    ['s3://X', 'the name of a bucket'],
    ['s3://key:secret@ovens', 'keys belong in AWS_ACCESS_KEY_ID'],
    ['s3://ovens?zone=a', 'only region and endpoint'],
    ['s3://ovens?endpoint=here', 'only region and endpoint'],
    ['/etc/passwd/files', 'cannot be written (ENOTDIR)'],
  ])('stops the start with a sentence when it is %s', async (given, sentence) => {
    await expect((async () => open(given))()).rejects.toThrow(sentence);
  });

  it('stops the start when the bucket does not exist or does not answer', async () => {
    await expect(open(`s3://missing?endpoint=${bucket.endpoint}`)).rejects.toThrow(
      /The bucket missing cannot be written \(NoSuchBucket/,
    );
    await expect(open('s3://ovens?endpoint=http://127.0.0.1:1')).rejects.toThrow(/The bucket ovens cannot be written/);
  });
});
