import {
  type ImageSize,
  imagePreview,
  imagePreviewInput,
  imageSizes,
  ownImageInput,
  ownImageView,
  userImageInput,
} from '@fournil/contract/images/images';
import { z } from 'zod';
import { memberOf } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { named } from '../kit/http/callNames.ts';
import { idParams } from '../kit/http/params.ts';
import type { Services } from '../kit/services.ts';
import { libraryRoutes } from './libraryRoutes.ts';
import { readPicture } from './pictures.ts';
import { findOwnImage, setOwnImage, setUserImage } from './portraits.ts';
import { preview } from './reencode.ts';
import { openUploads } from './uploads.ts';

const tag = 'Pictures';
/** 64 hexadecimal digits and a size; any other address is not found. */
const address = /^([0-9a-f]{64})-([a-z0-9]+)\.jpg$/;
const isSize = (text: string): text is ImageSize => imageSizes.some((size) => size === text);

export function imageRoutes(app: App, services: Services): void {
  const uploads = openUploads(services);
  libraryRoutes(app, services, uploads);
  portraitRoutes(app, services, uploads);

  app.get(
    '/images/file/:name',
    {
      config: { allow: 'images.file' },
      schema: {
        named: named(tag, 'getPicture', 'Read a picture'),
        params: z.object({ name: z.string().max(100) }),
        produces: ['image/jpeg'],
      },
    },
    async (request, reply) => {
      const [, id = '', size = ''] = address.exec(request.params.name) ?? [];
      const bytes = isSize(size) ? await readPicture(services, id, size) : null;
      if (!bytes) throw notFound();
      // The content of an address never changes: a new picture has a new address.
      return reply
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('Content-Disposition', 'inline')
        .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .removeHeader('Vary')
        .type('image/jpeg')
        .serializer((payload: unknown) => payload as string)
        .send(bytes);
    },
  );
}

/** Portraits: the person's own, and those of their users. */
function portraitRoutes(app: App, services: Services, uploads: ReturnType<typeof openUploads>): void {
  app.post(
    '/image/update',
    {
      ...uploads,
      config: { allow: 'images.changeMine' },
      schema: {
        named: named(tag, 'setOwnPortrait', 'Set the caller’s portrait'),
        body: ownImageInput,
        response: { 200: ownImageView },
      },
    },
    (request) => setOwnImage(services, callerOf(request), request.body),
  );

  app.post(
    '/image/preview',
    {
      ...uploads,
      config: { allow: 'images.mine' },
      schema: {
        named: named(tag, 'previewPicture', 'Read how a picture would be stored'),
        body: imagePreviewInput,
        response: { 200: imagePreview },
      },
    },
    (request) => preview(request.body.imageBase64),
  );

  app.get(
    '/images/me',
    {
      config: { allow: 'images.mine' },
      schema: {
        named: named(tag, 'getOwnPortrait', 'Read the caller’s portrait'),
        response: { 200: ownImageView },
      },
    },
    (request) => findOwnImage(services, callerOf(request)),
  );

  app.delete(
    '/images/me',
    {
      config: { allow: 'images.deleteMine' },
      schema: {
        named: named(tag, 'deleteOwnPortrait', 'Delete the caller’s portrait'),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await setOwnImage(services, callerOf(request), null);
      return reply.code(204).send(null);
    },
  );

  app.put(
    '/images/users/:id',
    {
      ...uploads,
      config: { allow: 'images.ofUsers' },
      schema: {
        named: named(tag, 'setUserPortrait', 'Set the portrait of a user'),
        params: idParams,
        body: userImageInput,
        response: { 200: ownImageView },
      },
    },
    (request) => {
      const { imageBase64, crop } = request.body;
      return setUserImage(
        services,
        memberOf(callerOf(request)),
        request.params.id,
        imageBase64 === null ? null : { imageBase64, crop },
      );
    },
  );
}
