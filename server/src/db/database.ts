import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { traced, type Work } from '../base/tracing.ts';
import { DatabaseBusy } from './failures.ts';
import { claiming } from './oncePerKey.ts';
import { openPool } from './openPool.ts';
import { type PulseListener, watchPulse } from './pulse.ts';
import type { Login } from './roles.ts';
import { gateScope, type Scope, type Trx } from './scope.ts';
import { Transactions } from './transactions.ts';

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
  /** Numbers of open connections, idle connections, and calls that wait for one. */
  connections(): { open: number; idle: number; waiting: number };
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The address of the database for each login: that of the owner, or another way to the same database. */
export type LoginUrls = (login: Login, at?: string) => string;

export interface DatabaseChoices {
  /** The address leads through a pooler in transaction mode (SCL-03): nothing may be kept in a connection. */
  isPooled?: boolean;
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, String);

/** The greatest number of connections of each scope: 30 per server, with those of jobs and notifications. */
const mostConnections: Record<Scope['role'], number> = { app: 12, gate: 6, link: 3, staff: 3 };
/** SEC-07. The time limit of a statement; a client without an answer closes its connection somewhat later. */
const statementMilliseconds = 15_000;
export const timeLimitsMilliseconds = {
  statement_timeout: statementMilliseconds,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};
const answerMilliseconds = statementMilliseconds + 3000;
/** Time limits for a new connection and for a free one. */
const waitMilliseconds = 5000;
/** The greatest length of the queue; further callers are refused at once. */
const longestLine = 300;

export function openDatabase(
  urlFor: (login: Login) => string,
  listener: PulseListener,
  choices: DatabaseChoices = {},
): Database {
  const roles = Object.keys(mostConnections) as Scope['role'][];
  const pools = new Map(roles.map((role) => [role, new ScopePool(urlFor(role), mostConnections[role], choices)]));
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
  const sum = (count: (pool: ScopePool) => number) => all.reduce((total, pool) => total + count(pool), 0);
  return {
    as: async (scope, work) =>
      claiming(scope, work, (claimed) =>
        traced(spanOf(scope, 'write'), () =>
          again(() => enter(scope, (transactions) => transactions.run(takingOf(scope), claimed))),
        ),
      ),
    read: async (scope, work) =>
      traced(spanOf(scope, 'read'), () => enter(scope, (transactions) => transactions.read(takingOf(scope), work))),
    connections: () => ({
      open: sum((pool) => pool.open()),
      idle: sum((pool) => pool.idle()),
      waiting: sum((pool) => pool.waiting()),
    }),
    ping: async () => {
      await enter(gateScope, (transactions) => transactions.read(null, (trx) => sql`select 1`.execute(trx)));
    },
    close: async () => {
      await pulse.close();
      await Promise.all(all.map((pool) => pool.close()));
    },
  };
}

const limitsOfConnection = Object.entries(timeLimitsMilliseconds)
  .map(([name, milliseconds]) => `-c ${name}=${milliseconds}`)
  .join(' ');

function spanOf({ role }: Scope, what: 'read' | 'write'): Work {
  return {
    name: `transaction ${role}`,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': what },
  };
}

/** The connection pool of one login. */
class ScopePool {
  readonly #transactions: Transactions;
  readonly #mostInside: number;
  #inside = 0;
  readonly #pool: pg.Pool;
  readonly #inUse = new Set<pg.PoolClient>();

  constructor(url: string, max: number, { isPooled = false }: DatabaseChoices) {
    const pool = openPool({
      connectionString: url,
      max,
      ...(isPooled ? {} : ownConnections),
      application_name: 'fournil',
      connectionTimeoutMillis: waitMilliseconds,
      query_timeout: answerMilliseconds,
      keepAlive: true,
      pipeline: true,
    } as pg.PoolConfig);
    pool.on('acquire', (client) => this.#inUse.add(client));
    pool.on('release', (_error, client) => this.#inUse.delete(client));
    pool.on('remove', (client) => this.#inUse.delete(client));
    this.#pool = pool;
    this.#mostInside = max + longestLine;
    this.#transactions = new Transactions(pool);
  }

  open(): number {
    return this.#pool.totalCount;
  }
  idle(): number {
    return this.#pool.idleCount;
  }
  waiting(): number {
    return this.#pool.waitingCount;
  }
  /**
   * Counts running and waiting calls, because the pool does not know of those of the same turn of the event loop yet.
   */
  async enter<Result>(work: (transactions: Transactions) => Promise<Result>): Promise<Result> {
    if (this.#inside >= this.#mostInside) throw new DatabaseBusy('line');
    this.#inside += 1;
    try {
      return await work(this.#transactions);
    } finally {
      this.#inside -= 1;
    }
  }
  /** Breaks the connections in use, so that waiting queries get an error now and not an answer at an unknown time. */
  letGo(): void {
    for (const client of this.#inUse)
      (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
  }
  close(): Promise<void> {
    return this.#pool.end();
  }
}

const tries = 3;

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

/** The organisation, for the login that sees no rows without it. */
function takingOf(scope: Scope): CompiledQuery | null {
  return scope.role === 'app'
    ? CompiledQuery.raw(`select set_config('app.organisation', $1, true)`, [scope.organisationId])
    : null;
}

const namedLimit = 500;
const names = new Map<string, string>();

/** Gives every parametrised statement a name, so that PostgreSQL parses and plans it once per connection. */
class NamedStatementClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's own signature is a union of nine overloads.
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string' || !Array.isArray(values) || callback) return super.query(text, values, callback);
    this.#gather();
    const name = nameOf(text);
    return name ? super.query({ name, text, values }) : super.query(text, values);
  }

  #isGathering = false;

  /** Sends the queries of one turn of the event loop in one write: measured, small writes cost more than queries. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection;
    stream.cork();
    setImmediate(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }
}

/** What needs connections that are this server's alone. */
const ownConnections = { Client: NamedStatementClient, options: limitsOfConnection };

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= namedLimit) return known;
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 20);
  names.set(text, name);
  return name;
}
