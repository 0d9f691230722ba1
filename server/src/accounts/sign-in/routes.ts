import { passkeyOptions } from '@fournil/contract/accounts/passkeys';
import { proofInput } from '@fournil/contract/accounts/proof';
import { signInAnswer, signInInput } from '@fournil/contract/accounts/signIn';
import { z } from 'zod';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { originOf } from '../../kit/http/callOrigin.ts';
import type { Services } from '../../kit/services.ts';
import { proofOptions } from '../passkeys/passkeys.ts';
import { prove as proveIdentity } from './prove.ts';
import { signIn, signOut } from './signIn.ts';

const prove = { allow: 'profile.prove' } as const;

/** AUT: sign-in, sign-out, and the proof of identity that some changes need. */
export function signInRoutes(app: App, services: Services): void {
  app.post(
    '/login',
    {
      config: { allow: 'accounts.login', answersSecret: true },
      schema: {
        named: named('Account', 'signIn', 'Sign in with a password'),
        body: signInInput,
        response: { 200: signInAnswer },
        refuses: ['401'],
      },
    },
    (request) => signIn(services, request.body, originOf(request)),
  );

  app.post(
    '/logout',
    {
      config: { allow: 'accounts.logout' },
      schema: { named: named('Account', 'signOut', 'Sign out'), response: { 204: z.null() } },
    },
    async (request, reply) => {
      await signOut(services, callerOf(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/profile/proof',
    {
      config: prove,
      schema: {
        named: named('Account', 'proveIdentity', 'Prove the caller’s identity again'),
        body: proofInput,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await proveIdentity(services, callerOf(request), request.body, originOf(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/profile/proof/options',
    {
      config: prove,
      schema: {
        named: named('Account', 'getProofOptions', 'Begin to prove the caller’s identity with a passkey'),
        response: { 200: passkeyOptions },
      },
    },
    async (request) => ({
      ...(await proofOptions(services, callerOf(request))),
    }),
  );
}
