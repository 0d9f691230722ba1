import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { Mark } from './afterCommit.ts';
import { DatabaseBusy } from './failures.ts';
import { LockedTables } from './lockedTables.ts';
import { openPool } from './openPool.ts';
import { Transactions } from './transactions.ts';

export interface PoolChoices {
  /**
   * Nothing may be kept in a connection (SCL-03): the address leads through a pooler in transaction mode, or the tables
   * are distributed, where a plan contains the organisation it was made for.
   */
  keepsNothing?: boolean;
  onCommit?: (marks: readonly Mark[]) => void;
}

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

const limitsOfConnection = Object.entries(timeLimitsMilliseconds)
  .map(([name, milliseconds]) => `-c ${name}=${milliseconds}`)
  .join(' ');

/** The connection pool of one login. */
export class ScopePool {
  readonly #transactions: Transactions;
  readonly #mostInside: number;
  #inside = 0;
  readonly #pool: pg.Pool;
  readonly #inUse = new Set<pg.PoolClient>();
  readonly #lockedTables: LockedTables;

  constructor(url: string, max: number, { keepsNothing = false, onCommit }: PoolChoices) {
    const pool = openPool({
      connectionString: url,
      max,
      ...(keepsNothing ? {} : ownConnections),
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
    this.#lockedTables = new LockedTables(url, () => this.#inside > max);
    this.#transactions = new Transactions(pool, onCommit);
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
    this.#lockedTables.watch();
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
  async close(): Promise<void> {
    await this.#lockedTables.close();
    await this.#pool.end();
  }
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
  // It contains the organisation.
  if (text.startsWith('set local ')) return undefined;
  const known = names.get(text);
  if (known || names.size >= namedLimit) return known;
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 20);
  names.set(text, name);
  return name;
}
