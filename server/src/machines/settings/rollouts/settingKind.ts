import type { SettingValue } from '@fournil/contract/machine-link/fields';
import { type AnswerReason, answerReasonText } from '@fournil/contract/machine-link/reasons';
import type { RolloutMachineState } from '@fournil/contract/rollouts/rollout';
import { sql } from 'kysely';
import type { Trx } from '../../../db/database.ts';
import { isInFleet } from '../../../db/predicates.ts';
import { conflict } from '../../../kit/errors.ts';
import type { Services } from '../../../kit/services.ts';
import {
  type GivenFacts,
  givenMembers,
  idsOf,
  isAbout,
  isOpenRollout,
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
import { sendSettings } from '../sendSettings.ts';

/** What became of a change; without one the machine does not report the setting any more. */
const stateOfCommand = (now: Date) => sql<RolloutMachineState>`(case when command.state = 'done' then 'done'
  when command.state = 'refused' then 'failed'
  when command.id is null or command.state = 'expired' or command."expiresAt" <= ${now} then 'missed'
  else 'underway' end)`;

/**
 * MNU-03: a value of a remote setting, sent to each machine as MAC-07 sends a single one: it waits for the machine for
 * a day. Before is the value that the machine had reported when it was given it first.
 */
export const settingKind: RolloutKind = {
  isLasting: false,
  members: (rollout, now, options) => givenMembers(rollout, now, factsAt(now), options),
  bakes: () => sql<boolean>`members."heldAt" is not null and activities.at >= members."heldAt"`,
  reasonText: (reason, { language, temperatureUnit }) =>
    answerReasonText(reason as AnswerReason, language, temperatureUnit),
  give: async (services, trx, rollout, ring) => {
    const machines = await machinesToGive(services, trx, settingKind, rollout, ring);
    const commands = await send(services, trx, rollout, rollout, idsOf(machines), () => rollout.setting?.value ?? '');
    await noteGiven(services, trx, rollout, machines);
    await noteCommands(trx, rollout, commands);
    return machines.length;
  },
  // What is not sent yet is not sent any more.
  recall: async (_services, trx, { organisationId, id }) => {
    await sql`update "machineCommands" command set state = 'expired'
      from "rolloutMachines" member
      where member."organisationId" = ${organisationId} and member."rolloutId" = ${id}
        and member."rolledBackAt" is null and command."organisationId" = member."organisationId"
        and command."machineId" = member."machineId" and command.id = member."commandId"
        and command.state = 'pending'`.execute(trx);
  },
  retry: async (context, rollout) => {
    const { trx, caller } = context;
    if (rollout.endedAt !== null) await refuseSecond(trx, isSame(rollout));
    const machines = await machinesToRetry(context, trx, settingKind, rollout);
    if (machines.length === 0) throw conflict({ en: 'No oven has failed.', fr: 'Aucun four n’a échoué.' });
    await noteWaiting(trx, rollout, idsOf(machines));
    const { userId, fullName } = caller.master ?? caller;
    const rings = [...new Set(machines.map(({ ring }) => ring))];
    return { rings, set: { state: 'running', askedById: userId, askedBy: fullName } };
  },
  rollback: {
    isPossible: async (trx, rollout) => {
      const another = await trx
        .selectFrom('rollouts')
        .select('id')
        .where(isSame(rollout))
        .where(isOpenRollout)
        .where('id', '!=', rollout.id)
        .executeTakeFirst();
      return another === undefined;
    },
    run: async (context, rollout, ring) => {
      const { trx, caller } = context;
      const ids = idsOf(await machinesToRollBack(context, trx, settingKind, rollout, ring));
      if (ids.length === 0) throw conflict({ en: 'No oven has this value.', fr: 'Aucun four n’a cette valeur.' });
      const { userId, fullName } = caller.master ?? caller;
      const by = { askedById: userId, askedBy: fullName };
      const commands = await send(context, trx, rollout, by, ids, ({ former, present }) => former ?? present);
      await noteRolledBack(context, trx, rollout, ids);
      await noteCommands(trx, rollout, commands);
    },
  },
};

const factsAt = (now: Date): GivenFacts => ({
  joins: sql`left join "machineCommands" command on command."organisationId" = member."organisationId"
    and command."machineId" = member."machineId" and command.id = member."commandId"`,
  isPresent: isInFleet,
  // Nobody has changed it since.
  isWanted: sql<boolean>`not exists (select from "machineCommands" newer
    where newer."organisationId" = command."organisationId" and newer."machineId" = command."machineId"
      and newer.param = command.param and newer.id <> command.id
      and (newer."requestedAt", newer.id) > (command."requestedAt", command.id))`,
  given: sql<number | null>`null::int`,
  hasFormer: sql<boolean>`(member."formerValue" is not null and command.state in ('pending', 'sent', 'done'))`,
  backState: sql<RolloutMachineState>`(case when command.state = 'done' then 'rolledBack' else ${stateOfCommand(now)} end)`,
  isGivenAgain: false,
  state: stateOfCommand(now),
  reason: sql`(case when command.state = 'refused' then command.reason end)`,
  heardAt: sql`command."answeredAt"`,
});

/** The rollouts of the same setting, as a condition on `rollouts`. */
function isSame({ organisationId, setting }: Rollout) {
  const about = { programId: null, menuId: null, setting: JSON.stringify(setting) };
  return isAbout(about, organisationId ?? '');
}

interface Values {
  /** Before the rollout. */
  former: SettingValue | null;
  /** As the machine reported it last. */
  present: SettingValue;
}

async function send(
  services: Services,
  trx: Trx,
  { organisationId, id, setting }: Rollout,
  by: Pick<Rollout, 'askedById' | 'askedBy'>,
  ids: readonly string[],
  newValueOf: (values: Values) => SettingValue,
) {
  if (ids.length === 0 || organisationId === null || setting === null) return [];
  const { rows } = await sql<Values & { id: string; name: string }>`select machines.id, machines.name,
      member."formerValue" as former, known.value -> 'value' as present
    from "rolloutMachines" member
      join machines on machines."organisationId" = member."organisationId" and machines.id = member."machineId"
      join lateral jsonb_array_elements(machines.settings) as known (value)
        on known.value ->> 'param' = ${setting.param}
    where member."organisationId" = ${organisationId} and member."rolloutId" = ${id}
      and member."machineId" = any(${[...ids]}::uuid[])
    order by machines.id for no key update of machines`.execute(trx);
  const sender = { organisationId, userId: by.askedById ?? '', fullName: by.askedBy ?? '' };
  const { param, type } = setting;
  return sendSettings(
    services,
    trx,
    sender,
    rows.map(({ id: machineId, name, ...values }) => ({
      machine: { id: machineId, name },
      param,
      type,
      oldValue: values.present,
      newValue: newValueOf(values),
    })),
  );
}
