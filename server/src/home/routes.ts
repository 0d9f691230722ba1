import { profileAnswer } from '@fournil/contract/accounts/profile';
import { fleetInfos, homeInfos } from '@fournil/contract/home/homeInfos';
import { findProfile } from '../accounts/index.ts';
import { memberOf, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { named } from '../kit/http/callNames.ts';
import { memberCalls } from '../kit/http/calls.ts';
import type { Services } from '../kit/services.ts';
import { findFleetInfos, findHomeInfos } from './queries.ts';

const tag = 'Account';

export function homeRoutes(app: App, services: Services): void {
  /** PRO-04 */
  app.get(
    '/profile',
    {
      config: { allow: 'profile.show' },
      schema: { named: named(tag, 'getProfile', 'Read the caller’s profile'), response: { 200: profileAnswer } },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const [profile, homeInfos] = await Promise.all([
        findProfile(services, caller),
        caller.organisationId === null
          ? null
          : services.db.read(scopeOf(caller), (trx) => findHomeInfos(contextOf(services, trx, memberOf(caller)))),
      ]);
      return reply.header('ETag', `"${profile.version}"`).send({ profile, homeInfos });
    },
  );
  memberCalls(app, services, tag).read(
    '/home',
    { allow: 'home.summary', name: ['getHome', 'Read the numbers of the home page'], answer: homeInfos },
    findHomeInfos,
  );
  app.get(
    '/home/fleet',
    {
      config: { allow: 'home.fleet' },
      schema: {
        named: named(tag, 'getFleet', 'Read the numbers of the maker’s home page'),
        response: { 200: fleetInfos },
      },
    },
    () => findFleetInfos(services),
  );
}
