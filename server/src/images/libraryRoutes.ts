import {
  imageQuery,
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
import { z } from 'zod';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { named } from '../kit/http/callNames.ts';
import { callerCalls } from '../kit/http/calls.ts';
import { isId } from '../kit/ids.ts';
import type { Services } from '../kit/services.ts';
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

const tag = 'Pictures';
const codeParams = z.object({ machineCode: machineCode });
const avatarParams = z.object({ avatar: z.string().refine(isId) });
const gone = { response: { 204: z.null() }, refuses: ['404'] };

/** IMG-01, IMG-02: the maker's two libraries. */
export function libraryRoutes(app: App, services: Services, uploads: ReturnType<typeof openUploads>): void {
  const manage = { config: { allow: 'images.manage' } } as const;
  readRoutes(app, services);
  programLibrary(app, services, { ...uploads, ...manage });

  app.post(
    '/images/machines',
    {
      ...uploads,
      ...manage,
      schema: {
        named: named(tag, 'addMachinePicture', 'Add a picture of a machine'),
        body: machineImageInput,
        response: { 201: machineImageView },
      },
    },
    async (request, reply) => {
      const { machineCode, crop, ...input } = request.body;
      const added = await addMachineImage(services, callerOf(request), machineCode, { ...input, crop: crop ?? null });
      return reply.code(201).header('Location', added['@id']).send(added);
    },
  );

  app.put(
    '/images/machines/:machineCode',
    {
      ...uploads,
      ...manage,
      schema: {
        named: named(tag, 'updateMachinePicture', 'Change a picture of a machine'),
        params: codeParams,
        body: machineImageUpdate,
        response: { 200: machineImageView },
      },
    },
    (request) => {
      const { machineCode, crop, ...input } = request.body;
      return changeMachineImage(services, callerOf(request), request.params.machineCode, machineCode, {
        ...input,
        crop: crop ?? null,
      });
    },
  );

  app.delete(
    '/images/machines',
    {
      ...manage,
      schema: {
        named: named(tag, 'deleteMachinePicture', 'Delete a picture of a machine'),
        body: machineImageDeletion,
        ...gone,
      },
    },
    async (request, reply) => {
      await deleteMachineImage(services, callerOf(request), request.body.machineCode);
      return reply.code(204).send(null);
    },
  );
}

function readRoutes(app: App, services: Services): void {
  const calls = callerCalls(app, services, tag);
  const allow = 'images.manage' as const;
  calls.list(
    '/images/machines',
    {
      allow,
      name: ['listMachinePictures', 'List the pictures of machines'],
      type: 'MachineImage',
      query: imageQuery,
      item: machineImageView,
    },
    listMachineImages,
  );
  calls.read(
    '/images/machines/metadata/:machineCode',
    { allow, name: ['getMachinePicture', 'Read a picture of a machine'], answer: machineImageMetadata },
    findMachineImage,
  );
  calls.list(
    libraryPath(),
    {
      allow: 'images.list',
      name: ['listProgramPictures', 'List the pictures for programs'],
      type: 'ProgramImage',
      query: imageQuery,
      item: programImageView,
    },
    listProgramImages,
  );
}

function programLibrary(
  app: App,
  services: Services,
  managing: ReturnType<typeof openUploads> & { config: { allow: 'images.manage' } },
): void {
  const path = libraryPath();

  app.post(
    path,
    {
      ...managing,
      schema: {
        named: named(tag, 'addProgramPicture', 'Add a picture for programs'),
        body: programImageInput,
        response: { 201: programImageView },
      },
    },
    async (request, reply) => {
      const { crop, ...input } = request.body;
      const added = await addProgramImage(services, callerOf(request), { ...input, crop: crop ?? null });
      return reply.code(201).header('Location', added['@id']).send(added);
    },
  );

  app.put(
    `${path}/:avatar`,
    {
      ...managing,
      schema: {
        named: named(tag, 'updateProgramPicture', 'Change a picture for programs'),
        params: avatarParams,
        body: programImageUpdate,
        response: { 200: programImageView },
      },
    },
    (request) => {
      const { crop, ...input } = request.body;
      return changeProgramImage(services, callerOf(request), request.params.avatar, { ...input, crop: crop ?? null });
    },
  );

  app.delete(
    path,
    {
      config: managing.config,
      schema: {
        named: named(tag, 'deleteProgramPicture', 'Delete a picture for programs'),
        body: programImageDeletion,
        ...gone,
      },
    },
    async (request, reply) => {
      await deleteProgramImage(services, callerOf(request), request.body.image);
      return reply.code(204).send(null);
    },
  );
}
