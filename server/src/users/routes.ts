import { resetInput } from '@fournil/contract/accounts/password';
import { collection } from '@fournil/contract/kit/hydra';
import { product } from '@fournil/contract/product';
import type { PersonKind } from '@fournil/contract/rights/roles';
import {
  technicianUpdate,
  userDeletion,
  userDetail,
  userInput,
  userStructures,
  userView,
} from '@fournil/contract/users/user';
import { type UserPage, userQuery } from '@fournil/contract/users/userQuery';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { openUploads } from '../images/index.ts';
import { memberOf, scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { ifMatch, withAddress, withVersion } from '../kit/http/etag.ts';
import { envelope } from '../kit/http/list.ts';
import { idParams } from '../kit/http/params.ts';
import { createUser } from './createUser.ts';
import { deleteUser, previewUserDeletion } from './deleteUser.ts';
import { findUser } from './detail.ts';
import { editUser } from './editUser.ts';
import { forgetPerson } from './forgetPerson.ts';
import { listUsers } from './queries.ts';
import { relateStructures } from './relateStructures.ts';
import { rightsRoutes } from './rights/routes.ts';
import { sendPasswordLink } from './sendPasswordLink.ts';
import { assistanceRoutes } from './sharing/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { rightsTemplateRoutes } from './templates/routes.ts';

/** The size of all other fields at their greatest length, in letters of four bytes. */
const largestWithoutPortraitBytes = 65_536;

const one = { params: idParams, response: { 200: userDetail } };

/** The three lists of people, and a client admin's actions on their own users. */
export function userRoutes(app: App, house: House): void {
  listRoutes(app, house);
  changeRoutes(app, house);
  endRoutes(app, house);
  rightsRoutes(app, house);
  rightsTemplateRoutes(app, house);
  staffRoutes(app, house);
  assistanceRoutes(app, house);
}

function listRoutes(app: App, house: House): void {
  const schema = { querystring: userQuery, response: { 200: collection(userView) } };
  const list = (kinds: readonly PersonKind[]) => async (request: FastifyRequest<{ Querystring: UserPage }>) => {
    const caller = callerOf(request);
    const found = await house.db.read(scopeOf(caller), (trx) =>
      listUsers(trx, caller.organisationId, kinds, request.query),
    );
    return envelope(request, 'User', found);
  };
  app.get('/users', { config: { allow: 'users.list' }, schema }, list(['user', 'clientAdmin']));
  app.get('/client-admins', { config: { allow: 'client-admins.list' }, schema }, list(['clientAdmin']));
  app.get(
    `/${product.slug}-technicians`,
    { config: { allow: 'technicians.list' }, schema },
    list(['technician', 'superAdmin']),
  );

  app.get('/users/:id', { config: { allow: 'users.read' }, schema: one }, async (request, reply) =>
    withVersion(reply, await findUser(house, callerOf(request), request.params.id)),
  );
}

function changeRoutes(app: App, house: House): void {
  app.post(
    '/users',
    { config: { allow: 'users.create' }, schema: { body: userInput, response: { 201: userDetail } } },
    async (request, reply) => withAddress(reply, await createUser(house, memberOf(callerOf(request)), request.body)),
  );

  const uploads = openUploads(house);
  // Only a body that can hold a portrait counts as one.
  const portraits: typeof uploads.onRequest = async (request, reply) => {
    const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    if (length > largestWithoutPortraitBytes) await uploads.onRequest(request, reply);
  };
  const edit = {
    bodyLimit: uploads.bodyLimit,
    onRequest: portraits,
    config: { allow: 'users.edit', takesRecord: true },
    schema: { ...one, body: technicianUpdate },
  } as const;
  for (const method of ['put', 'patch'] as const)
    app[method]('/users/:id', edit, async (request, reply) =>
      withVersion(reply, await editUser(house, callerOf(request), request.params.id, request.body, ifMatch(request))),
    );

  app.put(
    '/users/:id/structures',
    { config: { allow: 'users.relate' }, schema: { ...one, body: userStructures } },
    async (request, reply) =>
      withVersion(reply, await relateStructures(house, memberOf(callerOf(request)), request.params.id, request.body)),
  );

  app.post(
    '/reset/child',
    {
      config: { allow: 'users.resetPassword' },
      schema: { body: resetInput, response: { 204: z.null() }, refuses: ['404'] },
    },
    async (request, reply) => {
      await sendPasswordLink(house, memberOf(callerOf(request)), request.body.email);
      return reply.code(204).send(null);
    },
  );
}

function endRoutes(app: App, house: House): void {
  app.get(
    '/users/:id/deletion',
    { config: { allow: 'users.delete' }, schema: { params: idParams, response: { 200: userDeletion } } },
    (request) => previewUserDeletion(house, memberOf(callerOf(request)), request.params.id),
  );

  app.delete(
    '/users/:id',
    { config: { allow: 'users.delete' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteUser(house, memberOf(callerOf(request)), request.params.id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/history/people/:id/forget',
    { config: { allow: 'history.forget' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await forgetPerson(house, callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
