import { rolloutPreview, rolloutView } from '@fournil/contract/rollouts/rollout';
import { revisionRolloutInput } from '@fournil/contract/rollouts/rolloutInput';
import { memberOf } from '../../kit/caller.ts';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { idParams } from '../../kit/http/params.ts';
import { previewProgramRollout, startProgramRollout } from './startRollout.ts';

/** MNU-03: starts the rollout of a revision of a program. */
export function programRolloutRoutes(app: App, house: House): void {
  const config = { allow: 'programs.rollOut', hasManyValues: true } as const;
  const body = { params: idParams, body: revisionRolloutInput };
  app.post(
    '/programs/:id/rollouts/preview',
    { config, schema: { ...body, response: { 200: rolloutPreview } } },
    (request) => previewProgramRollout(house, memberOf(callerOf(request)), request.params.id, request.body),
  );
  app.post(
    '/programs/:id/rollouts',
    { config, schema: { ...body, response: { 201: rolloutView } } },
    async (request, reply) => {
      const member = memberOf(callerOf(request));
      const rollout = await startProgramRollout(house, member, request.params.id, request.body);
      return reply.code(201).header('Location', rollout['@id']).send(rollout);
    },
  );
}
