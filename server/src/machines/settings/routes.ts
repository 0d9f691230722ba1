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
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { memberCalls } from '../../kit/http/calls.ts';
import { envelope, wholeList } from '../../kit/http/list.ts';
import { idParams } from '../../kit/http/params.ts';
import type { Services } from '../../kit/services.ts';
import { reachMachine } from '../../rights/index.ts';
import { releaseContested } from '../pairing/releaseContested.ts';
import { changeSetting } from './actions.ts';
import { findSettings, listBySerial, listCommands } from './queries.ts';
import { previewSettingRollout, startSettingRollout } from './rollouts/startRollout.ts';

const tag = 'Machines';
const commandQuery = listQuery({ itemsPerPage: growingListLimits.entries, max: 100 });

/** MAC-07: the settings of a machine, and changing them remotely. */
export function settingsRoutes(app: App, services: Services): void {
  app.get(
    '/machines/:id/settings',
    {
      config: { allow: 'machines.readSettings' },
      schema: {
        params: idParams,
        response: { 200: machineSettingsView },
        named: named(tag, 'getMachineSettings', 'Read the settings of a machine'),
      },
    },
    (request) => {
      const caller = callerOf(request);
      return reachMachine(services, caller, request.params.id, (trx) =>
        findSettings(trx, caller, request.params.id, services.now()),
      );
    },
  );

  app.get(
    '/machines/:id/settings/history',
    {
      config: { allow: 'machines.readSettings' },
      schema: {
        params: idParams,
        querystring: commandQuery,
        response: { 200: collection(machineCommandView) },
        named: named(tag, 'listMachineCommands', 'List the commands sent to a machine'),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const found = await reachMachine(services, caller, request.params.id, (trx) =>
        listCommands(trx, caller, request.params.id, request.query, services.now()),
      );
      return envelope(request, 'MachineCommand', found);
    },
  );

  app.post(
    '/machine/update-machine-settings',
    {
      config: { allow: 'machines.settings' },
      schema: {
        body: settingInput,
        response: { 202: machineCommandView },
        refuses: ['404'],
        named: named(tag, 'changeMachineSetting', 'Change a setting of a machine remotely'),
      },
    },
    async (request, reply) => reply.code(202).send(await changeSetting(services, callerOf(request), request.body)),
  );

  settingRolloutRoutes(app, services);
  contestedRoutes(app, services);
}

function settingRolloutRoutes(app: App, services: Services): void {
  const config = { allow: 'machines.settings', hasManyValues: true } as const;
  const body = settingRolloutInput;
  memberCalls(app, services, 'Rollouts').ask(
    '/rollouts/settings/preview',
    {
      ...config,
      name: ['previewSettingRollout', 'Read which machines a rollout of a setting would reach'],
      body,
      answer: rolloutPreview,
      refuses: ['404'],
    },
    (context, _, input) => previewSettingRollout(context, input),
  );
  const name = ['startSettingRollout', 'Start a rollout of a value of a setting'] as const;
  app.post(
    '/rollouts/settings',
    { config, schema: { body, response: { 201: rolloutView }, named: { tag: 'Rollouts', name } } },
    async (request, reply) => {
      const rollout = await startSettingRollout(services, memberOf(callerOf(request)), request.body);
      return reply.code(201).header('Location', rollout['@id']).send(rollout);
    },
  );
}

function contestedRoutes(app: App, services: Services): void {
  app.post(
    '/machines/:id/release-contested',
    {
      config: { allow: 'machines.releaseContested' },
      schema: {
        params: idParams,
        response: { 204: z.null() },
        named: named(tag, 'releaseContestedMachine', 'Release a contested serial number'),
      },
    },
    async (request, reply) => {
      await releaseContested(services, callerOf(request), request.params.id);
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
        named: named(tag, 'findMachinesBySerialNumber', 'Find machines of all organisations by serial number'),
      },
    },
    async (request) => {
      const items = await services.db.read(staffScope, (trx) => listBySerial(trx, request.query.serialNumber));
      return wholeList(request, 'MachineBySerial', items);
    },
  );
}
