import {
  imageFilters,
  imageLimits,
  machineCode,
  machineImageDeletion,
  machineImageInput,
  machineImageMetadata,
  machineImageUpdate,
  machineImageView,
  programImageDeletion,
  programImageInput,
  programImageUpdate,
  programImageView,
} from '@fournil/contract/images/images';
import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { z } from 'zod';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { envelope } from '../kit/http/list.ts';
import { isId } from '../kit/ids.ts';
import { libraryPath } from './libraryPath.ts';
import {
  addMachineImage,
  changeMachineImage,
  deleteMachineImage,
  findMachineImage,
  listMachineImages,
} from './machineImages.ts';
import { addProgramImage, changeProgramImage, deleteProgramImage, listProgramImages } from './programImages.ts';
import type { openUploads } from './uploads.ts';

const codeParams = z.object({ machineCode: machineCode });
const avatarParams = z.object({ avatar: z.string().refine(isId) });
const imageQuery = listQuery({ filters: imageFilters, itemsPerPage: imageLimits.listPageSize });
const gone = { response: { 204: z.null() }, refuses: ['404'] };

/** IMG-01, IMG-02: the maker's two libraries. */
export function libraryRoutes(app: App, house: House, uploads: ReturnType<typeof openUploads>): void {
  const manage = { config: { allow: 'images.manage' } } as const;
  programLibrary(app, house, { ...uploads, ...manage });

  app.get(
    '/images/machines',
    { ...manage, schema: { querystring: imageQuery, response: { 200: collection(machineImageView) } } },
    async (request) => envelope(request, 'MachineImage', await listMachineImages(house, request.query)),
  );

  app.post(
    '/images/machines',
    { ...uploads, ...manage, schema: { body: machineImageInput, response: { 201: machineImageView } } },
    async (request, reply) => {
      const { machineCode, crop, ...input } = request.body;
      const added = await addMachineImage(house, callerOf(request), machineCode, { ...input, crop: crop ?? null });
      return reply.code(201).header('Location', added['@id']).send(added);
    },
  );

  app.put(
    '/images/machines/:machineCode',
    {
      ...uploads,
      ...manage,
      schema: { params: codeParams, body: machineImageUpdate, response: { 200: machineImageView } },
    },
    (request) => {
      const { machineCode, crop, ...input } = request.body;
      return changeMachineImage(house, callerOf(request), request.params.machineCode, machineCode, {
        ...input,
        crop: crop ?? null,
      });
    },
  );

  app.delete(
    '/images/machines',
    { ...manage, schema: { body: machineImageDeletion, ...gone } },
    async (request, reply) => {
      await deleteMachineImage(house, callerOf(request), request.body.machineCode);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/images/machines/metadata/:machineCode',
    { ...manage, schema: { params: codeParams, response: { 200: machineImageMetadata } } },
    (request) => findMachineImage(house, request.params.machineCode),
  );
}

function programLibrary(
  app: App,
  house: House,
  managing: ReturnType<typeof openUploads> & { config: { allow: 'images.manage' } },
): void {
  const path = libraryPath();

  app.get(
    path,
    {
      config: { allow: 'images.list' },
      schema: { querystring: imageQuery, response: { 200: collection(programImageView) } },
    },
    async (request) =>
      envelope(request, 'ProgramImage', await listProgramImages(house, callerOf(request), request.query)),
  );

  app.post(
    path,
    { ...managing, schema: { body: programImageInput, response: { 201: programImageView } } },
    async (request, reply) => {
      const { crop, ...input } = request.body;
      const added = await addProgramImage(house, callerOf(request), { ...input, crop: crop ?? null });
      return reply.code(201).header('Location', added['@id']).send(added);
    },
  );

  app.put(
    `${path}/:avatar`,
    { ...managing, schema: { params: avatarParams, body: programImageUpdate, response: { 200: programImageView } } },
    (request) => {
      const { crop, ...input } = request.body;
      return changeProgramImage(house, callerOf(request), request.params.avatar, { ...input, crop: crop ?? null });
    },
  );

  app.delete(
    path,
    { config: managing.config, schema: { body: programImageDeletion, ...gone } },
    async (request, reply) => {
      await deleteProgramImage(house, callerOf(request), request.body.image);
      return reply.code(204).send(null);
    },
  );
}
