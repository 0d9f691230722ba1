import { type RolloutCounts, type RolloutMachineState, rolloutMachineStates } from '@fournil/contract/rollouts/rollout';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { RingFigures, Rollout, RolloutKind } from './kinds.ts';

/** The machines have refused it, or could not take it. */
const failedStates = ['failed', 'skipped'] as const satisfies RolloutMachineState[];
/** Nothing more is expected of the machine by itself. */
const finishedStates = [
  'done',
  ...failedStates,
  'cancelled',
  'changed',
  'missed',
  'rolledBack',
] as const satisfies RolloutMachineState[];
const waitingStates = ['waiting', 'outsideHours'] as const satisfies RolloutMachineState[];
const underwayStates = [
  'offered',
  'downloading',
  'installing',
  'restartPending',
  'underway',
  'away',
] as const satisfies RolloutMachineState[];

/** What the engine decides by, for each ring that has machines. */
export async function figuresOf(trx: Trx, kind: RolloutKind, rollout: Rollout, now: Date): Promise<RingFigures[]> {
  const among = (states: readonly RolloutMachineState[]) =>
    sql`count(*) filter (where state = any(${[...states]}::text[]))::int`;
  const [{ rows }, bakes] = await Promise.all([
    sql<Omit<RingFigures, 'completedBakes' | 'interruptedBakes'>>`select ring, count(*)::int as members,
        ${among(['done'])} as done, ${among(failedStates)} as failed, ${among(finishedStates)} as finished,
        ${among(underwayStates)} as underway, ${among(waitingStates)} as waiting, max(at) as "lastHeardAt"
      from (${kind.members(rollout, now)}) as members group by ring`.execute(trx),
    bakesByRing(trx, kind, rollout, now),
  ]);
  return rows.map((row) => ({ ...row, ...(bakes.get(row.ring) ?? { completedBakes: 0, interruptedBakes: 0 }) }));
}

interface Bakes {
  completedBakes: number;
  interruptedBakes: number;
}

/** The bakes of each ring with what its machines were given; empty for rollouts that do not ask for any. */
export async function bakesByRing(
  trx: Trx,
  kind: RolloutKind,
  rollout: Rollout,
  now: Date,
  isSeen: RawBuilder<boolean> = sql`true`,
): Promise<Map<number, Bakes>> {
  if (rollout.bakesToOpen === 0) return new Map();
  const { rows } = await sql<Bakes & { ring: number }>`select members.ring,
      count(*) filter (where mode is distinct from 'interrupted')::int as "completedBakes",
      count(*) filter (where mode = 'interrupted')::int as "interruptedBakes"
    from (${kind.members(rollout, now)}) as members
      join "rolloutRings" rings on rings."rolloutId" = ${rollout.id} and rings.position = members.ring
      join machines on machines."organisationId" = members."organisationId" and machines.id = members."machineId"
      join activities on activities."organisationId" = members."organisationId"
        and activities."machineId" = members."machineId" and activities.type = 'ProgramEnd'
        and activities.at >= rings."bakesSince" and ${kind.bakes(rollout)}
    where ${isSeen} group by members.ring`.execute(trx);
  return new Map(rows.map(({ ring, ...bakes }) => [ring, bakes]));
}

export interface RingCounts {
  counts: RolloutCounts;
  canRollBack: boolean;
}

const none = Object.fromEntries(rolloutMachineStates.map((state) => [state, 0])) as RolloutCounts;

/** The states of each ring's machines, among those that satisfy a condition on `machines`. */
export async function countsByRing(
  trx: Trx,
  kind: RolloutKind,
  rollout: Rollout,
  now: Date,
  isSeen: RawBuilder<boolean> | null = null,
): Promise<Map<number, RingCounts>> {
  const joinSeen = isSeen
    ? sql`join machines on machines."organisationId" = members."organisationId" and machines.id = members."machineId"
        and ${isSeen}`
    : sql``;
  const { rows } = await sql<{ ring: number; state: RolloutMachineState; machines: number; canRollBack: boolean }>`
    select ring, state, count(*)::int as machines, bool_or("canRollBack") as "canRollBack"
    from (${kind.members(rollout, now)}) as members ${joinSeen} group by ring, state`.execute(trx);
  const rings = new Map<number, RingCounts>();
  for (const { ring, state, machines, canRollBack } of rows) {
    const before = rings.get(ring) ?? { counts: none, canRollBack: false };
    rings.set(ring, {
      counts: { ...before.counts, [state]: machines },
      canRollBack: before.canRollBack || canRollBack,
    });
  }
  return rings;
}

/** The states of a ring without machines. */
export const noCounts: RolloutCounts = none;
