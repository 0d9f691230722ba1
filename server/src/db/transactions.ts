import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type DialectAdapter,
  type Driver,
  PostgresDialect,
  type QueryCompiler,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import { type Mark, marksOf } from './afterCommit.ts';
import type { Tables } from './tables/index.ts';

type Trx = Transaction<Tables>;
type Work<Result> = (trx: Trx) => Promise<Result>;

/**
 * Kysely's queries in transactions of our own: Kysely's transactions wait for each answer before the next query, a
 * round trip each. Here the queries of one turn of the event loop are sent together, and PostgreSQL keeps their order.
 */
export class Transactions {
  readonly #dialect: PostgresDialect;
  readonly #compiler: QueryCompiler;
  readonly #adapter: DialectAdapter;
  readonly #driver: Driver;
  readonly #ready: Promise<void>;
  readonly #onCommit: (marks: readonly Mark[]) => void;

  constructor(pool: pg.Pool, onCommit: (marks: readonly Mark[]) => void = () => undefined) {
    this.#onCommit = onCommit;
    this.#dialect = new PostgresDialect({ pool });
    this.#compiler = this.#dialect.createQueryCompiler();
    this.#adapter = this.#dialect.createAdapter();
    this.#driver = this.#dialect.createDriver();
    this.#ready = this.#driver.init();
  }

  /** One transaction around `work`, begun by `taking`. Throws what `work` throws, after a rollback. */
  run<Result>(taking: CompiledQuery | null, work: Work<Result>): Promise<Result> {
    return this.#withConnection(async (connection) => {
      unawaited(this.#driver.beginTransaction(connection, {}));
      if (taking) unawaited(connection.executeQuery(taking));
      const provider = new WholeTransaction(connection);
      try {
        const trx = this.#over(provider);
        const result = await work(trx);
        await this.#driver.commitTransaction(connection);
        const marks = marksOf(trx);
        if (marks.length > 0) this.#onCommit(marks);
        return result;
      } catch (error) {
        // If this fails too, the connection is broken and the pool opens another.
        await this.#driver.rollbackTransaction(connection).catch(() => undefined);
        throw error;
      } finally {
        provider.close();
      }
    });
  }

  /** A read-only transaction around each turn of `work`, begun by `taking`. */
  read<Result>(taking: CompiledQuery | null, work: Work<Result>): Promise<Result> {
    return this.#withConnection(async (connection) => {
      const provider = new TurnByTurn(connection, {
        begin: () => {
          unawaited(this.#driver.beginTransaction(connection, { accessMode: 'read only' }));
          if (taking) unawaited(connection.executeQuery(taking));
        },
        // The failed query has reported its own error.
        end: () => this.#driver.commitTransaction(connection).catch(() => undefined),
      });
      try {
        return await work(this.#over(provider));
      } finally {
        await provider.close();
      }
    });
  }

  async #withConnection<Result>(work: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    await this.#ready;
    const connection = await this.#driver.acquireConnection();
    try {
      return await work(connection);
    } finally {
      await this.#driver.releaseConnection(connection);
    }
  }

  #over(provider: ConnectionProvider): Trx {
    const dialect = this.#dialect;
    const executor = new DefaultQueryExecutor(this.#compiler, this.#adapter, provider);
    return new Transaction<Tables>({ config: { dialect }, dialect, driver: this.#driver, executor });
  }
}

/** Later queries of the same round trip fail with the original error. */
function unawaited(asked: Promise<unknown>): void {
  asked.catch(() => undefined);
}

/** Queries sent together with one that failed fail after it, so that Promise.all rejects with the original error. */
async function consequence(error: { code?: string }): Promise<never> {
  if (error.code === abortedTransaction) await new Promise((resolve) => setImmediate(resolve));
  throw error;
}
const abortedTransaction = '25P02';

class WholeTransaction implements ConnectionProvider {
  #isOpen = true;
  readonly #connection: DatabaseConnection;
  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }
  async provideConnection<Result>(consumer: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    if (!this.#isOpen) throw new TransactionOver();
    return consumer(this.#connection).catch(consequence);
  }
  close(): void {
    this.#isOpen = false;
  }
}

interface Bounds {
  begin(): void;
  end(): Promise<unknown>;
}

class TurnByTurn implements ConnectionProvider {
  #isOpen = true;
  #isInTurn = false;
  /** Resolves when the end of the newest turn was answered. */
  #ended: Promise<unknown> = Promise.resolve();
  readonly #connection: DatabaseConnection;
  readonly #bounds: Bounds;
  constructor(connection: DatabaseConnection, bounds: Bounds) {
    this.#connection = connection;
    this.#bounds = bounds;
  }
  async provideConnection<Result>(consumer: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    if (!this.#isOpen) throw new TransactionOver();
    if (!this.#isInTurn) this.#beginTurn();
    return consumer(this.#connection).catch(consequence);
  }
  #beginTurn(): void {
    this.#isInTurn = true;
    // Requested before anything is sent, so that the end is the last statement of this turn.
    this.#ended = new Promise((resolve) => {
      setImmediate(() => {
        this.#isInTurn = false;
        resolve(this.#bounds.end());
      });
    });
    this.#bounds.begin();
  }
  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#ended;
  }
}

class TransactionOver extends Error {
  constructor() {
    super('This transaction is over: something of it was not waited for.');
  }
}
