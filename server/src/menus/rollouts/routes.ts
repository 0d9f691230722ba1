import { rolloutPreview, rolloutView } from '@fournil/contract/rollouts/rollout';
import { revisionRolloutInput } from '@fournil/contract/rollouts/rolloutInput';
import { memberOf } from '../../kit/caller.ts';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { idParams } from '../../kit/http/params.ts';
import { previewMenuRollout, startMenuRollout } from './startRollout.ts';

/** MNU-03: starts the rollout of a revision of a menu. */
export function menuRolloutRoutes(app: App, house: House): void {
  const config = { allow: 'menus.rollOut', hasManyValues: true } as const;
  const body = { params: idParams, body: revisionRolloutInput };
  app.post(
    '/menus/:id/rollouts/preview',
    { config, schema: { ...body, response: { 200: rolloutPreview } } },
    (request) => previewMenuRollout(house, memberOf(callerOf(request)), request.params.id, request.body),
  );
  app.post(
    '/menus/:id/rollouts',
    { config, schema: { ...body, response: { 201: rolloutView } } },
    async (request, reply) => {
      const member = memberOf(callerOf(request));
      const rollout = await startMenuRollout(house, member, request.params.id, request.body);
      return reply.code(201).header('Location', rollout['@id']).send(rollout);
    },
  );
}
