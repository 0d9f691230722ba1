import { signInAnswer } from '@fournil/contract/accounts/signIn';
import {
  secondStepInput,
  twoStepConfirm,
  twoStepConfirmed,
  twoStepStart,
  twoStepSwitch,
} from '@fournil/contract/accounts/twoStep';
import { z } from 'zod';
import { requireProof } from '../../identity/index.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { originOf } from '../../kit/http/callOrigin.ts';
import type { Services } from '../../kit/services.ts';
import { checkSecondStep, confirmTwoStep, endTwoStep, renewRecoveryCodes, startTwoStep } from './twoStep.ts';

const meParams = z.object({ me: z.string() });
const own = { allow: 'two-step.set', answersSecret: true } as const;
const byCode = { allow: 'two-step.byCode', answersSecret: true } as const;

/** TFA: the second step of the sign-in, and its switch. */
export function twoStepRoutes(app: App, services: Services): void {
  app.post(
    '/two-factor-auth',
    {
      config: { allow: 'two-step.check', answersSecret: true },
      schema: {
        named: named('Account', 'checkSecondStep', 'Give the second step of a sign-in'),
        body: secondStepInput,
        response: { 200: signInAnswer },
      },
    },
    (request) => checkSecondStep(services, callerOf(request), request.body.code, originOf(request)),
  );
  app.post(
    '/users/:me/two-factor-auth',
    {
      config: own,
      schema: {
        named: named('Account', 'prepareSecondStep', 'Begin to set up the second step'),
        params: meParams,
        response: { 200: twoStepStart },
      },
    },
    (request) => startTwoStep(services, callerOf(request), request.params.me),
  );
  app.post(
    '/users/:me/two-factor-auth/confirm',
    {
      config: own,
      schema: {
        named: named('Account', 'confirmSecondStep', 'Confirm the second step with a code'),
        params: meParams,
        body: twoStepConfirm,
        response: { 200: twoStepConfirmed },
      },
    },
    (request) => confirmTwoStep(services, callerOf(request), request.params.me, request.body.code),
  );
  app.put(
    '/users/:me/two-factor-auth',
    {
      config: byCode,
      schema: {
        named: named('Account', 'endSecondStep', 'Switch the second step off'),
        params: meParams,
        body: twoStepSwitch,
        response: { 200: twoStepConfirmed, 204: z.null() },
      },
    },
    async (request, reply) => {
      const { enabled, code } = request.body;
      if (enabled) {
        // The code alone is no proof: whoever has the session has read the new secret.
        await requireProof(services, callerOf(request));
        return confirmTwoStep(services, callerOf(request), request.params.me, code);
      }
      await endTwoStep(services, callerOf(request), request.params.me, code);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/users/:me/two-factor-auth/recovery-codes',
    {
      config: byCode,
      schema: {
        named: named('Account', 'renewRecoveryCodes', 'Renew the recovery codes'),
        params: meParams,
        body: secondStepInput,
        response: { 200: twoStepConfirmed },
      },
    },
    (request) => renewRecoveryCodes(services, callerOf(request), request.params.me, request.body.code),
  );
}
