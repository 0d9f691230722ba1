import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { traced, type Work } from '../base/tracing.ts';
import type { Mark } from './afterCommit.ts';
import { type PulseListener, watchPulse } from './failover/pulse.ts';
import { openReplica } from './failover/replica.ts';
import { DatabaseBusy, isAway, isContention } from './failures.ts';
import { claiming } from './oncePerKey.ts';
import type { Login } from './roles.ts';
import { gateScope, type Scope, type Trx } from './scope.ts';
import { type PoolChoices, ScopePool } from './scopePool.ts';
import type { Transactions } from './transactions.ts';

export { gateScope, linkScope, organisationScope, type Scope, staffScope, type Trx } from './scope.ts';

export interface Database {
  /**
   * Runs `work` in one transaction with the rows of `scope`. Throws what `work` throws, after a rollback. The first
   * transaction of a call with a key stores the key (SEC-08), so queries use `read`, and counters use `besideTheWork`.
   */
  as<Result>(scope: Scope, work: (trx: Trx) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work`, which only reads, with the rows of `scope`. The queries of one turn of the event loop are one
   * transaction and one round trip, commit included; queries after an answer are another. The database refuses a
   * write.
   */
  read<Result>(scope: Scope, work: (trx: Trx) => Promise<Result>): Promise<Result>;
  /**
   * The same for exports, statistics and overviews, whose rows may be up to `replicaSeconds` old (SCL-03): from the
   * replica, where there is one that keeps up, else from the primary.
   */
  readLate<Result>(scope: Scope, work: (trx: Trx) => Promise<Result>): Promise<Result>;
  /** What transactions of this server have left for this channel (`afterCommit`), after each commit. */
  onCommit(channel: string, listener: (contents: unknown[]) => void): void;
  /** SCL-03: the tables are distributed over several nodes by organisation. */
  readonly isDistributed: boolean;
  /** Numbers of open connections, idle connections, and calls that wait for one. */
  connections(): { open: number; idle: number; waiting: number };
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The address of the database for each login: that of the owner, or another way to the same database. */
export type LoginUrls = (login: Login, at?: string) => string;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, String);

/** The greatest number of connections of each scope: 30 per server, with those of jobs and notifications. */
const mostConnections: Record<Scope['role'], number> = { app: 12, gate: 6, link: 3, staff: 3 };
export interface DatabaseChoices extends PoolChoices {
  /** The address of a replica for each login. */
  replicaUrlFor?: ((login: Login) => string) | undefined;
  isDistributed?: boolean;
}

export function openDatabase(
  urlFor: (login: Login) => string,
  listener: PulseListener,
  { replicaUrlFor, isDistributed = false, ...given }: DatabaseChoices = {},
): Database {
  // A plan contains the organisation that it was made for.
  const choices = { ...given, keepsNothing: given.keepsNothing || isDistributed };
  const roles = Object.keys(mostConnections) as Scope['role'][];
  const listeners = new Map<string, (contents: unknown[]) => void>();
  const onCommit = (marks: readonly Mark[]) => {
    for (const [channel, ofOne] of Map.groupBy(marks, (mark) => mark.channel))
      listeners.get(channel)?.(ofOne.map(({ content }) => content));
  };
  const poolOf = (role: Scope['role']) => new ScopePool(urlFor(role), mostConnections[role], { ...choices, onCommit });
  const pools = new Map(roles.map((role) => [role, poolOf(role)]));
  const all = [...pools.values()];
  const pulse = watchPulse(urlFor('nobody'), {
    onAway: () => {
      listener.onAway();
      for (const pool of all) pool.letGo();
    },
    onBack: listener.onBack,
  });
  const enter = <Result>(scope: Scope, work: (transactions: Transactions) => Promise<Result>): Promise<Result> => {
    if (pulse.isAway()) throw new DatabaseBusy('away');
    return (pools.get(scope.role) as ScopePool).enter(work);
  };
  const replica = replicaUrlFor ? openReplica(urlFor('nobody'), replicaUrlFor) : null;
  const read = <Result>(scope: Scope, work: (trx: Trx) => Promise<Result>) =>
    traced(spanOf(scope, 'read'), () => enter(scope, (transactions) => transactions.read(takingOf(scope), work)));
  const sum = (count: (pool: ScopePool) => number) => all.reduce((total, pool) => total + count(pool), 0);
  return {
    as: async (scope, work) =>
      claiming(scope, work, (claimed) =>
        traced(spanOf(scope, 'write'), () =>
          again(() => enter(scope, (transactions) => transactions.run(takingOf(scope), claimed))),
        ),
      ),
    read: async (scope, work) => read(scope, work),
    readLate: async (scope, work) => {
      if (!replica?.isFresh()) return read(scope, work);
      const late = traced(spanOf(scope, 'read'), () =>
        replica.enter(scope.role, (transactions) => transactions.read(takingOf(scope), work)),
      );
      // It may be away, or have cancelled the query because a change was in its way; the primary answers instead.
      return late.catch((error) => (isAway(error) || isContention(error) ? read(scope, work) : Promise.reject(error)));
    },
    onCommit: (channel, listener) => void listeners.set(channel, listener),
    isDistributed,
    connections: () => ({
      open: sum((pool) => pool.open()),
      idle: sum((pool) => pool.idle()),
      waiting: sum((pool) => pool.waiting()),
    }),
    ping: async () => {
      await enter(gateScope, (transactions) => transactions.read(null, (trx) => sql`select 1`.execute(trx)));
    },
    close: async () => {
      await Promise.all([pulse.close(), replica?.close()]);
      await Promise.all(all.map((pool) => pool.close()));
    },
  };
}

function spanOf({ role }: Scope, what: 'read' | 'write'): Work {
  return {
    name: `transaction ${role}`,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': what },
  };
}

/** On several nodes a deadlock is found after a second only, and the same transactions may meet again. */
const tries = 5;

/** A deadlock: PostgreSQL ends one of the two transactions, and it is run again. */
async function again<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let left = tries; ; left -= 1) {
    try {
      return await run();
    } catch (error) {
      const { code } = error as { code?: string };
      if (left === 1 || (code !== '40P01' && code !== '40001')) throw error;
    }
  }
}

/**
 * The organisation, for the login that sees no rows without it: by the statement, because Citus hands that on to its
 * workers, and no call of a function.
 */
function takingOf(scope: Scope): CompiledQuery | null {
  return scope.role === 'app'
    ? CompiledQuery.raw(`set local app.organisation = '${checkedId(scope.organisationId)}'`)
    : null;
}

function checkedId(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new Error('No id of an organisation.');
  return id;
}
