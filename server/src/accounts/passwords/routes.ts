import {
  accepted,
  changePasswordInput,
  resetInput,
  tokenInput,
  verifiedToken,
} from '@fournil/contract/accounts/password';
import { z } from 'zod';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { originOf } from '../../kit/http/callOrigin.ts';
import type { Services } from '../../kit/services.ts';
import { askReset, changePassword, verifyToken } from './actions.ts';

const open = { allow: 'accounts.open' } as const;
const done = { accepted: true } as const;

/** PWD: a new password by the link of a mail, or by a person who is signed in. */
export function passwordRoutes(app: App, services: Services): void {
  app.post(
    '/reset',
    {
      config: open,
      schema: {
        named: named('Account', 'requestPasswordReset', 'Ask for a link for a new password'),
        body: resetInput,
        response: { 202: accepted },
      },
    },
    async (request, reply) => {
      await askReset(services, request.body, request.ip);
      return reply.code(202).send(done);
    },
  );
  app.post(
    '/token/verify',
    {
      config: { ...open, answersSecret: true },
      schema: {
        named: named('Account', 'verifyToken', 'Check the token of a link'),
        body: tokenInput,
        response: { 200: verifiedToken },
        refuses: ['401', '404'],
      },
    },
    (request) => verifyToken(services, request.body.token),
  );
  app.post(
    '/change-password',
    {
      config: open,
      schema: {
        named: named('Account', 'changePassword', 'Set a new password'),
        body: changePasswordInput,
        response: { 204: z.null() },
        refuses: ['401', '403', '404'],
      },
    },
    async (request, reply) => {
      await changePassword(services, request.caller, request.body, originOf(request));
      return reply.code(204).send(null);
    },
  );
}
