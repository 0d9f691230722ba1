import { resetInput } from '@fournil/contract/accounts/password';
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
import { z } from 'zod';
import { openUploads } from '../images/index.ts';
import { type Caller, memberOf } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { named } from '../kit/http/callNames.ts';
import { callerCalls, memberCalls } from '../kit/http/calls.ts';
import { ifMatch, withVersion } from '../kit/http/etag.ts';
import { idParams } from '../kit/http/params.ts';
import type { Services } from '../kit/services.ts';
import { createUser } from './createUser.ts';
import { dropUser, previewUserDeletion } from './deleteUser.ts';
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

const tag = 'People';
const one = { params: idParams, response: { 200: userDetail } };

/** The three lists of people, and a client admin's actions on their own users. */
export function userRoutes(app: App, services: Services): void {
  listRoutes(app, services);
  changeRoutes(app, services);
  ownRoutes(app, services);
  rightsRoutes(app, services);
  rightsTemplateRoutes(app, services);
  staffRoutes(app, services);
  assistanceRoutes(app, services);
}

function listRoutes(app: App, services: Services): void {
  const clients = callerCalls(app, services, 'Clients');
  const page = { type: 'User', query: userQuery, item: userView } as const;
  const of =
    (...kinds: PersonKind[]) =>
    (context: CallContext<Caller>, query: UserPage) =>
      listUsers(context, kinds, query);
  callerCalls(app, services, tag).list('/users', { allow: 'users.list', ...page }, of('user', 'clientAdmin'));
  clients.list(
    '/client-admins',
    { allow: 'client-admins.list', name: ['listClientAdmins', 'List client admins'], ...page },
    of('clientAdmin'),
  );
  clients.list(
    `/${product.slug}-technicians`,
    { allow: 'technicians.list', name: ['listTechnicians', 'List technicians'], ...page },
    of('technician', 'superAdmin'),
  );
}

/** Of a person of any organisation, whose transaction is another one for the maker's staff. */
function changeRoutes(app: App, services: Services): void {
  app.get(
    '/users/:id',
    { config: { allow: 'users.read' }, schema: { named: named(tag, 'getUser', 'Read a person'), ...one } },
    async (request, reply) => withVersion(reply, await findUser(services, callerOf(request), request.params.id)),
  );

  const uploads = openUploads(services);
  // Only a body that can hold a portrait counts as one.
  const portraits: typeof uploads.onRequest = async (request, reply) => {
    const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    if (length > largestWithoutPortraitBytes) await uploads.onRequest(request, reply);
  };
  for (const [method, name] of [
    ['put', ['updateUser', 'Change a person']],
    ['patch', ['patchUser', 'Change a person (JSON merge patch)']],
  ] as const)
    app[method](
      '/users/:id',
      {
        bodyLimit: uploads.bodyLimit,
        onRequest: portraits,
        config: { allow: 'users.edit', takesRecord: true },
        schema: { named: { tag, name }, ...one, body: technicianUpdate },
      },
      async (request, reply) =>
        withVersion(
          reply,
          await editUser(services, callerOf(request), request.params.id, request.body, ifMatch(request)),
        ),
    );

  app.post(
    '/history/people/:id/forget',
    {
      config: { allow: 'history.forget' },
      schema: {
        named: named('History', 'forgetPerson', 'Remove a deleted person from the histories'),
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await forgetPerson(services, callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}

function ownRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, tag);
  calls.create('/users', { allow: 'users.create', body: userInput, answer: userDetail }, createUser);
  calls.answer(
    'PUT',
    '/users/:id/structures',
    {
      allow: 'users.relate',
      name: ['assignUserStructures', 'Assign structures to a user, or end it'],
      body: userStructures,
      answer: userDetail,
    },
    relateStructures,
  );
  calls.read(
    '/users/:id/deletion',
    {
      allow: 'users.delete',
      name: ['previewUserDeletion', 'Read what would be deleted with a user'],
      answer: userDeletion,
    },
    previewUserDeletion,
  );
  calls.remove('/users/:id', { allow: 'users.delete' }, dropUser);

  app.post(
    '/reset/child',
    {
      config: { allow: 'users.resetPassword' },
      schema: {
        named: named(tag, 'sendUserPasswordLink', 'Send a user a link for a new password'),
        body: resetInput,
        response: { 204: z.null() },
        refuses: ['404'],
      },
    },
    async (request, reply) => {
      await sendPasswordLink(services, memberOf(callerOf(request)), request.body.email);
      return reply.code(204).send(null);
    },
  );
}
