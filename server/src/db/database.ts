import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables/index.ts';
import { Transactions } from './transactions.ts';

export type Trx = Transaction<Tables>;

/**
 * In whose name the database is asked. Each is a PostgreSQL role of its own with grants and row-level policies of its own, so
 * that a query which forgets its `where` still sees nothing foreign (RGT-06).
 */
export type Scope =
  /** People of one organisation, and background work for it. */
  | { role: 'fournil_app'; organisationId: string }
  /** The maker's staff: numbers across organisations, read only. */
  | { role: 'fournil_staff' }
  /** Sign-in and sessions, before it is known who is asking. */
  | { role: 'fournil_gate' }
  /** Machines' reports, of all organisations in one batch. */
  | { role: 'fournil_link' };

export const staffScope: Scope = { role: 'fournil_staff' };
export const gateScope: Scope = { role: 'fournil_gate' };
export const linkScope: Scope = { role: 'fournil_link' };
export function organisationScope(organisationId: string): Scope {
  return { role: 'fournil_app', organisationId };
}

export interface Database {
  /** Runs `work` in one transaction, seeing only what `scope` may see. Throws what `work` throws, after rolling back. */
  as<Result>(scope: Scope, work: (trx: Trx) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work`, which only reads, seeing only what `scope` may see. What it asks in one turn of the loop is one transaction and
   * one round trip, commit included; what it asks after an answer is another. A write is refused by the database.
   */
  read<Result>(scope: Scope, work: (trx: Trx) => Promise<Result>): Promise<Result>;
  /** How many connections are open, how many of them nobody uses, and how many calls wait for one. */
  connections(): { open: number; idle: number; waiting: number };
  ping(): Promise<void>;
  close(): Promise<void>;
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, String);

export function openDatabase(url: string, options: { maxConnections?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 16,
    Client: NamedStatementClient,
    // Until a scope is taken the connection may do nothing.
    options: '-c role=fournil_nobody -c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000 -c application_name=fournil',
    pipeline: true,
  } as pg.PoolConfig);
  // A connection broke, idle or in use: whoever waits on it is told by their query, and the pool opens another.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const transactions = new Transactions(pool);
  return {
    as: (scope, work) => again(() => transactions.run(takingOf(scope), work)),
    read: (scope, work) => transactions.read(takingOf(scope), work),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ping: async () => {
      await pool.query('select 1');
    },
    close: () => pool.end(),
  };
}

const tries = 3;

/** Two transactions that wait for each other: PostgreSQL ends one, and that one is run again. */
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

function takingOf(scope: Scope): CompiledQuery {
  const organisation = 'organisationId' in scope ? scope.organisationId : '';
  return CompiledQuery.raw(`select set_config('role', $1, true), set_config('app.organisation', $2, true)`, [scope.role, organisation]);
}

/**
 * Does a part of a transaction in another scope and comes back: what belongs to two of them, a person and their sessions, then
 * changes together or not at all.
 */
export async function inScope<Result>(trx: Trx, scope: Scope, work: () => Promise<Result>): Promise<Result> {
  const { rows } = await sql<{ role: string; organisation: string }>`
    select current_setting('role') as role, coalesce(current_setting('app.organisation', true), '') as organisation`.execute(trx);
  const [before] = rows;
  await take(trx, scope.role, 'organisationId' in scope ? scope.organisationId : '');
  const result = await work();
  if (before) await take(trx, before.role, before.organisation);
  return result;
}

async function take(trx: Trx, role: string, organisation: string): Promise<void> {
  await sql`select set_config('role', ${role}, true), set_config('app.organisation', ${organisation}, true)`.execute(trx);
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

  /** What is asked in one turn of the loop leaves in one write: measured, small writes cost more than queries. */
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

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= namedLimit) return known;
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 20);
  names.set(text, name);
  return name;
}
