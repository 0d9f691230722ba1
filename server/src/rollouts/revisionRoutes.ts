import type { Action } from '@fournil/contract/rights/policy';
import { type RolloutPreview, type RolloutView, rolloutPreview, rolloutView } from '@fournil/contract/rollouts/rollout';
import { type RevisionRolloutInput, revisionRolloutInput } from '@fournil/contract/rollouts/rolloutInput';
import { type Member, memberOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { idParams } from '../kit/http/params.ts';

type OfRevision<Answer> = (house: House, member: Member, id: string, input: RevisionRolloutInput) => Promise<Answer>;

/** MNU-03: the two calls that start the rollout of a revision, below the address of programs or of menus. */
export function revisionRolloutRoutes(
  app: App,
  house: House,
  of: { address: string; allow: Action; preview: OfRevision<RolloutPreview>; start: OfRevision<RolloutView> },
): void {
  const config = { allow: of.allow, hasManyValues: true };
  const body = { params: idParams, body: revisionRolloutInput };
  app.post(
    `${of.address}/:id/rollouts/preview`,
    { config, schema: { ...body, response: { 200: rolloutPreview } } },
    (request) => of.preview(house, memberOf(callerOf(request)), request.params.id, request.body),
  );
  app.post(
    `${of.address}/:id/rollouts`,
    { config, schema: { ...body, response: { 201: rolloutView } } },
    async (request, reply) => {
      const rollout = await of.start(house, memberOf(callerOf(request)), request.params.id, request.body);
      return reply.code(201).header('Location', rollout['@id']).send(rollout);
    },
  );
}
