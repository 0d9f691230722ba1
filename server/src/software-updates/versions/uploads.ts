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
import { newId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';

const keptHours = 24;

const folderOf = (services: Services) => join(services.config.dataDir, 'uploads');
const partOf = (services: Services, id: string) => join(folderOf(services), `${id}.part`);

/** Begins an upload in pieces, which is kept until it is complete, for a day at most. */
export async function beginUpload(
  services: Services,
  caller: Caller,
  { fileName, sizeBytes }: { fileName: string; sizeBytes: number },
): Promise<UploadView> {
  await deleteAbandoned(services);
  const row = { id: newId(), userId: caller.userId, fileName, sizeBytes, createdAt: services.now() };
  await makeFolder(folderOf(services));
  await (await open(partOf(services, row.id), 'wx', 0o640)).close();
  await services.db.as(staffScope, (trx) => trx.insertInto('updateUploads').values(row).execute());
  return toView(row, 0);
}

/** The received bytes: where the sender continues. */
export async function findUpload(services: Services, caller: Caller, id: string): Promise<UploadView> {
  const row = await rowOf(services, caller, id);
  return toView(row, await receivedBytes(services, id));
}

/** The next piece. A piece that does not begin where the last one ended is refused with that position. */
export async function addPiece(
  services: Services,
  caller: Caller,
  id: string,
  offsetBytes: number,
  piece: Buffer,
): Promise<UploadView> {
  const row = await rowOf(services, caller, id);
  const file = await open(partOf(services, id), 'r+').catch(() => {
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

export async function forgetUpload(services: Services, caller: Caller, id: string): Promise<void> {
  await rowOf(services, caller, id);
  await drop(services, id);
}

/** The complete file, for the store; `drop` deletes the upload once the file is stored. */
export async function readUpload(
  services: Services,
  caller: Caller,
  id: string,
): Promise<{ fileName: string; content: Readable; drop: () => Promise<void> }> {
  const row = await rowOf(services, caller, id);
  if ((await receivedBytes(services, id)) !== row.sizeBytes) throw elsewhere(await receivedBytes(services, id));
  const file = await open(partOf(services, id), 'r');
  return { fileName: row.fileName, content: file.createReadStream(), drop: () => drop(services, id) };
}

function elsewhere(receivedSoFar: number): Refusal {
  return new Refusal(409, {
    en: `The upload goes on at byte ${receivedSoFar}.`,
    fr: `L’envoi reprend à l’octet ${receivedSoFar}.`,
  });
}

async function drop(services: Services, id: string): Promise<void> {
  await services.db.as(staffScope, (trx) => trx.deleteFrom('updateUploads').where('id', '=', id).execute());
  await rm(partOf(services, id), { force: true });
}

async function rowOf(services: Services, caller: Caller, id: string) {
  const row = await services.db.read(staffScope, (trx) =>
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

async function receivedBytes(services: Services, id: string): Promise<number> {
  const found = await stat(partOf(services, id)).catch(() => null);
  if (!found) throw notFound();
  return found.size;
}

/** Deletes uploads that were not continued, and parts without a row. */
async function deleteAbandoned(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - keptHours * hourMilliseconds);
  const keptUploads = await besideTheWork(() =>
    services.db.as(staffScope, async (trx) => {
      await trx.deleteFrom('updateUploads').where('createdAt', '<', before).execute();
      return trx.selectFrom('updateUploads').select('id').execute();
    }),
  );
  const known = new Set(keptUploads.map(({ id }) => `${id}.part`));
  for (const name of await readdir(folderOf(services)).catch(() => [])) {
    const entry = await stat(join(folderOf(services), name)).catch(() => null);
    if (!known.has(name) && entry && Date.now() - entry.mtimeMs > 60_000)
      await rm(join(folderOf(services), name), { force: true });
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
