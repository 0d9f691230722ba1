import { accepted, activateInput, resetInput } from '@fournil/contract/accounts/password';
import { registrationInput } from '@fournil/contract/accounts/registration';
import { z } from 'zod';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import type { Services } from '../../kit/services.ts';
import { activate, register, sendActivationAgain } from './register.ts';

const open = { allow: 'accounts.open' } as const;
const done = { accepted: true } as const;

/** REG: a new account, from the form to its first sign-in. */
export function registrationRoutes(app: App, services: Services): void {
  app.post(
    '/register',
    {
      config: open,
      schema: {
        named: named('Account', 'register', 'Register a new organisation'),
        body: registrationInput,
        response: { 202: accepted },
      },
    },
    async (request, reply) => {
      await register(services, request.body, request.ip);
      return reply.code(202).send(done);
    },
  );
  app.post(
    '/register/resend',
    {
      config: open,
      schema: {
        named: named('Account', 'resendActivation', 'Send the activation mail again'),
        body: resetInput,
        response: { 202: accepted },
      },
    },
    async (request, reply) => {
      await sendActivationAgain(services, request.body.email, request.ip);
      return reply.code(202).send(done);
    },
  );
  app.post(
    '/activate',
    {
      config: open,
      schema: {
        named: named('Account', 'activateAccount', 'Activate an account'),
        body: activateInput,
        response: { 204: z.null() },
        refuses: ['404'],
      },
    },
    async (request, reply) => {
      await activate(services, request.body);
      return reply.code(204).send(null);
    },
  );
}
