import { sessionView } from '@fournil/contract/accounts/sessions';
import { signInAnswer } from '@fournil/contract/accounts/signIn';
import {
  secondStepInput,
  twoStepConfirm,
  twoStepConfirmed,
  twoStepStart,
  twoStepSwitch,
} from '@fournil/contract/accounts/twoStep';
import { collection } from '@fournil/contract/kit/hydra';
import { z } from 'zod';
import { requireProof } from '../../identity/index.ts';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { envelope } from '../../kit/http/list.ts';
import { idParams } from '../../kit/http/params.ts';
import { fromOf } from '../fromOf.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '../sessions/ownSessions.ts';
import { checkSecondStep, confirmTwoStep, endTwoStep, renewRecoveryCodes, startTwoStep } from './twoStep.ts';

const meParams = z.object({ me: z.string() });
const own = { allow: 'two-step.set' } as const;
const byCode = { allow: 'two-step.byCode' } as const;

/** TFA, and the list of one's own sessions. */
export function twoStepRoutes(app: App, house: House): void {
  app.post(
    '/two-factor-auth',
    { config: { allow: 'two-step.check' }, schema: { body: secondStepInput, response: { 200: signInAnswer } } },
    (request) => checkSecondStep(house, callerOf(request), request.body.code, fromOf(request)),
  );
  app.post(
    '/users/:me/two-factor-auth',
    { config: own, schema: { params: meParams, response: { 200: twoStepStart } } },
    (request) => startTwoStep(house, callerOf(request), request.params.me),
  );
  app.post(
    '/users/:me/two-factor-auth/confirm',
    { config: own, schema: { params: meParams, body: twoStepConfirm, response: { 200: twoStepConfirmed } } },
    (request) => confirmTwoStep(house, callerOf(request), request.params.me, request.body.code),
  );
  app.put(
    '/users/:me/two-factor-auth',
    {
      config: byCode,
      schema: { params: meParams, body: twoStepSwitch, response: { 200: twoStepConfirmed, 204: z.null() } },
    },
    async (request, reply) => {
      const { enabled, code } = request.body;
      if (enabled) {
        // The code is one of the new secret, which whoever holds the session has read.
        await requireProof(house, callerOf(request));
        return confirmTwoStep(house, callerOf(request), request.params.me, code);
      }
      await endTwoStep(house, callerOf(request), request.params.me, code);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/users/:me/two-factor-auth/recovery-codes',
    { config: byCode, schema: { params: meParams, body: secondStepInput, response: { 200: twoStepConfirmed } } },
    (request) => renewRecoveryCodes(house, callerOf(request), request.params.me, request.body.code),
  );

  app.get(
    '/sessions',
    { config: { allow: 'sessions.own' }, schema: { response: { 200: collection(sessionView) } } },
    async (request) => {
      const items = await listOwnSessions(house, callerOf(request));
      return envelope(request.url, 'Session', items, items.length, { page: 1, itemsPerPage: 100 });
    },
  );
  app.delete(
    '/sessions/:id',
    { config: { allow: 'sessions.end' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await endOwnSession(house, callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.delete(
    '/sessions',
    { config: { allow: 'sessions.end' }, schema: { response: { 204: z.null() } } },
    async (request, reply) => {
      await endOtherSessions(house, callerOf(request));
      return reply.code(204).send(null);
    },
  );
}
