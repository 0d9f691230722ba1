import pg from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import { afterCommit } from '../../db/afterCommit.ts';
import type { Database, Trx } from '../../db/database.ts';
import { type Login, prefixQuery } from '../../db/roles.ts';
import { withClient } from '../../db/withClient.ts';
import type { Catalogue, EventName } from './catalogue.ts';
import { jobWorker } from './jobWorker.ts';

/**
 * The outbox: what follows from a change is a job, put into the queue by the same transaction as the change. So a
 * crash loses none; a failed one is tried again, and every worker can be run twice.
 */
export interface Jobs {
  announce<Name extends EventName>(trx: Trx, name: Name, payload: Catalogue[Name]): Promise<void>;
  /** Many of one kind in one statement. */
  announceAll<Name extends EventName>(trx: Trx, name: Name, payloads: readonly Catalogue[Name][]): Promise<void>;
  /** The same, to be worked on after so many seconds. */
  announceLater<Name extends EventName>(trx: Trx, name: Name, payload: Catalogue[Name], seconds: number): Promise<void>;
  /** Registers the one worker of an event. It is awaited; when it throws, the job is tried again later. */
  on<Name extends EventName>(name: Name, work: (payload: Catalogue[Name]) => Promise<void>): Promise<void>;
  /**
   * The same for work that is cheaper for many at once: those of one organisation in a batch are one call, and succeed
   * or fail together. Polled, for work that nobody waits for, batches are larger and begin up to a second later.
   */
  onMany<Name extends OrganisationEvent>(
    name: Name,
    work: (organisationId: string, payloads: Catalogue[Name][]) => Promise<void>,
    options?: { isPolled: boolean },
  ): Promise<void>;
  close(): Promise<void>;
}

/** The events whose payloads name their organisation. */
type OrganisationEvent = {
  [Name in EventName]: Catalogue[Name] extends { organisationId: string } ? Name : never;
}[EventName];

const retries = {
  retryLimit: 20,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 120,
  deleteAfterSeconds: 86_400,
};

/** Work that waits for another server may take longer: a mail server has ten minutes for one mail. */
const special: Partial<Record<EventName, { expireInSeconds: number }>> = { 'mail.written': { expireInSeconds: 840 } };
/** Work on one job at a time by several workers, so that a slow mail server or endpoint does not delay the next job. */
const oneByOne: Partial<Record<EventName, number>> = { 'mail.written': 5, 'webhook.waiting': 8 };

/**
 * Woken at once by the commits of this server; polls as well, for jobs to be tried again and those of a server that has
 * died. There is no NOTIFY, because transactions that notify commit one after the other.
 */
const fetching = {
  batchSize: 20,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
  perJobResults: true,
} as const;

/** All calls of a batch at once, because each may take half the time after which the batch's jobs expire. */
const fetchingTogether = { ...fetching, callsAtOnce: fetching.batchSize } as const;
/** Short calls. Few at once, because people's calls use the same connections. */
const fetchingMany = { ...fetching, batchSize: 200, callsAtOnce: 4 } as const;

/** As the owner, before any worker starts: migrates the queue's tables to this version and grants access to them. */
export async function prepareJobs(ownerUrl: string, names: readonly EventName[]): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    max: 1,
    application_name: 'fournil-jobs',
    schedule: false,
    supervise: false,
  });
  // Errors are thrown by the calls below.
  boss.on('error', () => undefined);
  await boss.start();
  for (const name of names) await keepQueue(boss, name);
  await boss.stop({ graceful: false });
  await grantQueue(ownerUrl);
}

async function keepQueue(boss: PgBoss, name: EventName): Promise<void> {
  const options = { ...retries, ...special[name], notify: false };
  await boss.createQueue(name, options);
  // A queue of an earlier version would keep its own options.
  await boss.updateQueue(name, options);
}

/** The names of the jobs that a transaction has put into the queue. */
const jobsChannel = 'jobs';

export async function openJobs(db: Database, url: string, onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    application_name: 'fournil-jobs',
    schedule: false,
    migrate: false,
    createSchema: false,
  });
  let isClosed = false;
  // A connection that was being opened during the stop breaks when the embedded database ends; nothing uses it.
  boss.on('error', (error) => isClosed || onError(error));
  await boss.start();
  const workers = new Map<unknown, string[]>();
  db.onCommit(jobsChannel, (names) => {
    for (const name of new Set(names)) for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
  });
  return {
    announce: async (trx, name, payload) => {
      await boss.send(name, payload, { db: fromKysely(trx) });
      afterCommit(trx, jobsChannel, name);
    },
    announceLater: async (trx, name, payload, seconds) => {
      await boss.send(name, payload, { db: fromKysely(trx), startAfter: seconds });
      if (seconds === 0) afterCommit(trx, jobsChannel, name);
    },
    announceAll: async (trx, name, payloads) => {
      if (payloads.length === 0) return;
      await boss.insert(
        name,
        payloads.map((data) => ({ data })),
        { db: fromKysely(trx) },
      );
      afterCommit(trx, jobsChannel, name);
    },
    on: async <Name extends EventName>(name: Name, work: (payload: Catalogue[Name]) => Promise<void>) => {
      const workersOfOne = oneByOne[name];
      const options = workersOfOne === undefined ? fetching : { ...fetching, batchSize: 1 };
      const each = jobWorker<Catalogue[Name]>({
        name,
        keyOf: ({ id }) => id,
        callsAtOnce: options.batchSize,
        work: async (_, payloads) => {
          // One, because each job has a key of its own.
          for (const payload of payloads) await work(payload);
        },
        onError,
      });
      const begin = () => boss.work(name, options, each);
      workers.set(name, await Promise.all(Array.from({ length: workersOfOne ?? 1 }, begin)));
    },
    onMany: async <Name extends OrganisationEvent>(
      name: Name,
      work: (organisationId: string, payloads: Catalogue[Name][]) => Promise<void>,
      { isPolled } = { isPolled: false },
    ) => {
      const { callsAtOnce, ...options } = isPolled ? fetchingMany : fetchingTogether;
      const together = jobWorker<Catalogue[Name]>({
        name,
        keyOf: ({ data }) => data.organisationId,
        callsAtOnce,
        work,
        onError,
      });
      const id = await boss.work(name, options, together);
      if (!isPolled) workers.set(name, [id]);
    },
    close: async () => {
      await boss.stop({ graceful: true, timeout: 5000 });
      isClosed = true;
    },
  };
}

/**
 * The queue's tables belong to the owner; every login that changes data may add jobs, and one login processes them.
 */
async function grantQueue(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ prefix: string }>(prefixQuery);
    const name = (login: Login) => pg.escapeIdentifier(`${rows[0]?.prefix}_${login}`);
    const senders = [name('app'), name('link'), name('gate'), name('staff')].join(', ');
    // One transaction. Two servers that start at once would change the same grants.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('fournil queue', 0));
      grant usage on schema pgboss to ${senders}, ${name('jobs')};
      grant select, insert on all tables in schema pgboss to ${senders};
      grant select, insert, update, delete on all tables in schema pgboss to ${name('jobs')};
      grant execute on all functions in schema pgboss to ${name('jobs')};
      grant usage on all sequences in schema pgboss to ${name('jobs')}`);
  });
}
