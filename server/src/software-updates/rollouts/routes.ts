import { rolloutPreview, rolloutView } from '@fournil/contract/rollouts/rollout';
import { rolloutInput } from '@fournil/contract/rollouts/rolloutInput';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { callerCalls } from '../../kit/http/calls.ts';
import type { Services } from '../../kit/services.ts';
import { previewRollout, startRollout } from './startRollout.ts';

/** Starts a rollout of a version; the calls that all rollouts share are in the feature `rollouts`. */
export function softwareRolloutRoutes(app: App, services: Services): void {
  const config = { allow: 'software-updates.manage', hasManyValues: true } as const;
  const body = rolloutInput;
  const tag = 'Rollouts';
  callerCalls(app, services, tag).answer(
    'POST',
    '/rollouts/preview',
    {
      ...config,
      name: ['previewRollout', 'Read which machines a rollout of software would reach'],
      body,
      answer: rolloutPreview,
    },
    (context, _, input) => previewRollout(context, input),
  );
  const named = { tag, name: ['startRollout', 'Start a rollout of software'] } as const;
  app.post('/rollouts', { config, schema: { body, response: { 201: rolloutView }, named } }, async (request, reply) => {
    const rollout = await startRollout(services, callerOf(request), request.body);
    return reply.code(201).header('Location', rollout['@id']).send(rollout);
  });
}
