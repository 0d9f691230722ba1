import { adoptedView, adoptInput, keepInput, restoreInput } from '@fournil/contract/differences/differences';
import { programMachineView } from '@fournil/contract/machines/installation';
import type { Trx } from '../db/database.ts';
import { type Member, memberOf, scopeOf } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { withContext } from '../kit/http/etag.ts';
import { idParams } from '../kit/http/params.ts';
import { findInstallation } from '../machines/index.ts';
import { adopt, keep, putBack } from './decide.ts';

/** MNU-02: what a person decides about a program that was changed at an oven. */
export function differenceRoutes(app: App, house: House): void {
  const decided = (member: Member, id: string, decide: (trx: Trx) => Promise<unknown>) =>
    house.db.as(scopeOf(member), async (trx) => {
      await decide(trx);
      return withContext(await findInstallation(trx, member, id));
    });

  app.post(
    '/programMachines/:id/restore',
    {
      config: { allow: 'programMachines.edit' },
      schema: { params: idParams, body: restoreInput, response: { 200: programMachineView } },
    },
    (request) => {
      const member = memberOf(callerOf(request));
      const { id } = request.params;
      return decided(member, id, (trx) => putBack(contextOf(house, trx, member), id, request.body ?? {}));
    },
  );

  app.post(
    '/programMachines/:id/keep',
    {
      config: { allow: 'programMachines.edit' },
      schema: { params: idParams, body: keepInput, response: { 200: programMachineView } },
    },
    (request) => {
      const member = memberOf(callerOf(request));
      const { id } = request.params;
      return decided(member, id, (trx) => keep(contextOf(house, trx, member), id, request.body));
    },
  );

  app.post(
    '/programMachines/:id/adopt',
    {
      config: { allow: 'programMachines.adopt' },
      schema: { params: idParams, body: adoptInput, response: { 200: adoptedView } },
    },
    (request) => {
      const member = memberOf(callerOf(request));
      return house.db.as(scopeOf(member), (trx) =>
        adopt(contextOf(house, trx, member), request.params.id, request.body ?? {}),
      );
    },
  );
}
