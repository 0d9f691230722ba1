import pg from 'pg';
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Trx } from '../db/database.ts';
import type { Catalogue, EventName } from './catalogue.ts';

/**
 * The one way to announce: what follows from a change is a job, put into the queue by the same transaction as the change. A
 * crash loses none; a failed one is tried again; every worker can be run twice.
 */
export interface Jobs {
  announce<Name extends EventName>(trx: Trx, name: Name, payload: Catalogue[Name]): Promise<void>;
  /** Many of one kind in one statement. */
  announceAll<Name extends EventName>(trx: Trx, name: Name, payloads: readonly Catalogue[Name][]): Promise<void>;
  /** Registers the one worker of an event. It is awaited; when it throws, the job is tried again later. */
  on<Name extends EventName>(name: Name, work: (payload: Catalogue[Name]) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const retries = { retryLimit: 20, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 120, deleteAfterSeconds: 86_400 };

/** Woken by NOTIFY at once; asks by itself too, for what is to be tried again. Each job of a batch succeeds or fails alone. */
const fetching = {
  batchSize: 20,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
  perJobResults: true,
} as const;

export async function openJobs(url: string, names: readonly EventName[], onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, max: 4, application_name: 'fournil-jobs', useListenNotify: true, schedule: false });
  boss.on('error', onError);
  await boss.start();
  for (const name of names) await boss.createQueue(name, { ...retries, notify: true });
  await grantSending(url);
  return {
    announce: async (trx, name, payload) => {
      await boss.send(name, payload, { db: fromKysely(trx) });
    },
    announceAll: async (trx, name, payloads) => {
      if (payloads.length === 0) return;
      await boss.insert(
        name,
        payloads.map((data) => ({ data })),
        { db: fromKysely(trx) },
      );
    },
    on: async (name, work) => {
      type Payload = Parameters<typeof work>[0];
      await boss.work(
        name,
        fetching,
        (jobs: Job<Payload>[]): Promise<JobResult[]> =>
          Promise.all(
            jobs.map(async ({ id, data }) => {
              try {
                await work(data);
                return { id, status: 'completed' };
              } catch (error) {
                onError(new Error(`${name} failed and will be tried again`, { cause: error }));
                return { id, status: 'failed', output: { message: (error as Error).message } };
              }
            }),
          ),
      );
    },
    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

/** The queue's tables belong to the owner; whoever changes something may put jobs in. */
async function grantSending(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const who = 'fournil_app, fournil_link, fournil_gate';
    await client.query(`grant usage on schema pgboss to ${who}; grant select, insert on all tables in schema pgboss to ${who}`);
  } finally {
    await client.end();
  }
}
