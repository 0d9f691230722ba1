import type { SettingValue } from '@fournil/contract/machine-link/fields';
import { type AnswerReason, answerReasonText } from '@fournil/contract/machine-link/reasons';
import { sql } from 'kysely';
import type { Trx } from '../../../db/database.ts';
import { isInFleet } from '../../../db/predicates.ts';
import { conflict } from '../../../kit/errors.ts';
import type { House } from '../../../kit/house.ts';
import {
  givenMembers,
  idsOf,
  isAbout,
  machinesToGive,
  machinesToRetry,
  machinesToRollBack,
  noteCommands,
  noteGiven,
  noteRolledBack,
  noteWaiting,
  type Rollout,
  type RolloutKind,
  refuseSecond,
} from '../../../rollouts/index.ts';
import { type SettingChange, sendSettings } from '../sendSettings.ts';

/**
 * MNU-03: a value of a remote setting, sent to each machine as MAC-07 sends a single one: it waits for the machine for
 * a day. Before is the value that the machine had reported.
 */
export const settingKind: RolloutKind = {
  act: 'machines.settings',
  isLasting: false,
  members: (rollout) =>
    givenMembers(rollout, {
      joins: sql`left join "machineCommands" command on command."organisationId" = member."organisationId"
        and command."machineId" = member."machineId" and command.id = member."commandId"`,
      isPresent: isInFleet,
      isWanted: sql<boolean>`true`,
      given: sql<number | null>`null::int`,
      hasFormer: sql<boolean>`true`,
      state: sql`(case when command.state = 'done' then 'done' when command.state = 'refused' then 'failed'
        when command.state = 'expired' or command."expiresAt" <= now() then 'missed' else 'underway' end)`,
      reason: sql`(case when command.state = 'refused' then command.reason end)`,
      heardAt: sql`command."answeredAt"`,
    }),
  bakes: () => sql<boolean>`members."heldAt" is not null and activities.at >= members."heldAt"`,
  reasonText: (reason, { language, temperatureUnit }) =>
    answerReasonText(reason as AnswerReason, language, temperatureUnit),
  give: async (house, trx, rollout, ring) => {
    const machines = await machinesToGive(house, trx, settingKind, rollout, ring);
    const commands = await send(house, trx, rollout, rollout, idsOf(machines), ({ present }) => ({
      oldValue: present,
      newValue: rollout.setting?.value ?? '',
    }));
    await noteGiven(house, trx, rollout, machines);
    await noteCommands(trx, rollout, commands);
    return machines.length;
  },
  complete: async () => undefined,
  recall: async () => undefined,
  retry: async (_house, trx, _caller, rollout) => {
    const { organisationId, setting } = rollout;
    const about = { programId: null, menuId: null, setting: JSON.stringify(setting) };
    if (rollout.endedAt !== null) await refuseSecond(trx, isAbout(about, organisationId ?? ''));
    const machines = await machinesToRetry(trx, settingKind, rollout);
    if (machines.length === 0) throw conflict({ en: 'No oven has failed.', fr: 'Aucun four n’a échoué.' });
    await noteWaiting(trx, rollout, idsOf(machines));
    return { rings: [...new Set(machines.map(({ ring }) => ring))], set: { state: 'running' } };
  },
  requireValid: async () => undefined,
  isReversible: async () => true,
  rollBack: async (house, trx, caller, rollout, ring) => {
    const ids = idsOf(await machinesToRollBack(trx, settingKind, rollout, ring));
    if (ids.length === 0) throw conflict({ en: 'No oven has been given it.', fr: 'Aucun four ne l’a reçue.' });
    const { userId, fullName } = caller.master ?? caller;
    await send(house, trx, rollout, { askedById: userId, askedBy: fullName }, ids, ({ former, present }) => ({
      oldValue: present,
      newValue: former ?? present,
    }));
    await noteRolledBack(house, trx, rollout, ids);
  },
};

interface Values {
  /** Before the rollout. */
  former: SettingValue | null;
  /** As the machine reported it last. */
  present: SettingValue;
}

async function send(
  house: House,
  trx: Trx,
  { organisationId, id, setting }: Rollout,
  by: Pick<Rollout, 'askedById' | 'askedBy'>,
  ids: readonly string[],
  valuesOf: (values: Values) => Pick<SettingChange, 'oldValue' | 'newValue'>,
) {
  if (ids.length === 0 || organisationId === null || setting === null) return [];
  const { rows } = await sql<Values & { id: string; name: string }>`select machines.id, machines.name,
      command."oldValue" as former, known.value -> 'value' as present
    from "rolloutMachines" member
      join machines on machines."organisationId" = member."organisationId" and machines.id = member."machineId"
      left join "machineCommands" command on command."organisationId" = member."organisationId"
        and command."machineId" = member."machineId" and command.id = member."commandId"
      join lateral jsonb_array_elements(machines.settings) as known (value)
        on known.value ->> 'param' = ${setting.param}
    where member."organisationId" = ${organisationId} and member."rolloutId" = ${id}
      and member."machineId" = any(${[...ids]}::uuid[])
    order by machines.id for no key update of machines`.execute(trx);
  const sender = { organisationId, userId: by.askedById ?? '', fullName: by.askedBy ?? '' };
  const { param, type } = setting;
  return sendSettings(
    house,
    trx,
    sender,
    rows.map(({ id: machineId, name, ...values }) => ({
      machine: { id: machineId, name },
      param,
      type,
      ...valuesOf(values),
    })),
  );
}
