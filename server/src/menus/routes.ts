import { growingListLimits } from '@fournil/contract/kit/growingList';
import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import {
  followedMenuView,
  menuDetail,
  menuInput,
  menuPreview,
  menuPreviewInput,
  menuQuery,
  menuRevisionView,
  menuUpdate,
  menuView,
} from '@fournil/contract/menus/menu';
import { z } from 'zod';
import { memberOf, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { ifMatch, withAddress, withVersion } from '../kit/http/etag.ts';
import { envelope } from '../kit/http/list.ts';
import { idParams } from '../kit/http/params.ts';
import { revisionRolloutRoutes } from '../rollouts/index.ts';
import { createMenu } from './createMenu.ts';
import { deleteMenu, restoreMenu } from './dropMenu.ts';
import { editMenu } from './editMenu.ts';
import { listMenusOf } from './ofMachine.ts';
import { previewMenu } from './preview.ts';
import { listMenus, showMenu } from './queries.ts';
import { listMenuRevisions } from './revisionQueries.ts';
import { previewMenuRollout, startMenuRollout } from './rollouts/startRollout.ts';

/** MNU-01 */
export function menuRoutes(app: App, house: House): void {
  readRoutes(app, house);
  changeRoutes(app, house);
  revisionRolloutRoutes(app, house, {
    address: '/menus',
    allow: 'menus.rollOut',
    preview: previewMenuRollout,
    start: startMenuRollout,
  });
}

function readRoutes(app: App, house: House): void {
  app.get(
    '/menus',
    { config: { allow: 'menus.list' }, schema: { querystring: menuQuery, response: { 200: collection(menuView) } } },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await house.db.read(scopeOf(member), (trx) => listMenus(trx, member, request.query));
      return envelope(request, 'Menu', found);
    },
  );

  app.get(
    '/menus/:id',
    { config: { allow: 'menus.list' }, schema: { params: idParams, response: { 200: menuDetail } } },
    async (request, reply) => {
      const member = memberOf(callerOf(request));
      return withVersion(
        reply,
        await house.db.read(scopeOf(member), (trx) => showMenu(trx, member, request.params.id)),
      );
    },
  );

  app.get(
    '/menus/:id/revisions',
    {
      config: { allow: 'menus.list' },
      schema: {
        params: idParams,
        querystring: listQuery({ itemsPerPage: growingListLimits.entries }),
        response: { 200: collection(menuRevisionView) },
      },
    },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await house.db.read(scopeOf(member), (trx) =>
        listMenuRevisions(trx, member, request.params.id, request.query),
      );
      return envelope(request, 'MenuRevision', found);
    },
  );

  app.get(
    '/machines/:id/menus',
    {
      config: { allow: 'menus.ofMachine' },
      schema: { params: idParams, response: { 200: collection(followedMenuView) } },
    },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await house.db.read(scopeOf(member), (trx) => listMenusOf(trx, member, request.params.id));
      return envelope(request, 'FollowedMenu', found);
    },
  );

  app.post(
    '/menus/preview',
    {
      config: { allow: 'menus.preview' },
      schema: { body: menuPreviewInput, response: { 200: menuPreview }, refuses: ['404'] },
    },
    (request) => {
      const member = memberOf(callerOf(request));
      return house.db.read(scopeOf(member), (trx) => previewMenu(contextOf(house, trx, member), request.body));
    },
  );
}

function changeRoutes(app: App, house: House): void {
  app.post(
    '/menus',
    { config: { allow: 'menus.create' }, schema: { body: menuInput, response: { 201: menuDetail } } },
    async (request, reply) => withAddress(reply, await createMenu(house, memberOf(callerOf(request)), request.body)),
  );

  // Content, approval and places need further rights, which the action checks.
  app.put(
    '/menus/:id',
    {
      config: { allow: 'menus.change', takesRecord: true },
      schema: { params: idParams, body: menuUpdate, response: { 200: menuDetail } },
    },
    async (request, reply) => {
      const { id } = request.params;
      return withVersion(reply, await editMenu(house, memberOf(callerOf(request)), id, request.body, ifMatch(request)));
    },
  );

  app.delete(
    '/menus/:id',
    { config: { allow: 'menus.delete' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteMenu(house, memberOf(callerOf(request)), request.params.id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/menus/:id/restore',
    { config: { allow: 'menus.delete' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await restoreMenu(house, memberOf(callerOf(request)), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
