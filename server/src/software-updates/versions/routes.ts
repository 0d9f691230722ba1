import fastifyMultipart from '@fastify/multipart';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { violationsOf } from '@fournil/contract/kit/validation';
import {
  fleetVersion,
  softwareUpdateDetail,
  softwareUpdateEdit,
  softwareUpdateFilters,
  softwareUpdateFromUpload,
  softwareUpdateLimits,
  softwareUpdateOrder,
  softwareUpdateView,
  uploadInput,
  uploadView,
} from '@fournil/contract/software-updates/softwareUpdate';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { staffScope } from '../../db/database.ts';
import { badRequest, notFound, Refusal, unprocessable } from '../../kit/errors.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { type CallName, named as callNamed } from '../../kit/http/callNames.ts';
import { callerCalls } from '../../kit/http/calls.ts';
import { ifMatch } from '../../kit/http/etag.ts';
import { idParams } from '../../kit/http/params.ts';
import type { Services } from '../../kit/services.ts';
import { deleteUpdate, editUpdate, makeGeneral } from './actions.ts';
import { readForm } from './form.ts';
import { findUpdate, listFleetVersions, listUpdates } from './queries.ts';
import { storeUpdate } from './storeUpdate.ts';
import { addPiece, beginUpload, findUpload, forgetUpload, readUpload } from './uploads.ts';

const updateQuery = listQuery({
  filters: softwareUpdateFilters,
  order: softwareUpdateOrder,
  itemsPerPage: softwareUpdateLimits.listPageSize,
});
const named = (...name: CallName) => callNamed('Software updates', ...name);
const manage = { allow: 'software-updates.manage' } as const;
const one = { params: idParams, response: { 200: softwareUpdateDetail } };
const upload = { params: idParams, response: { 200: uploadView } };

/** SWU-01 to SWU-03, for the super admin. */
export async function updateRoutes(app: App, services: Services): Promise<void> {
  await app.register(fastifyMultipart, {
    // `data` may be sent as a file part too.
    limits: {
      fields: 5,
      files: 2,
      parts: 6,
      fieldSize: 20_000,
      headerPairs: 50,
      fileSize: softwareUpdateLimits.fileBytes,
    },
  });
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: softwareUpdateLimits.pieceBytes },
    (_request, body, done) => done(null, body),
  );

  listRoutes(app, services);
  app.get(
    '/software_updates/:id',
    { config: manage, schema: { named: named('getSoftwareUpdate', 'Read a software version'), ...one } },
    async (request, reply) => {
      const found = await services.db.read(staffScope, (trx) => findUpdate(trx, request.params.id));
      if (!found) throw notFound();
      return reply.header('ETag', `"${found.editVersion}"`).send(found);
    },
  );
  app.post(
    '/software_updates',
    {
      config: { ...manage, hasLongBody: true },
      schema: {
        named: named('createSoftwareUpdate', 'Add a software version'),
        consumes: ['multipart/form-data', 'application/json'],
        response: { 201: softwareUpdateDetail },
      },
    },
    async (request, reply) => {
      const made = request.isMultipart() ? await fromForm(services, request) : await fromUpload(services, request);
      return reply.code(201).header('Location', made['@id']).header('ETag', `"${made.editVersion}"`).send(made);
    },
  );
  app.put(
    '/software_updates/:id',
    {
      config: manage,
      schema: {
        named: named('updateSoftwareUpdate', 'Change or revoke a software version'),
        ...one,
        body: softwareUpdateEdit,
      },
    },
    async (request, reply) => {
      const edited = await editUpdate(services, callerOf(request), request.params.id, request.body, ifMatch(request));
      return reply.header('ETag', `"${edited.editVersion}"`).send(edited);
    },
  );
  app.delete(
    '/software_updates/:id',
    {
      config: manage,
      schema: {
        named: named('deleteSoftwareUpdate', 'Delete a software version'),
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteUpdate(services, callerOf(request), request.params.id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );
  generalRoutes(app, services);
  uploadRoutes(app, services);
}

function generalRoutes(app: App, services: Services): void {
  // The second is the address from before, for pages that are still open; it cannot be told from that of an upload.
  for (const [url, hide] of [
    ['/software_updates/general/:id', false],
    ['/software_updates/:id/general', true],
  ] as const)
    app.post(
      url,
      {
        config: manage,
        schema: { named: named('releaseSoftwareUpdate', 'Offer a beta version to all machines'), ...one, hide },
      },
      (request) => makeGeneral(services, callerOf(request), request.params.id),
    );
}

function listRoutes(app: App, services: Services): void {
  const calls = callerCalls(app, services, 'Software updates');
  calls.list(
    '/software_updates',
    {
      ...manage,
      name: ['listSoftwareUpdates', 'List software versions'],
      query: updateQuery,
      item: softwareUpdateView,
    },
    ({ trx }, page) => listUpdates(trx, page),
  );
  calls.read(
    '/software_updates/fleet',
    {
      ...manage,
      name: ['countSoftwareVersions', 'Count machines by software version'],
      answer: z.array(fleetVersion),
    },
    ({ trx }) => listFleetVersions(trx),
  );
}

/** Uploads of large files in pieces, which continue after an interruption. */
function uploadRoutes(app: App, services: Services): void {
  app.post(
    '/software_updates/uploads',
    {
      config: manage,
      schema: {
        named: named('beginUpload', 'Begin to upload a file in pieces'),
        body: uploadInput,
        response: { 201: uploadView },
      },
    },
    async (request, reply) => reply.code(201).send(await beginUpload(services, callerOf(request), request.body)),
  );
  app.get(
    '/software_updates/uploads/:id',
    { config: manage, schema: { named: named('getUpload', 'Read how much of a file has arrived'), ...upload } },
    (request) => findUpload(services, callerOf(request), request.params.id),
  );
  app.put(
    '/software_updates/uploads/:id',
    {
      config: manage,
      bodyLimit: softwareUpdateLimits.pieceBytes,
      schema: {
        named: named('uploadPiece', 'Upload a piece of a file'),
        ...upload,
        querystring: z.strictObject({ offset: z.coerce.number().int().min(0) }),
        consumes: ['application/octet-stream'],
      },
    },
    (request) => {
      if (!Buffer.isBuffer(request.body))
        throw badRequest({ path: 'body', key: 'custom.validation.invalid', args: {} });
      return addPiece(services, callerOf(request), request.params.id, request.query.offset, request.body);
    },
  );
  app.delete(
    '/software_updates/uploads/:id',
    {
      config: manage,
      schema: { named: named('cancelUpload', 'Cancel an upload'), params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await forgetUpload(services, callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}

async function fromForm(services: Services, request: FastifyRequest) {
  const { input, fileName, content } = await readForm(request);
  return storeUpdate(services, callerOf(request), input, fileName, content);
}

async function fromUpload(services: Services, request: FastifyRequest) {
  const data = request.body ?? {};
  const parsed = softwareUpdateFromUpload.safeParse(data);
  if (!parsed.success) throw unprocessable(...violationsOf(parsed.error, data));
  const { upload: id, ...input } = parsed.data;
  const { fileName, content, drop } = await readUpload(services, callerOf(request), id).catch((error) => {
    throw error instanceof Refusal && error.status === 404
      ? unprocessable({ path: 'upload', key: 'custom.validation.notFound', args: {} })
      : error;
  });
  const stored = await storeUpdate(services, callerOf(request), input, fileName, content);
  // The version is stored; pieces that are left are deleted after a day.
  await drop().catch((error) => services.log.warn({ err: error }, 'the pieces of a stored version stay'));
  return stored;
}
