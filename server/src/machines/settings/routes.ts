import { growingListLimits } from '@fournil/contract/kit/growingList';
import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import {
  machineBySerialView,
  machineCommandView,
  machineSettingsView,
  settingInput,
} from '@fournil/contract/machines/settings';
import { rolloutPreview, rolloutView } from '@fournil/contract/rollouts/rollout';
import { settingRolloutInput } from '@fournil/contract/rollouts/rolloutInput';
import { z } from 'zod';
import { staffScope } from '../../db/database.ts';
import { memberOf } from '../../kit/caller.ts';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { envelope, wholeList } from '../../kit/http/list.ts';
import { idParams } from '../../kit/http/params.ts';
import { reachMachine } from '../../rights/index.ts';
import { releaseContested } from '../pairing/releaseContested.ts';
import { changeSetting } from './actions.ts';
import { findSettings, listBySerial, listCommands } from './queries.ts';
import { previewSettingRollout, startSettingRollout } from './rollouts/startRollout.ts';

const commandQuery = listQuery({ itemsPerPage: growingListLimits.entries, max: 100 });

/** MAC-07: the settings of a machine, and changing them remotely. */
export function settingsRoutes(app: App, house: House): void {
  app.get(
    '/machines/:id/settings',
    {
      config: { allow: 'machines.readSettings' },
      schema: { params: idParams, response: { 200: machineSettingsView } },
    },
    (request) => {
      const caller = callerOf(request);
      return reachMachine(house, caller, request.params.id, (trx) =>
        findSettings(trx, caller, request.params.id, house.now()),
      );
    },
  );

  app.get(
    '/machines/:id/settings/history',
    {
      config: { allow: 'machines.readSettings' },
      schema: { params: idParams, querystring: commandQuery, response: { 200: collection(machineCommandView) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const found = await reachMachine(house, caller, request.params.id, (trx) =>
        listCommands(trx, caller, request.params.id, request.query, house.now()),
      );
      return envelope(request, 'MachineCommand', found);
    },
  );

  app.post(
    '/machine/update-machine-settings',
    {
      config: { allow: 'machines.settings' },
      schema: { body: settingInput, response: { 202: machineCommandView }, refuses: ['404'] },
    },
    async (request, reply) => reply.code(202).send(await changeSetting(house, callerOf(request), request.body)),
  );

  const config = { allow: 'machines.settings', hasManyValues: true } as const;
  app.post(
    '/rollouts/settings/preview',
    { config, schema: { body: settingRolloutInput, response: { 200: rolloutPreview }, refuses: ['404'] } },
    (request) => previewSettingRollout(house, memberOf(callerOf(request)), request.body),
  );
  app.post(
    '/rollouts/settings',
    { config, schema: { body: settingRolloutInput, response: { 201: rolloutView } } },
    async (request, reply) => {
      const rollout = await startSettingRollout(house, memberOf(callerOf(request)), request.body);
      return reply.code(201).header('Location', rollout['@id']).send(rollout);
    },
  );

  app.post(
    '/machines/:id/release-contested',
    { config: { allow: 'machines.releaseContested' }, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await releaseContested(house, callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/machines/by-serial',
    {
      config: { allow: 'machines.bySerial' },
      schema: {
        querystring: z.strictObject({ serialNumber: z.string().trim().min(1).max(64) }),
        response: { 200: collection(machineBySerialView) },
      },
    },
    async (request) => {
      const items = await house.db.read(staffScope, (trx) => listBySerial(trx, request.query.serialNumber));
      return wholeList(request, 'MachineBySerial', items);
    },
  );
}
