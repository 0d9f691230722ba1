import { profileAnswer } from '@fournil/contract/accounts/profile';
import { fleetInfos, homeInfos } from '@fournil/contract/home/homeInfos';
import { findProfile } from '../accounts/index.ts';
import { memberOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { findFleetInfos, findHomeInfos } from './queries.ts';

export function homeRoutes(app: App, house: House): void {
  /** PRO-04 */
  app.get(
    '/profile',
    { config: { allow: 'profile.show' }, schema: { response: { 200: profileAnswer } } },
    async (request, reply) => {
      const caller = callerOf(request);
      const [profile, homeInfos] = await Promise.all([
        findProfile(house, caller),
        caller.organisationId === null ? null : findHomeInfos(house, memberOf(caller)),
      ]);
      return reply.header('ETag', `"${profile.version}"`).send({ profile, homeInfos });
    },
  );
  app.get('/home', { config: { allow: 'home.summary' }, schema: { response: { 200: homeInfos } } }, (request) =>
    findHomeInfos(house, memberOf(callerOf(request))),
  );
  app.get('/home/fleet', { config: { allow: 'home.fleet' }, schema: { response: { 200: fleetInfos } } }, () =>
    findFleetInfos(house),
  );
}
