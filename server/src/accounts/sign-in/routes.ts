import { passkeyOptions } from '@fournil/contract/accounts/passkeys';
import { profileUpdate, profileView } from '@fournil/contract/accounts/profile';
import { proofInput } from '@fournil/contract/accounts/proof';
import { signInAnswer, signInInput } from '@fournil/contract/accounts/signIn';
import { z } from 'zod';
import { memberOf } from '../../kit/caller.ts';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { ifMatch } from '../../kit/http/etag.ts';
import { renewSecurityCode } from '../control/securityCode.ts';
import { fromOf } from '../fromOf.ts';
import { proofOptions } from '../passkeys/passkeys.ts';
import { editProfile } from '../profile/editProfile.ts';
import { sendPendingEmailAgain, takePendingEmailBack } from '../profile/pendingEmail.ts';
import { prove as proveIdentity } from '../profile/prove.ts';
import { findProfile } from '../profile/queries.ts';
import { renewToken } from '../sessions/renewToken.ts';
import { signIn, signOut } from './signIn.ts';

const prove = { allow: 'profile.prove' } as const;

export function accountRoutes(app: App, house: House): void {
  app.post(
    '/login',
    { config: { allow: 'accounts.login' }, schema: { body: signInInput, response: { 200: signInAnswer } } },
    (request) => signIn(house, request.body, fromOf(request)),
  );

  app.post(
    '/logout',
    { config: { allow: 'accounts.logout' }, schema: { response: { 204: z.null() } } },
    async (request, reply) => {
      await signOut(house, callerOf(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/sessions/token',
    { config: { allow: 'sessions.token' }, schema: { response: { 200: signInAnswer } } },
    (request) => renewToken(house, callerOf(request)),
  );

  const edit = {
    config: { allow: 'profile.edit' },
    schema: { body: profileUpdate, response: { 200: profileView } },
  } as const;
  for (const method of ['put', 'patch'] as const)
    app[method]('/profile', edit, async (request) => {
      await editProfile(house, callerOf(request), request.body, ifMatch(request));
      return findProfile(house, callerOf(request));
    });

  const done = { schema: { response: { 204: z.null() } } } as const;
  app.delete('/profile/pending-email', { config: { allow: 'profile.edit' }, ...done }, async (request, reply) => {
    await takePendingEmailBack(house, callerOf(request));
    return reply.code(204).send(null);
  });

  app.post('/profile/pending-email/again', { config: { allow: 'profile.edit' }, ...done }, async (request, reply) => {
    await sendPendingEmailAgain(house, callerOf(request));
    return reply.code(204).send(null);
  });

  app.post(
    '/profile/proof',
    { config: prove, schema: { body: proofInput, response: { 204: z.null() } } },
    async (request, reply) => {
      await proveIdentity(house, callerOf(request), request.body, fromOf(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/profile/proof/options',
    { config: prove, schema: { response: { 200: passkeyOptions } } },
    async (request) => ({
      ...(await proofOptions(house, callerOf(request))),
    }),
  );

  app.post(
    '/profile/security-code',
    {
      config: { allow: 'profile.renewSecurityCode' },
      schema: { response: { 200: z.object({ securityCode: z.string() }) } },
    },
    async (request) => ({ securityCode: await renewSecurityCode(house, memberOf(callerOf(request))) }),
  );
}
