import { type ImageInput, imageAddress, type OwnImageView } from '@fournil/contract/images/images';
import { fullNameOf } from '@fournil/contract/kit/person';
import { gateScope, type Trx } from '../db/database.ts';
import { record } from '../history/index.ts';
import { type Caller, type Member, scopeOf } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import type { Services } from '../kit/services.ts';
import { dropPicture, forgetFiles, keepPicture, type NewPicture, showing, storePicture } from './pictures.ts';

const maxSide = 1024;

/** PRO-05: the person's own picture; null deletes it. */
export async function setOwnImage(services: Services, caller: Caller, input: ImageInput | null): Promise<OwnImageView> {
  const picture = input && (await stored(services, input));
  await showing(services, picture, async () => {
    // Staff have no organisation; their own row is changed as the gate login.
    const scope = caller.organisationId === null ? gateScope : scopeOf(caller);
    return replace(services, () => services.db.as(scope, (trx) => setPortrait(trx, caller, caller.userId, picture)));
  });
  return viewOf(picture?.id ?? null);
}

/** The same for a user of the caller's organisation; a user of another is answered like one that never existed. */
export async function setUserImage(
  services: Services,
  member: Member,
  userId: string,
  input: ImageInput | null,
): Promise<OwnImageView> {
  await services.db.as(scopeOf(member), (trx) => personOf(trx, userId));
  const picture = input && (await stored(services, input));
  await showing(services, picture, () =>
    replace(services, () => services.db.as(scopeOf(member), (trx) => setPortrait(trx, member, userId, picture))),
  );
  return { ...viewOf(picture?.id ?? null), '@id': `/api/images/users/${userId}` };
}

/**
 * The same within the transaction of another change: `work` calls its argument to store the picture, so that both are
 * stored or neither.
 */
export async function withPortrait<Result>(
  services: Services,
  member: Member,
  userId: string,
  imageBase64: string | null,
  work: (put: (trx: Trx) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  await services.db.as(scopeOf(member), (trx) => personOf(trx, userId));
  const picture = imageBase64 === null ? null : await stored(services, { imageBase64 });
  let former: string | null = null;
  const result = await showing(services, picture, () =>
    work(async (trx) => {
      former = await setPortrait(trx, member, userId, picture);
    }),
  );
  await forgetFiles(services, former);
  return result;
}

export async function findOwnImage(services: Services, caller: Caller): Promise<OwnImageView> {
  const scope = caller.organisationId === null ? gateScope : scopeOf(caller);
  const { pictureId } = await services.db.as(scope, (trx) => personOf(trx, caller.userId));
  return viewOf(pictureId);
}

function stored(services: Services, { imageBase64, crop }: ImageInput): Promise<NewPicture> {
  return storePicture(services, { base64: imageBase64, crop: crop ?? null, maxSide, field: 'imageBase64' });
}

async function replace(services: Services, work: () => Promise<string | null>): Promise<void> {
  await forgetFiles(services, await work());
}

/** The id of the former picture. */
async function setPortrait(
  trx: Trx,
  actor: Caller,
  userId: string,
  picture: NewPicture | null,
): Promise<string | null> {
  const person = await personOf(trx, userId, true);
  if (picture) await keepPicture(trx, picture, { organisationId: actor.organisationId, userId });
  await trx
    .updateTable('users')
    .set({ pictureId: picture?.id ?? null })
    .where('id', '=', userId)
    .execute();
  if (person.pictureId) await dropPicture(trx, person.pictureId);
  if (picture || person.pictureId) {
    const { organisationId } = actor;
    await record(trx, actor, {
      type: 'update',
      origin: { entity: 'user', id: userId, name: fullNameOf(person) },
      fields: ['avatar'],
    });
    if (organisationId !== null)
      await notifyLive(trx, { organisationId, resource: 'users', op: 'update', ids: [userId] });
  }
  return person.pictureId;
}

async function personOf(trx: Trx, userId: string, locked = false) {
  const person = await trx
    .selectFrom('users')
    .select(['firstName', 'lastName', 'pictureId'])
    .where('id', '=', userId)
    .$if(locked, (qb) => qb.forNoKeyUpdate())
    .executeTakeFirst();
  if (!person) throw notFound();
  return person;
}

function viewOf(pictureId: string | null): OwnImageView {
  return { '@id': '/api/images/me', '@type': 'Image', imageUrl: pictureId && imageAddress(pictureId) };
}
