import { type ImageCrop, type ImagePage, imageAddress, type ProgramImageView } from '@fournil/contract/images/images';
import { sql } from 'kysely';
import { staffScope, type Trx } from '../db/database.ts';
import { isFound } from '../db/predicates.ts';
import { changesBetween, type RecordedActor, record } from '../history/index.ts';
import type { Caller } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { notFound, unprocessable } from '../kit/errors.ts';
import { isId, newId } from '../kit/ids.ts';
import { pageWithTotal } from '../kit/page.ts';
import type { Services } from '../kit/services.ts';
import { libraryPath } from './libraryPath.ts';
import { dropPicture, forgetFiles, keepPicture, type NewPicture, showing, storePicture } from './pictures.ts';
import { recordEdit } from './recordEdit.ts';

const maxSide = 1024;
const ofTheMaker = { organisationId: null, userId: null };

/** IMG-01. Readers who may not manage the library get no numbers of programs. */
export async function listProgramImages(
  { trx, caller }: CallContext<Caller>,
  { page, itemsPerPage, filters }: ImagePage,
) {
  const query = trx
    .selectFrom('programImages')
    .$if(filters.q !== undefined, (qb) => qb.where(isFound(filters.q ?? '', 'name')));
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb.selectAll().orderBy(sql`name collate natural_order`).orderBy('id'),
  );
  const ids = rows.map(({ id }) => id);
  const uses = caller.kind === 'superAdmin' ? await usesOf(trx, ids) : null;
  return {
    items: rows.map((row) => toView(row, uses && (uses.get(row.id) ?? { programs: 0, organisations: 0 }))),
    total,
  };
}

export async function addProgramImage(
  services: Services,
  by: RecordedActor,
  input: { image: string; name: string; crop: ImageCrop | null },
): Promise<ProgramImageView> {
  const picture = await stored(services, input);
  return showing(services, picture, () =>
    services.db.as(staffScope, async (trx) => {
      const id = newId();
      await keepPicture(trx, picture, ofTheMaker);
      const addedImage = await trx
        .insertInto('programImages')
        .values({ id, name: input.name, pictureId: picture.id })
        .onConflict((oc) => oc.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!addedImage) throw taken();
      await record(trx, by, { type: 'creation', origin: { entity: 'programImage', id, name: input.name } });
      return reread(trx, id);
    }),
  );
}

/** Programs with this entry show the new picture, because they name the entry, not the file. */
export async function changeProgramImage(
  services: Services,
  by: RecordedActor,
  id: string,
  input: { image?: string | undefined; name?: string | undefined; crop: ImageCrop | null },
): Promise<ProgramImageView> {
  await services.db.as(staffScope, (trx) => reread(trx, id));
  const { image, name, crop } = input;
  const picture = image === undefined ? null : await stored(services, { image, crop });
  const [view, former] = await showing(services, picture, () =>
    services.db.as(staffScope, async (trx) => {
      const before = await trx
        .selectFrom('programImages')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!before) throw notFound();
      if (name !== undefined && (await isTaken(trx, name, id))) throw taken();
      const update = (values: { name?: string; pictureId?: string }) =>
        trx
          .updateTable('programImages')
          .set({ ...values, updatedAt: services.now() })
          .where('id', '=', id)
          .execute();
      if (name !== undefined) await update({ name });
      const origin = { entity: 'programImage', id, name: name ?? before.name } as const;
      await recordEdit(trx, by, { origin, changes: changesBetween(before, { name }) }, picture !== null);
      if (!picture) return [await reread(trx, id), null] as const;
      await keepPicture(trx, picture, ofTheMaker);
      await update({ pictureId: picture.id });
      await dropPicture(trx, before.pictureId);
      return [await reread(trx, id), before.pictureId] as const;
    }),
  );
  await forgetFiles(services, former);
  return view;
}

/** Programs that showed it show their drawing again. */
export async function deleteProgramImage(services: Services, by: RecordedActor, avatar: string): Promise<void> {
  const id = avatar.slice(avatar.lastIndexOf('/') + 1);
  if (!isId(id)) throw notFound();
  const former = await services.db.as(staffScope, async (trx) => {
    const row = await trx
      .deleteFrom('programImages')
      .where('id', '=', id)
      .returning(['name', 'pictureId'])
      .executeTakeFirst();
    if (!row) throw notFound();
    await dropPicture(trx, row.pictureId);
    await record(trx, by, { type: 'deletion', origin: { entity: 'programImage', id, name: row.name } });
    return row.pictureId;
  });
  await forgetFiles(services, former);
}

function stored(services: Services, { image, crop }: { image: string; crop: ImageCrop | null }): Promise<NewPicture> {
  return storePicture(services, { base64: image, crop, maxSide, field: 'image' });
}

function taken() {
  return unprocessable({ path: 'name', key: 'custom.validation.taken', args: {} });
}

async function isTaken(trx: Trx, name: string, exceptId: string): Promise<boolean> {
  const query = trx.selectFrom('programImages').select('id').where('id', '<>', exceptId);
  return (await query.where(sql<boolean>`lower(name) = lower(${name})`).executeTakeFirst()) !== undefined;
}

async function reread(trx: Trx, id: string): Promise<ProgramImageView> {
  const row = await trx.selectFrom('programImages').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return toView(row, (await usesOf(trx, [id])).get(id) ?? { programs: 0, organisations: 0 });
}

interface Uses {
  programs: number;
  organisations: number;
}

/** The number of programs that show each, and of their organisations. */
async function usesOf(trx: Trx, ids: string[]): Promise<Map<string, Uses>> {
  const rows = await trx
    .selectFrom('programs')
    .select((eb) => [
      'avatar',
      eb.fn.countAll<number>().as('programs'),
      eb.fn.count<number>('organisationId').distinct().as('organisations'),
    ])
    .where(sql<boolean>`avatar = any(${ids}::text[])`)
    .groupBy('avatar')
    .execute();
  return new Map(rows.map(({ avatar, ...uses }) => [avatar ?? '', uses]));
}

function toView(
  row: { id: string; name: string; pictureId: string; updatedAt: Date },
  uses: Uses | null,
): ProgramImageView {
  return {
    '@id': `/api${libraryPath()}/${row.id}`,
    '@type': 'ProgramImage',
    id: row.id,
    avatar: row.id,
    name: row.name,
    imageUrl: imageAddress(row.pictureId),
    programCount: uses?.programs ?? null,
    organisationCount: uses?.organisations ?? null,
    updatedAt: row.updatedAt.toISOString(),
  };
}
