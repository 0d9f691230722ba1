import { fleetInfos, homeInfos } from '@fournil/contract/home/homeInfos';
import { callerOf } from '../kit/allow.ts';
import type { App } from '../kit/app.ts';
import { memberOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { findFleetInfos, findHomeInfos } from './queries.ts';

export function homeRoutes(app: App, house: House): void {
  app.get('/home', { config: { allow: 'home.summary' }, schema: { response: { 200: homeInfos } } }, (request) =>
    findHomeInfos(house, memberOf(callerOf(request))),
  );
  app.get('/home/fleet', { config: { allow: 'home.fleet' }, schema: { response: { 200: fleetInfos } } }, () => findFleetInfos(house));
}
