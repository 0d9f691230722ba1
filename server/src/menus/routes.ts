import { growingListLimits } from '@fournil/contract/kit/growingList';
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
import type { App } from '../kit/http/app.ts';
import { memberCalls } from '../kit/http/calls.ts';
import type { Services } from '../kit/services.ts';
import { listRecords } from '../resources/index.ts';
import { revisionRolloutRoutes } from '../rollouts/index.ts';
import { createMenu } from './createMenu.ts';
import { deleteMenu, restoreMenu } from './dropMenu.ts';
import { editMenu } from './editMenu.ts';
import { listMenusOf } from './ofMachine.ts';
import { previewMenu } from './preview.ts';
import { findMenu } from './queries.ts';
import { menuResource } from './resource.ts';
import { listMenuRevisions } from './revisionQueries.ts';
import { previewMenuRollout, startMenuRollout } from './rollouts/startRollout.ts';

const revisionQuery = listQuery({ itemsPerPage: growingListLimits.entries });

/** MNU-01 */
export function menuRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, 'Menus');
  const answer = menuDetail;
  calls.list('/menus', { allow: 'menus.list', query: menuQuery, item: menuView }, (context, page) =>
    listRecords(context, menuResource, page),
  );
  calls.read('/menus/:id', { allow: 'menus.list', answer }, findMenu);
  calls.list(
    '/menus/:id/revisions',
    {
      allow: 'menus.list',
      name: ['listMenuRevisions', 'List the revisions of a menu'],
      type: 'MenuRevision',
      query: revisionQuery,
      item: menuRevisionView,
    },
    (context, page, id) => listMenuRevisions(context, id, page),
  );
  calls.list(
    '/machines/:id/menus',
    {
      allow: 'menus.ofMachine',
      name: ['listMachineMenus', 'List the menus that a machine follows'],
      type: 'FollowedMenu',
      item: followedMenuView,
    },
    (context, _, id) => listMenusOf(context, id),
  );
  calls.ask(
    '/menus/preview',
    {
      allow: 'menus.preview',
      name: ['previewMenu', 'Read what saving a menu would change'],
      body: menuPreviewInput,
      answer: menuPreview,
      refuses: ['404'],
    },
    (context, _, input) => previewMenu(context, input),
  );
  calls.create('/menus', { allow: 'menus.create', body: menuInput, answer }, createMenu);
  // Content, approval and places need further rights, which the action checks.
  calls.update(
    '/menus/:id',
    { allow: 'menus.change', name: ['updateMenu', 'Change, approve or give a menu'], body: menuUpdate, answer },
    editMenu,
  );
  calls.remove('/menus/:id', { allow: 'menus.delete' }, deleteMenu);
  calls.act('POST', '/menus/:id/restore', { allow: 'menus.delete' }, restoreMenu);
  revisionRolloutRoutes(app, services, {
    entity: 'menu',
    allow: 'menus.rollOut',
    preview: previewMenuRollout,
    start: startMenuRollout,
  });
}
