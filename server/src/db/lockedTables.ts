import pg from 'pg';

const everyMilliseconds = 200;
/** Its connection is kept for a while, because load comes in waves. */
const mostCalmTicks = 50;
/** Longer than the start of a new version, or of a new partition, locks a table. */
const longestWait = '500 milliseconds';

/**
 * SEC-07: a table that somebody has locked must not take the connections from calls that need others. While calls wait
 * for a connection of this login, those that have waited for a locked table are cancelled; they are answered with 503.
 */
export class LockedTables {
  readonly #url: string;
  readonly #isCrowded: () => boolean;
  #calmTicks = 0;
  #timer: NodeJS.Timeout | null = null;
  #client: pg.Client | null = null;
  #looking: Promise<void> | null = null;

  constructor(url: string, isCrowded: () => boolean) {
    this.#url = url;
    this.#isCrowded = isCrowded;
  }

  /** To be called when a call comes in; looks as long as calls wait. */
  watch(): void {
    if (this.#timer || !this.#isCrowded()) return;
    this.#timer = setInterval(() => {
      this.#calmTicks = this.#isCrowded() ? 0 : this.#calmTicks + 1;
      if (this.#calmTicks > mostCalmTicks) return void this.close();
      if (this.#calmTicks > 0) return;
      this.#looking ??= this.#look().finally(() => {
        this.#looking = null;
      });
    }, everyMilliseconds).unref();
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#looking;
    await this.#drop();
  }

  async #look(): Promise<void> {
    try {
      this.#client ??= await connected(this.#url);
      await this.#client.query(`select pg_cancel_backend(pid) from pg_locks join pg_stat_activity activity using (pid)
        where locktype = 'relation' and not granted and waitstart < clock_timestamp() - interval '${longestWait}'
          and usename = current_user and datname = current_database()`);
    } catch {
      // The database is away, or takes no connection more: the limits of the statements end the calls.
      await this.#drop();
    }
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'fournil-locks', query_timeout: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
