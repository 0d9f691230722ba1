import { templateChoice } from '@fournil/contract/rights-templates/rightsTemplate';
import { heldRights, rightChange, rightsPreview } from '@fournil/contract/users/rights';
import { userDetail } from '@fournil/contract/users/user';
import { memberOf } from '../../kit/caller.ts';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { ifMatch, withVersion } from '../../kit/http/etag.ts';
import { idParams } from '../../kit/http/params.ts';
import { changeRight, chooseTemplate, previewRights, setRights } from './actions.ts';

/** RGT-03 */
export function rightsRoutes(app: App, house: House): void {
  const change = { allow: 'users.changeRights' } as const;

  app.post(
    '/users/rights',
    { config: change, schema: { body: rightChange, response: { 200: userDetail } } },
    async (request, reply) => {
      const user = await changeRight(house, memberOf(callerOf(request)), request.body);
      return withVersion(reply, user);
    },
  );

  app.put(
    '/users/:id/rights',
    { config: change, schema: { params: idParams, body: heldRights, response: { 200: userDetail } } },
    async (request, reply) => {
      const user = await setRights(
        house,
        memberOf(callerOf(request)),
        request.params.id,
        request.body,
        ifMatch(request),
      );
      return withVersion(reply, user);
    },
  );

  app.put(
    '/users/:id/template',
    { config: change, schema: { params: idParams, body: templateChoice, response: { 200: userDetail } } },
    async (request, reply) => {
      const user = await chooseTemplate(
        house,
        memberOf(callerOf(request)),
        request.params.id,
        request.body.template,
        ifMatch(request),
      );
      return withVersion(reply, user);
    },
  );

  app.post(
    '/users/:id/rights/preview',
    {
      config: { allow: 'users.previewRights' },
      schema: { params: idParams, body: heldRights, response: { 200: rightsPreview } },
    },
    (request) => previewRights(house, memberOf(callerOf(request)), request.params.id, request.body.rights),
  );
}
