import type { RolloutKindName, RolloutMachineState } from '@fournil/contract/rollouts/rollout';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { RolloutTables } from '../db/tables/rollouts.ts';
import type { Caller } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import type { Services } from '../kit/services.ts';

export type Rollout = Selectable<RolloutTables['rollouts']>;

/** What the engine decides by: the machines of a ring that still exist, in numbers. */
export interface RingFigures {
  ring: number;
  members: number;
  /** They hold it. */
  done: number;
  /** They have refused it, or could not take it. */
  failed: number;
  /** Nothing more is expected of them; `done` and `failed` are among them. */
  finished: number;
  /** They were given it and have not answered. */
  underway: number;
  /** They were not given it yet. */
  waiting: number;
  lastHeardAt: Date | null;
  /** Bakes with it that have ended, and how. */
  completedBakes: number;
  interruptedBakes: number;
}

/** A machine of a rollout that still exists. */
export interface RolloutMember {
  /** Of its row in lists; text. */
  id: string;
  organisationId: string;
  machineId: string;
  ring: number;
  state: RolloutMachineState;
  /** In the machine's words. */
  message: string | null;
  /** A known one, for `RolloutKind.reasonText`. */
  reason: unknown;
  percent: number | null;
  /** Of its last news. */
  at: Date | null;
  /** Its hours begin then. */
  notBefore: Date | null;
  /** The revision that it should have in place of the approved one, and the one before. */
  given: number | null;
  formerGiven: number | null;
  givenAt: Date | null;
  heldAt: Date | null;
  rolledBackAt: Date | null;
  canRollBack: boolean;
}

type MemberColumns = { [Name in keyof RolloutMember]: RawBuilder<RolloutMember[Name]> };

/** The query of `RolloutKind.members`, with each column of a member. */
export function selectMembers(columns: MemberColumns, from: RawBuilder<unknown>): RawBuilder<RolloutMember> {
  const named = Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.id(name)}`);
  return sql`select ${sql.join(named)} from ${from}`;
}

export interface MemberOptions {
  /** Also machines that take no part at the moment: out of service, or out of the menu. */
  withAbsent?: boolean;
}

/**
 * MNU-03: what differs between the kinds of rollouts. The engine, the rings, the thresholds, the pages and the calls
 * are the same. Each kind is in the feature of what it gives; `app/rolloutKinds.ts` lists them.
 */
export interface RolloutKind {
  /**
   * Whether a machine that is away still gets it when it returns, after the rollout as well: then a ring is done when
   * enough machines hold it, and does not wait for each of them.
   */
  isLasting: boolean;
  /** A query made by `selectMembers`. The states are those at `now`, by the server's clock. */
  members(rollout: Rollout, now: Date, options?: MemberOptions): RawBuilder<RolloutMember>;
  /** A condition on `activities`, for the bakes of these machines since they hold it. */
  bakes(rollout: Rollout): RawBuilder<boolean>;
  /** The known reason of a machine, in the reader's language. */
  reasonText?(reason: unknown, reader: Caller): string;
  /**
   * Gives it to machines of an open ring that have not been given it, to a limited number in one transaction; returns
   * how many. Without it, machines ask for it themselves.
   */
  give?(services: Services, trx: Trx, rollout: Rollout, ring: number): Promise<number>;
  /** The last ring has succeeded. */
  complete?(services: Services, trx: Trx, rollout: Rollout): Promise<void>;
  /** The rollout ends before its time: nothing more is given. */
  recall(services: Services, trx: Trx, rollout: Rollout): Promise<void>;
  /**
   * Machines that failed, or were taken back, are tried again. Returns the rings that have such machines, and how
   * the rollout goes on. Throws 409 when another one is open, or what it gave has been replaced.
   */
  retry(context: CallContext<Caller>, rollout: Rollout): Promise<Retry>;
  /** Throws 409 where it may not be given any more: a revoked version. */
  requireValid?(trx: Trx, rollout: Rollout): Promise<void>;
  /**
   * Locks what is rolled out, before the rollout itself, in the same order as an edit of it does: of an approval and an
   * action on the rollout at the same moment, the second sees the first.
   */
  lock?(trx: Trx, rollout: Rollout): Promise<void>;
  /** Something else has been approved since its start, so that it must not go on. */
  isReplaced?(trx: Trx, rollout: Rollout): Promise<boolean>;
  /** Throws 403 where the caller sees a part of the machines only, and may not decide for the others. */
  requireReach?(trx: Trx, caller: Caller, rollout: Rollout): Promise<void>;
  /** Without it, machines cannot go back. */
  rollback?: {
    /** Nothing else has been approved since, and no other rollout of it is open. */
    isPossible(trx: Trx, rollout: Rollout): Promise<boolean>;
    /**
     * Gives the machines of one ring, or of all (null), what they had before. Throws 409 where that is not known any
     * more.
     */
    run(context: CallContext<Caller>, rollout: Rollout, ring: number | null): Promise<void>;
  };
}

export interface Retry {
  rings: number[];
  /** The state in which the rollout goes on, with what has to be set beside it. */
  set: { state: 'running' | 'unconfirmed' } & Partial<
    Pick<Rollout, 'askedById' | 'askedBy' | 'confirmedById' | 'confirmedBy' | 'confirmedAt'>
  >;
}

export type RolloutKinds = Readonly<Record<RolloutKindName, RolloutKind>>;
