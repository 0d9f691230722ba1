import { resources } from '@fournil/contract/resources';
import type { Action } from '@fournil/contract/rights/policy';
import { type RolloutPreview, type RolloutView, rolloutPreview, rolloutView } from '@fournil/contract/rollouts/rollout';
import { type RevisionRolloutInput, revisionRolloutInput } from '@fournil/contract/rollouts/rolloutInput';
import { type Member, memberOf } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { memberCalls } from '../kit/http/calls.ts';
import { idParams } from '../kit/http/params.ts';
import type { Services } from '../kit/services.ts';

interface OfRevisions {
  entity: 'program' | 'menu';
  allow: Action;
  preview(context: CallContext, id: string, input: RevisionRolloutInput): Promise<RolloutPreview>;
  start(services: Services, member: Member, id: string, input: RevisionRolloutInput): Promise<RolloutView>;
}

const tag = 'Rollouts';

/** MNU-03: the two calls that start the rollout of a revision, below the address of programs or of menus. */
export function revisionRolloutRoutes(
  app: App,
  services: Services,
  { entity, preview, start, allow }: OfRevisions,
): void {
  const { path, type } = resources[entity];
  const config = { allow, hasManyValues: true };
  const body = revisionRolloutInput;
  memberCalls(app, services, tag).ask(
    `/${path}/:id/rollouts/preview`,
    {
      ...config,
      name: [`preview${type}Rollout`, `Read which machines a rollout of a ${entity} would reach`],
      body,
      answer: rolloutPreview,
    },
    preview,
  );
  const named = { tag, name: [`start${type}Rollout`, `Start a rollout of a revision of a ${entity}`] } as const;
  app.post(
    `/${path}/:id/rollouts`,
    { config, schema: { params: idParams, body, response: { 201: rolloutView }, named } },
    async (request, reply) => {
      const rollout = await start(services, memberOf(callerOf(request)), request.params.id, request.body);
      return reply.code(201).header('Location', rollout['@id']).send(rollout);
    },
  );
}
