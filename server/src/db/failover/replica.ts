import pg from 'pg';
import type { Login } from '../roles.ts';
import type { Scope } from '../scope.ts';
import { ScopePool } from '../scopePool.ts';
import type { Transactions } from '../transactions.ts';

/** Rows that a replica gives are not older than this. */
export const replicaSeconds = 5;
const checkMilliseconds = 1000;
const patienceMilliseconds = 2000;
/** Only for files, statistics and overviews. */
const mostConnections: Record<Scope['role'], number> = { app: 6, staff: 2, gate: 1, link: 1 };

/** SCL-03: a copy of the database that answers calls whose rows may be a little old. */
export interface Replica {
  /** Whether everything that was committed `replicaSeconds` ago is there. */
  isFresh(): boolean;
  enter<Result>(role: Scope['role'], work: (transactions: Transactions) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** A place in the primary's log, and the time at which the primary was there. */
interface Sample {
  at: number;
  position: bigint;
}

/**
 * Asks both every second how far they are: the replica is as fresh as the newest place of the primary that it has
 * passed. So one that stands still, or is no replica, is noticed whether anything is written or not.
 */
export function openReplica(primaryUrl: string, urlFor: (login: Login) => string): Replica {
  const pools = new Map<Scope['role'], ScopePool>();
  let samples: Sample[] = [];
  let freshUntil = 0;
  let isClosed = false;
  const primary = openQuestion(primaryUrl, 'select pg_current_wal_lsn()::text as position');
  const copy = openQuestion(urlFor('nobody'), 'select pg_last_wal_replay_lsn()::text as position');

  const check = async () => {
    const at = performance.now();
    const [there, here] = await Promise.all([primary.ask(), copy.ask()]);
    if (there !== null) samples = [{ at, position: there }, ...samples].slice(0, replicaSeconds + 1);
    const passed = here === null ? undefined : samples.find(({ position }) => position <= here);
    freshUntil = passed ? passed.at + replicaSeconds * 1000 : 0;
  };
  let running = check();
  const timer = setInterval(() => {
    running = running.then(check);
  }, checkMilliseconds).unref();

  return {
    isFresh: () => performance.now() < freshUntil,
    enter: (role, work) => {
      if (isClosed) throw new Error('closed');
      const pool = pools.get(role) ?? new ScopePool(urlFor(role), mostConnections[role], {});
      pools.set(role, pool);
      return pool.enter(work);
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await running;
      await Promise.all([primary.close(), copy.close(), ...[...pools.values()].map((pool) => pool.close())]);
    },
  };
}

/** A question over a connection of its own, which is opened again after a failure; null without an answer. */
function openQuestion(url: string, text: string) {
  let client: pg.Client | null = null;
  const drop = () => {
    const former = client;
    client = null;
    return former?.end().catch(() => undefined);
  };
  return {
    ask: async (): Promise<bigint | null> => {
      try {
        if (!client) {
          client = new pg.Client({
            connectionString: url,
            application_name: 'fournil-replica',
            connectionTimeoutMillis: patienceMilliseconds,
            query_timeout: patienceMilliseconds,
          });
          client.on('error', () => undefined);
          await client.connect();
        }
        const { rows } = await client.query<{ position: string | null }>(text);
        return positionOf(rows[0]?.position ?? null);
      } catch {
        void drop();
        return null;
      }
    },
    close: async () => drop(),
  };
}

/** PostgreSQL's `pg_lsn` in its text form: two hexadecimal halves. */
function positionOf(text: string | null): bigint | null {
  const [high, low] = text?.split('/') ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : null;
}
