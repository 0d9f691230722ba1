import { rolloutPreview, rolloutView } from '@fournil/contract/rollouts/rollout';
import { rolloutInput } from '@fournil/contract/rollouts/rolloutInput';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { previewRollout, startRollout } from './startRollout.ts';

/** Starts a rollout of a version; the calls that all rollouts share are in the room `rollouts`. */
export function softwareRolloutRoutes(app: App, house: House): void {
  const config = { allow: 'software-updates.manage', hasManyValues: true } as const;
  app.post(
    '/rollouts/preview',
    { config, schema: { body: rolloutInput, response: { 200: rolloutPreview } } },
    (request) => previewRollout(house, request.body),
  );
  app.post(
    '/rollouts',
    { config, schema: { body: rolloutInput, response: { 201: rolloutView } } },
    async (request, reply) => {
      const rollout = await startRollout(house, callerOf(request), request.body);
      return reply.code(201).header('Location', rollout['@id']).send(rollout);
    },
  );
}
