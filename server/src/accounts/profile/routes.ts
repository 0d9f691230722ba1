import { tokenInput } from '@fournil/contract/accounts/password';
import { profileUpdate, profileView } from '@fournil/contract/accounts/profile';
import { z } from 'zod';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { memberCalls } from '../../kit/http/calls.ts';
import { ifMatch } from '../../kit/http/etag.ts';
import type { Services } from '../../kit/services.ts';
import { confirmEmail } from './changeEmail.ts';
import { editProfile } from './editProfile.ts';
import { takeEmailBack } from './formerEmail.ts';
import { sendPendingEmailAgain, takePendingEmailBack } from './pendingEmail.ts';
import { findProfile } from './queries.ts';
import { renewSecurityCode } from './securityCode.ts';

const open = { allow: 'accounts.open' } as const;
const done = { response: { 204: z.null() }, refuses: ['404'] };

/** PRO: the caller's own account, and its address by the links of mails. */
export function profileRoutes(app: App, services: Services): void {
  const own = { config: { allow: 'profile.edit' } } as const;
  for (const [method, id, sentence] of [
    ['put', 'updateProfile', 'Change the caller’s profile'],
    ['patch', 'patchProfile', 'Change the caller’s profile (JSON merge patch)'],
  ] as const) {
    const schema = { named: named('Account', id, sentence), body: profileUpdate, response: { 200: profileView } };
    app[method]('/profile', { ...own, schema }, async (request) => {
      await editProfile(services, callerOf(request), request.body, ifMatch(request));
      return findProfile(services, callerOf(request));
    });
  }

  app.delete(
    '/profile/pending-email',
    {
      ...own,
      schema: { named: named('Account', 'cancelEmailChange', 'Cancel the change of the caller’s address'), ...done },
    },
    async (request, reply) => {
      await takePendingEmailBack(services, callerOf(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/profile/pending-email/again',
    {
      ...own,
      schema: { named: named('Account', 'resendEmailChange', 'Send the mail to the new address again'), ...done },
    },
    async (request, reply) => {
      await sendPendingEmailAgain(services, callerOf(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/confirm-email',
    {
      config: open,
      schema: { named: named('Account', 'confirmEmail', 'Confirm a new address'), body: tokenInput, ...done },
    },
    async (request, reply) => {
      await confirmEmail(services, request.body.token);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/take-back-email',
    {
      config: open,
      schema: { named: named('Account', 'takeBackEmail', 'Take back a change of address'), body: tokenInput, ...done },
    },
    async (request, reply) => {
      await takeEmailBack(services, request.body.token);
      return reply.code(204).send(null);
    },
  );

  memberCalls(app, services, 'Account').answer(
    'POST',
    '/profile/security-code',
    {
      allow: 'profile.renewSecurityCode',
      answersSecret: true,
      name: ['renewSecurityCode', 'Renew the code that lets support sign in'],
      answer: z.object({ securityCode: z.string() }),
    },
    renewSecurityCode,
  );
}
