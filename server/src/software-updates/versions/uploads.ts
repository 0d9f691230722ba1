import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { hourMilliseconds } from '@fournil/contract/kit/durations';
import type { UploadView } from '@fournil/contract/software-updates/softwareUpdate';
import { makeFolder } from '../../base/makeFolder.ts';
import { staffScope } from '../../db/database.ts';
import { besideTheWork } from '../../db/oncePerKey.ts';
import type { Caller } from '../../kit/caller.ts';
import { notFound, Refusal, storageFull } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import { newId } from '../../kit/ids.ts';

const keptHours = 24;

const folderOf = (house: House) => join(house.config.dataDir, 'uploads');
const partOf = (house: House, id: string) => join(folderOf(house), `${id}.part`);

/** Begins an upload in pieces, which is kept until it is complete, for a day at most. */
export async function beginUpload(
  house: House,
  caller: Caller,
  { fileName, sizeBytes }: { fileName: string; sizeBytes: number },
): Promise<UploadView> {
  await deleteAbandoned(house);
  const row = { id: newId(), userId: caller.userId, fileName, sizeBytes, createdAt: house.now() };
  await makeFolder(folderOf(house));
  await (await open(partOf(house, row.id), 'wx', 0o640)).close();
  await house.db.as(staffScope, (trx) => trx.insertInto('updateUploads').values(row).execute());
  return toView(row, 0);
}

/** The received bytes: where the sender continues. */
export async function findUpload(house: House, caller: Caller, id: string): Promise<UploadView> {
  const row = await rowOf(house, caller, id);
  return toView(row, await receivedBytes(house, id));
}

/** The next piece. A piece that does not begin where the last one ended is refused with that position. */
export async function addPiece(
  house: House,
  caller: Caller,
  id: string,
  offsetBytes: number,
  piece: Buffer,
): Promise<UploadView> {
  const row = await rowOf(house, caller, id);
  const file = await open(partOf(house, id), 'r+').catch(() => {
    throw notFound();
  });
  try {
    const { size } = await file.stat();
    if (offsetBytes !== size || size + piece.length > row.sizeBytes) throw elsewhere(size);
    const { bytesWritten } = await file.write(piece, 0, piece.length, offsetBytes);
    if (bytesWritten < piece.length) throw storageFull();
    await file.datasync();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? storageFull() : error;
  } finally {
    await file.close();
  }
  return toView(row, offsetBytes + piece.length);
}

export async function forgetUpload(house: House, caller: Caller, id: string): Promise<void> {
  await rowOf(house, caller, id);
  await drop(house, id);
}

/** The complete file, for the store; `drop` deletes the upload once the file is stored. */
export async function readUpload(
  house: House,
  caller: Caller,
  id: string,
): Promise<{ fileName: string; content: Readable; drop: () => Promise<void> }> {
  const row = await rowOf(house, caller, id);
  if ((await receivedBytes(house, id)) !== row.sizeBytes) throw elsewhere(await receivedBytes(house, id));
  const file = await open(partOf(house, id), 'r');
  return { fileName: row.fileName, content: file.createReadStream(), drop: () => drop(house, id) };
}

function elsewhere(receivedSoFar: number): Refusal {
  return new Refusal(409, {
    en: `The upload goes on at byte ${receivedSoFar}.`,
    fr: `L’envoi reprend à l’octet ${receivedSoFar}.`,
  });
}

async function drop(house: House, id: string): Promise<void> {
  await house.db.as(staffScope, (trx) => trx.deleteFrom('updateUploads').where('id', '=', id).execute());
  await rm(partOf(house, id), { force: true });
}

async function rowOf(house: House, caller: Caller, id: string) {
  const row = await house.db.read(staffScope, (trx) =>
    trx
      .selectFrom('updateUploads')
      .selectAll()
      .where('id', '=', id)
      .where('userId', '=', caller.userId)
      .executeTakeFirst(),
  );
  if (!row) throw notFound();
  return row;
}

async function receivedBytes(house: House, id: string): Promise<number> {
  const found = await stat(partOf(house, id)).catch(() => null);
  if (!found) throw notFound();
  return found.size;
}

/** Deletes uploads that were not continued, and parts without a row. */
async function deleteAbandoned(house: House): Promise<void> {
  const before = new Date(house.now().getTime() - keptHours * hourMilliseconds);
  const kept = await besideTheWork(() =>
    house.db.as(staffScope, async (trx) => {
      await trx.deleteFrom('updateUploads').where('createdAt', '<', before).execute();
      return trx.selectFrom('updateUploads').select('id').execute();
    }),
  );
  const known = new Set(kept.map(({ id }) => `${id}.part`));
  for (const name of await readdir(folderOf(house)).catch(() => [])) {
    const entry = await stat(join(folderOf(house), name)).catch(() => null);
    if (!known.has(name) && entry && Date.now() - entry.mtimeMs > 60_000)
      await rm(join(folderOf(house), name), { force: true });
  }
}

function toView(
  row: { id: string; fileName: string; sizeBytes: number; createdAt: Date },
  received: number,
): UploadView {
  const expiresAt = new Date(row.createdAt.getTime() + keptHours * hourMilliseconds);
  return {
    id: row.id,
    fileName: row.fileName,
    sizeBytes: row.sizeBytes,
    receivedBytes: received,
    expiresAt: expiresAt.toISOString(),
  };
}
