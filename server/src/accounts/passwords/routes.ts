import {
  accepted,
  activateInput,
  changePasswordInput,
  resetInput,
  tokenInput,
  verifiedToken,
} from '@fournil/contract/accounts/password';
import { registrationInput } from '@fournil/contract/accounts/registration';
import { z } from 'zod';
import type { House } from '../../kit/house.ts';
import type { App } from '../../kit/http/app.ts';
import { fromOf } from '../fromOf.ts';
import { confirmEmail } from '../profile/changeEmail.ts';
import { takeEmailBack } from '../profile/formerEmail.ts';
import { activate, register, sendActivationAgain } from '../registration/register.ts';
import { askReset, changePassword, verifyToken } from './actions.ts';

const done = { accepted: true } as const;

/** REG, PWD: what is open to whoever is not signed in. */
export function passwordRoutes(app: App, house: House): void {
  const open = { allow: 'accounts.open' } as const;
  app.post(
    '/register',
    { config: open, schema: { body: registrationInput, response: { 202: accepted } } },
    async (request, reply) => {
      await register(house, request.body, request.ip);
      return reply.code(202).send(done);
    },
  );
  app.post(
    '/register/resend',
    { config: open, schema: { body: resetInput, response: { 202: accepted } } },
    async (request, reply) => {
      await sendActivationAgain(house, request.body.email, request.ip);
      return reply.code(202).send(done);
    },
  );
  app.post(
    '/activate',
    { config: open, schema: { body: activateInput, response: { 204: z.null() } } },
    async (request, reply) => {
      await activate(house, request.body);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/confirm-email',
    { config: open, schema: { body: tokenInput, response: { 204: z.null() } } },
    async (request, reply) => {
      await confirmEmail(house, request.body.token);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/take-back-email',
    { config: open, schema: { body: tokenInput, response: { 204: z.null() } } },
    async (request, reply) => {
      await takeEmailBack(house, request.body.token);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/reset',
    { config: open, schema: { body: resetInput, response: { 202: accepted } } },
    async (request, reply) => {
      await askReset(house, request.body, request.ip);
      return reply.code(202).send(done);
    },
  );
  app.post(
    '/token/verify',
    { config: open, schema: { body: tokenInput, response: { 200: verifiedToken } } },
    (request) => verifyToken(house, request.body.token),
  );
  app.post(
    '/change-password',
    { config: open, schema: { body: changePasswordInput, response: { 204: z.null() } } },
    async (request, reply) => {
      await changePassword(house, request.caller, request.body, fromOf(request));
      return reply.code(204).send(null);
    },
  );
}
