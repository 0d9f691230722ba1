import { profileUpdate, profileView } from '@fournil/contract/accounts/profile';
import { signInAnswer, signInInput } from '@fournil/contract/accounts/signIn';
import { isTimezone } from '@fournil/contract/kit/instants';
import { z } from 'zod';
import { callerOf } from '../kit/allow.ts';
import type { App } from '../kit/app.ts';
import { memberOf } from '../kit/caller.ts';
import { unprocessable } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { editProfile, renewSecurityCode, signIn, signOut } from './actions.ts';
import { findProfile } from './queries.ts';

export function accountRoutes(app: App, house: House): void {
  app.post('/login', { config: { allow: 'accounts.login' }, schema: { body: signInInput, response: { 200: signInAnswer } } }, (request) =>
    signIn(house, request.body, { address: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) }),
  );

  app.post('/logout', { config: { allow: 'accounts.logout' }, schema: { response: { 204: z.null() } } }, async (request, reply) => {
    await signOut(house, callerOf(request));
    return reply.code(204).send(null);
  });

  app.get('/profile', { config: { allow: 'profile.show' }, schema: { response: { 200: profileView } } }, (request) =>
    findProfile(house, callerOf(request)),
  );

  app.put('/profile', { config: { allow: 'profile.edit' }, schema: { body: profileUpdate, response: { 200: profileView } } }, async (request) => {
    const { timezone } = request.body;
    if (timezone !== undefined && !isTimezone(timezone)) throw unprocessable({ path: 'timezone', key: 'custom.validation.timezone', args: {} });
    await editProfile(house, callerOf(request), request.body);
    return findProfile(house, callerOf(request));
  });

  app.post(
    '/profile/security-code',
    { config: { allow: 'profile.renewSecurityCode' }, schema: { response: { 200: z.object({ securityCode: z.string() }) } } },
    async (request) => ({ securityCode: await renewSecurityCode(house, memberOf(callerOf(request))) }),
  );
}
