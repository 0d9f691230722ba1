import { randomBytes } from 'node:crypto';
import { type ImageCrop, type ImageSize, imageSizes } from '@fournil/contract/images/images';
import { gateScope, type Trx } from '../db/database.ts';
import { isAway } from '../db/failures.ts';
import type { PictureFile } from '../db/tables/images.ts';
import { readChecked } from '../kit/readChecked.ts';
import type { Services } from '../kit/services.ts';
import type { KeptNames } from '../kit/storage.ts';
import { reencode } from './reencode.ts';

export const pictureFolder = 'pictures';
const fileName = (id: string, size: ImageSize) => `${pictureFolder}/${id}-${size}.jpg`;

/** A picture whose files are stored and that no row names yet. */
export interface NewPicture {
  id: string;
  side: number;
  files: PictureFile[];
}

export interface Sent {
  base64: string;
  crop: ImageCrop | null;
  /** The largest file's side. */
  maxSide: number;
  /** The field of the body that contained it. */
  field: string;
}

/**
 * Stores the files first, then the row (`keepPicture`, in the transaction that shows it), so that a crash between the
 * two leaves files for the sweep to delete, and never a row without its files.
 */
export async function storePicture(services: Services, { base64, crop, maxSide, field }: Sent): Promise<NewPicture> {
  const { side, files } = await reencode(base64, crop, maxSide, field);
  const id = randomBytes(32).toString('hex');
  const storedFiles: PictureFile[] = [];
  try {
    for (const { size, bytes } of files)
      storedFiles.push({ size, ...rest(await services.storage.put(fileName(id, size), bytes)) });
  } catch (error) {
    await forgetFiles(services, id);
    throw error;
  }
  return { id, side, files: storedFiles };
}

function rest({ sizeBytes, sha256 }: { sizeBytes: number; sha256: string }) {
  return { bytes: sizeBytes, sha256 };
}

/**
 * Runs the transaction that shows a new picture. When it fails, its files are deleted at once; when the answer to the
 * commit was lost, the sweep decides.
 */
export async function showing<Result>(
  services: Services,
  picture: NewPicture | null,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (picture && !isAway(error)) await forgetFiles(services, picture.id);
    throw error;
  }
}

export async function keepPicture(
  trx: Trx,
  { id, side, files }: NewPicture,
  of: { organisationId: string | null; userId: string | null },
): Promise<void> {
  await trx
    .insertInto('pictures')
    .values({ id, side, files: JSON.stringify(files), ...of })
    .execute();
}

/** In the transaction that no longer shows it; its files are deleted after the commit. */
export async function dropPicture(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('pictures').where('id', '=', id).execute();
}

/** Files that stay when this fails are deleted by the sweep. */
export async function forgetFiles(services: Services, id: string | null): Promise<void> {
  if (id === null) return;
  for (const size of imageSizes) {
    await services.storage
      .delete(fileName(id, size))
      .catch((error) => services.log.warn({ err: error }, 'a picture’s file stays until the sweep'));
  }
}

/** IMG-06: the bytes at an address, or null. */
export async function readPicture(services: Services, id: string, size: ImageSize): Promise<Buffer | null> {
  const row = await services.db.read(gateScope, (trx) =>
    trx.selectFrom('pictures').select('files').where('id', '=', id).executeTakeFirst(),
  );
  const file = row?.files.find((one) => one.size === size);
  return file ? readChecked(services.storage, services.log, fileName(id, size), file.sha256) : null;
}

/** For the sweep: the files that a row names. */
export function keptPictures(services: Services): KeptNames {
  return async (names) => {
    const ids = [...new Set(names.map(idOfFile))];
    const rows = await services.db.as(gateScope, (trx) =>
      trx.selectFrom('pictures').select('id').where('id', 'in', ids).execute(),
    );
    const known = new Set(rows.map(({ id }) => id));
    return new Set(names.filter((name) => known.has(idOfFile(name))));
  };
}

/** Every file that a row names, with its checksum. */
export async function pictureFiles(trx: Trx): Promise<{ name: string; sha256: string }[]> {
  return (await trx.selectFrom('pictures').select(['id', 'files']).execute()).flatMap(filesOfPicture);
}

/** The files that one row of `pictures` names. */
export function filesOfPicture({ id, files }: { id: string; files: PictureFile[] }) {
  return files.map(({ size, sha256 }) => ({ name: fileName(id, size), sha256 }));
}

function idOfFile(name: string): string {
  return name.slice(pictureFolder.length + 1, pictureFolder.length + 65);
}
