import {
  type ImageCrop,
  type ImagePage,
  imageAddress,
  imageLimits,
  type MachineImageMetadata,
  type MachineImageView,
} from '@fournil/contract/images/images';
import { sql } from 'kysely';
import { staffScope, type Trx } from '../db/database.ts';
import { isFound } from '../db/predicates.ts';
import { changesBetween, type RecordedActor, record } from '../history/index.ts';
import type { Caller } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { notFound, unprocessable } from '../kit/errors.ts';
import { idOfName } from '../kit/ids.ts';
import { pageWithTotal } from '../kit/page.ts';
import type { Services } from '../kit/services.ts';
import { dropPicture, forgetFiles, keepPicture, type NewPicture, showing, storePicture } from './pictures.ts';
import { recordEdit } from './recordEdit.ts';

const ofTheMaker = { organisationId: null, userId: null };

/** IMG-02. */
export async function listMachineImages({ trx }: CallContext<Caller>, { page, itemsPerPage, filters }: ImagePage) {
  const query = trx
    .selectFrom('machineImages')
    .$if(filters.q !== undefined, (qb) => qb.where(isFound(filters.q ?? '', 'machineCode', 'machineDescription')));
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb.selectAll().orderBy(sql`"machineCode" collate natural_order`),
  );
  const uses = await usesOf(
    trx,
    rows.map(({ machineCode }) => machineCode),
  );
  return { items: rows.map((row) => toView({ ...row, ...(uses.get(row.machineCode) ?? unused) })), total };
}

export async function findMachineImage(
  { trx }: CallContext<Caller>,
  machineCode: string,
): Promise<MachineImageMetadata> {
  const view = await reread(trx, machineCode);
  const { side, files } = await trx
    .selectFrom('machineImages')
    .innerJoin('pictures', 'pictures.id', 'machineImages.pictureId')
    .select(['side', 'files'])
    .where('machineCode', '=', machineCode)
    .executeTakeFirstOrThrow();
  const bytes = files.find(({ size }) => size === 'full')?.bytes ?? 0;
  return { ...view, width: side, height: side, type: 'image/jpeg', bytes };
}

interface Input {
  image?: string | undefined;
  machineDescription?: string | null | undefined;
  crop: ImageCrop | null;
}

export async function addMachineImage(
  services: Services,
  by: RecordedActor,
  machineCode: string,
  input: Input & { image: string },
): Promise<MachineImageView> {
  const picture = await stored(services, input.image, input.crop);
  return showing(services, picture, () =>
    services.db.as(staffScope, async (trx) => {
      await keepPicture(trx, picture, ofTheMaker);
      const addedImage = await trx
        .insertInto('machineImages')
        .values({ machineCode, machineDescription: input.machineDescription ?? null, pictureId: picture.id })
        .onConflict((oc) => oc.doNothing())
        .returning('machineCode')
        .executeTakeFirst();
      if (!addedImage) throw unprocessable({ path: 'machineCode', key: 'custom.validation.taken', args: {} });
      await record(trx, by, { type: 'creation', origin: originOf(machineCode) });
      return reread(trx, machineCode);
    }),
  );
}

/** The code cannot change: `saidCode` is the one in the body, which must be equal. */
export async function changeMachineImage(
  services: Services,
  by: RecordedActor,
  machineCode: string,
  saidCode: string | undefined,
  input: Input,
): Promise<MachineImageView> {
  await services.db.as(staffScope, (trx) => reread(trx, machineCode));
  if (saidCode !== undefined && saidCode !== machineCode)
    throw unprocessable({ path: 'machineCode', key: 'custom.validation.locked', args: {} });
  const picture = input.image === undefined ? null : await stored(services, input.image, input.crop);
  const [view, former] = await showing(services, picture, () =>
    services.db.as(staffScope, async (trx) => {
      const before = await trx
        .selectFrom('machineImages')
        .selectAll()
        .where('machineCode', '=', machineCode)
        .forUpdate()
        .executeTakeFirst();
      if (!before) throw notFound();
      if (picture) await keepPicture(trx, picture, ofTheMaker);
      const machineDescription =
        input.machineDescription === undefined ? before.machineDescription : input.machineDescription;
      const after = { machineDescription, pictureId: picture?.id ?? before.pictureId, updatedAt: services.now() };
      await trx.updateTable('machineImages').set(after).where('machineCode', '=', machineCode).execute();
      if (picture) await dropPicture(trx, before.pictureId);
      await recordEdit(
        trx,
        by,
        { origin: originOf(machineCode), changes: changesBetween(before, { machineDescription }) },
        picture !== null,
      );
      return [await reread(trx, machineCode), picture && before.pictureId] as const;
    }),
  );
  await forgetFiles(services, former);
  return view;
}

/** Machines that showed it show their category's picture or drawing again. */
export async function deleteMachineImage(services: Services, by: RecordedActor, machineCode: string): Promise<void> {
  const former = await services.db.as(staffScope, async (trx) => {
    const row = await trx
      .deleteFrom('machineImages')
      .where('machineCode', '=', machineCode)
      .returning('pictureId')
      .executeTakeFirst();
    if (!row) throw notFound();
    await dropPicture(trx, row.pictureId);
    await record(trx, by, { type: 'deletion', origin: originOf(machineCode) });
    return row.pictureId;
  });
  await forgetFiles(services, former);
}

/** A machine's picture is identified by a code; the history needs an id, which is derived from it. */
function originOf(machineCode: string) {
  return { entity: 'machineImage', id: idOfName(`machineImage ${machineCode}`), name: machineCode } as const;
}

function stored(services: Services, image: string, crop: ImageCrop | null): Promise<NewPicture> {
  return storePicture(services, { base64: image, crop, maxSide: imageLimits.maxSide, field: 'image' });
}

async function reread(trx: Trx, machineCode: string): Promise<MachineImageView> {
  const row = await trx
    .selectFrom('machineImages')
    .selectAll()
    .where('machineCode', '=', machineCode)
    .executeTakeFirst();
  if (!row) throw notFound();
  const uses = await usesOf(trx, [machineCode]);
  return toView({ ...row, ...(uses.get(machineCode) ?? unused) });
}

interface Uses {
  machineCount: number;
  organisationCount: number;
}
const unused: Uses = { machineCount: 0, organisationCount: 0 };

/**
 * How many machines show each of these pictures: those of its model; for a category, those whose model has no picture
 * of its own.
 */
async function usesOf(trx: Trx, codes: readonly string[]): Promise<Map<string, Uses>> {
  const { rows } = await sql<Uses & { code: string }>`select code, count(*)::int as "machineCount",
      count(distinct "organisationId")::int as "organisationCount"
    from (select "organisationId", coalesce(own."machineCode", machines.category) as code from machines
      left join "machineImages" own on own."machineCode" = machines.model) as shown
    where code = any(${[...codes]}::text[]) group by code`.execute(trx);
  return new Map(rows.map(({ code, ...uses }) => [code, uses]));
}

type Row = Omit<MachineImageView, '@id' | '@type' | 'imageUrl' | 'updatedAt'> & { pictureId: string; updatedAt: Date };

function toView(row: Row): MachineImageView {
  return {
    '@id': `/api/images/machines/${encodeURIComponent(row.machineCode)}`,
    '@type': 'MachineImage',
    machineCode: row.machineCode,
    machineDescription: row.machineDescription,
    imageUrl: imageAddress(row.pictureId),
    machineCount: row.machineCount,
    organisationCount: row.organisationCount,
    updatedAt: row.updatedAt.toISOString(),
  };
}
