import type { SettingValue } from '@fournil/contract/machine-link/fields';
import type { RolloutMachineState } from '@fournil/contract/rollouts/rollout';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Services } from '../kit/services.ts';
import { type UpdateHourColumns, updateHourColumns, updateStarts } from './hours.ts';
import { type MemberOptions, type Rollout, type RolloutKind, type RolloutMember, selectMembers } from './kinds.ts';

/** The greatest number of machines that one turn of a ring gives something to. */
const machinesPerTurn = 500;

/** How a kind knows what a machine of an organisation has; `member` is its row of `rolloutMachines`. */
export interface GivenFacts {
  /** Joins after `member`, `machines` and `"machineStates" state`. */
  joins: RawBuilder<unknown>;
  /** Whether the machine still takes part: a machine without the program does not. */
  isPresent: RawBuilder<boolean>;
  /** Whether it should have what the rollout gives; false when something else has been approved since. */
  isWanted: RawBuilder<boolean>;
  /** The revision that it should have in place of the approved one; null for none. */
  given: RawBuilder<number | null>;
  /** Whether there is something to go back to. */
  hasFormer: RawBuilder<boolean>;
  /** Once it was given: 'done', 'failed', 'changed', 'missed', or 'underway' while the answer is missing. */
  state: RawBuilder<RolloutMachineState>;
  /** Why it has refused, as jsonb; null otherwise. */
  reason: RawBuilder<unknown>;
  /** Of its last answer. */
  heardAt: RawBuilder<unknown>;
  /** Once it was taken back; 'rolledBack' where that needs no answer. */
  backState: RawBuilder<RolloutMachineState>;
  /** Whether a machine that has lost it while its ring is open is given it again. */
  isGivenAgain: boolean;
}

/**
 * MNU-03: the machines of a rollout within an organisation, for `RolloutKind.members`. A machine that held it while the
 * rollout was open counts as done when it has ended; one that lost it meanwhile, because its program was removed and
 * added again, waits to be given it once more.
 */
export function givenMembers(
  rollout: Rollout,
  now: Date,
  facts: GivenFacts,
  { withAbsent = false }: MemberOptions = {},
): RawBuilder<RolloutMember> {
  const isOpen = rollout.endedAt === null;
  const isLost = isOpen && facts.isGivenAgain ? sql`or not ${facts.isWanted}` : sql``;
  const present = isOpen ? facts.isPresent : sql`${facts.isPresent} or member."heldAt" is not null`;
  const isTaking = withAbsent ? sql`true` : present;
  const notGiven = isOpen
    ? sql`(case when member."notBefore" > ${now} then 'outsideHours' else 'waiting' end)`
    : sql`'cancelled'`;
  const doneIfHeld = isOpen ? sql`` : sql`when member."heldAt" is not null then 'done'`;
  return selectMembers(
    {
      id: sql`member."machineId"::text`,
      organisationId: sql`member."organisationId"`,
      machineId: sql`member."machineId"`,
      ring: sql`member.ring`,
      state: sql`(case when member."rolledBackAt" is not null then ${facts.backState} ${doneIfHeld}
        when member."givenAt" is null ${isLost} then ${notGiven}
        when not ${facts.isWanted} then 'cancelled'
        when ${facts.state} = 'underway' and not state.connected then 'away'
        else ${facts.state} end)`,
      message: sql`null::text`,
      reason: sql`(case when ${facts.isWanted} then ${facts.reason} end)`,
      percent: sql`null::int`,
      at: sql`greatest(member."rolledBackAt", member."givenAt", ${facts.heardAt})`,
      notBefore: sql`member."notBefore"`,
      given: facts.given,
      formerGiven: sql`member."formerGiven"`,
      givenAt: sql`member."givenAt"`,
      heldAt: sql`member."heldAt"`,
      rolledBackAt: sql`member."rolledBackAt"`,
      canRollBack: sql`(member."givenAt" is not null and member."rolledBackAt" is null and ${facts.isWanted}
        and ${facts.hasFormer})`,
    },
    sql`"rolloutMachines" member
      join machines on machines."organisationId" = member."organisationId" and machines.id = member."machineId"
      join "machineStates" state on state."organisationId" = member."organisationId"
        and state."machineId" = member."machineId"
      ${facts.joins}
    where member."organisationId" = ${rollout.organisationId} and member."rolloutId" = ${rollout.id}
      and (${isTaking})`,
  );
}

/** A machine with the revision that it should have in place of the approved one; null for none. */
export interface GivenMachine {
  machineId: string;
  given: number | null;
}

/** The machines of a ring that wait to be given it, are in service, and within their hours; at most a turn's worth. */
export async function machinesToGive(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  rollout: Rollout,
  ring: number,
): Promise<GivenMachine[]> {
  const now = services.now();
  const { organisationId } = rollout;
  // Those of the maker are asked for by the machines themselves.
  if (organisationId === null) return [];
  const { rows } = await sql<GivenMachine & UpdateHourColumns>`select members."machineId", members.given,
      ${sql.join(updateHourColumns.map((column) => sql.ref(`machines.${column}`)))}
    from (${kind.members(rollout, now)}) as members
      join machines on machines."organisationId" = members."organisationId" and machines.id = members."machineId"
    where members.ring = ${ring} and members.state in ('waiting', 'outsideHours')
      and coalesce(members."notBefore" <= ${now}, true)
    order by members."machineId" limit ${sql.lit(machinesPerTurn)}`.execute(trx);
  const starts = await updateStarts(trx, organisationId, rows, now);
  const judged = rows.map(({ machineId, given }, index) => ({ machineId, given, notBefore: starts[index] ?? null }));
  const later = judged.filter(({ notBefore }) => notBefore !== null);
  if (later.length > 0)
    await sql`update "rolloutMachines" set "notBefore" = later.at
      from unnest(${later.map(({ machineId }) => machineId)}::uuid[],
        ${later.map(({ notBefore }) => notBefore?.toISOString())}::timestamptz[]) as later ("machineId", at)
      where "rolloutMachines"."organisationId" = ${rollout.organisationId} and "rolloutId" = ${rollout.id}
        and "rolloutMachines"."machineId" = later."machineId"`.execute(trx);
  return judged.filter(({ notBefore }) => notBefore === null);
}

/** Notes that these machines were given it now, and what they had in place of the approved revision. */
export async function noteGiven(
  services: Services,
  trx: Trx,
  { organisationId, id }: Rollout,
  machines: readonly GivenMachine[],
): Promise<void> {
  if (machines.length === 0) return;
  await sql`update "rolloutMachines" set "givenAt" = ${services.now()}, "rolledBackAt" = null, "notBefore" = null,
      "formerGiven" = case when "firstGivenAt" is null then former.given else "formerGiven" end,
      "firstGivenAt" = coalesce("firstGivenAt", ${services.now()})
    from unnest(${idsOf(machines)}::uuid[], ${machines.map(({ given }) => given)}::int[]) as former ("machineId", given)
    where "rolloutMachines"."organisationId" = ${organisationId} and "rolloutId" = ${id}
      and "rolloutMachines"."machineId" = former."machineId"`.execute(trx);
}

export const idsOf = (machines: readonly { machineId: string }[]): string[] =>
  machines.map(({ machineId }) => machineId);

/** Notes that these machines have again what they had before. */
export async function noteRolledBack(
  services: Services,
  trx: Trx,
  rollout: Rollout,
  ids: readonly string[],
): Promise<void> {
  await setOn(trx, rollout, ids, sql`"rolledBackAt" = ${services.now()}`);
}

/** Notes which change was sent to each machine, of a setting, and at the first one the value before it. */
export async function noteCommands(
  trx: Trx,
  { organisationId, id }: Rollout,
  commands: readonly { id: string; machineId: string; oldValue: SettingValue | null }[],
): Promise<void> {
  if (commands.length === 0) return;
  await sql`update "rolloutMachines" set "commandId" = sent.id,
      "formerValue" = coalesce("formerValue", sent.former)
    from unnest(${commands.map((command) => command.id)}::uuid[], ${idsOf(commands)}::uuid[],
      ${commands.map(({ oldValue }) => JSON.stringify(oldValue))}::jsonb[]) as sent (id, "machineId", former)
    where "rolloutMachines"."organisationId" = ${organisationId} and "rolloutId" = ${id}
      and "rolloutMachines"."machineId" = sent."machineId"`.execute(trx);
}

/** The hours of one or of all machines have changed: whether they may be given something is judged again. */
export async function forgetHours(trx: Trx, organisationId: string, machineId?: string): Promise<void> {
  await trx
    .updateTable('rolloutMachines')
    .set({ notBefore: null })
    .where('organisationId', '=', organisationId)
    .$if(machineId !== undefined, (query) => query.where('machineId', '=', machineId ?? ''))
    .where('notBefore', 'is not', null)
    .execute();
}

/** They wait again to be given it. */
export async function noteWaiting(trx: Trx, rollout: Rollout, ids: readonly string[]): Promise<void> {
  await setOn(
    trx,
    rollout,
    ids,
    sql`"givenAt" = null, "rolledBackAt" = null, "heldAt" = null, "notBefore" = null, "commandId" = null`,
  );
}

async function setOn(trx: Trx, rollout: Rollout, ids: readonly string[], values: RawBuilder<unknown>): Promise<void> {
  if (ids.length === 0) return;
  await sql`update "rolloutMachines" set ${values} where "organisationId" = ${rollout.organisationId}
    and "rolloutId" = ${rollout.id} and "machineId" = any(${[...ids]}::uuid[])`.execute(trx);
}

/** Notes when machines were first seen to hold it, for the curve, and for rollouts that have ended. */
export async function noteHeld(services: Services, trx: Trx, kind: RolloutKind, rollout: Rollout): Promise<void> {
  // Materialized: the planner does not know how many machines a rollout has, and would ask for each of them again.
  await sql`with held as materialized (select "machineId" from (${kind.members(rollout, services.now())}) as members
      where "givenAt" is not null and "heldAt" is null and state = 'done')
    update "rolloutMachines" member set "heldAt" = ${services.now()} from held
    where member."organisationId" = ${rollout.organisationId} and member."rolloutId" = ${rollout.id}
      and member."heldAt" is null and member."machineId" = held."machineId"`.execute(trx);
}

/** The machines of one ring, or of all, that can be given what they had before, which is `given` or was approved. */
export async function machinesToRollBack(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  rollout: Rollout,
  ring: number | null,
): Promise<GivenMachine[]> {
  const { rows } = await sql<GivenMachine>`select "machineId", "formerGiven" as given
    from (${kind.members(rollout, services.now(), { withAbsent: true })}) as members
    where "canRollBack" and ${ring === null ? sql`true` : sql`ring = ${ring}`} order by "machineId"`.execute(trx);
  return rows;
}

/** The machines that were given it and have not confirmed it, with what they had before. */
export async function machinesToRecall(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  rollout: Rollout,
): Promise<GivenMachine[]> {
  const { rows } = await sql<GivenMachine>`select "machineId", "formerGiven" as given
    from (${kind.members(rollout, services.now())}) as members
    where state in ('underway', 'away') order by "machineId"`.execute(trx);
  return rows;
}

/** The machines that are tried again, with their rings. */
export async function machinesToRetry(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  rollout: Rollout,
): Promise<{ machineId: string; ring: number; state: RolloutMachineState }[]> {
  const { rows } = await sql<{ machineId: string; ring: number; state: RolloutMachineState }>`
    select "machineId", ring, state from (${kind.members(rollout, services.now())}) as members
    where state in ('failed', 'missed', 'cancelled', 'rolledBack') order by "machineId"`.execute(trx);
  return rows;
}
