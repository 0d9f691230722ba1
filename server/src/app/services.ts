import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../base/config.ts';
import { openDatabase } from '../db/database.ts';
import { isDistributedAt } from '../db/distribution/isDistributed.ts';
import { openLogins, setTimeLimits } from '../db/logins.ts';
import { readMasterKey } from '../db/masterKey.ts';
import { migrate } from '../db/migrate.ts';
import { openNotices } from '../db/notices.ts';
import type { Login } from '../db/roles.ts';
import { timeLimitsMilliseconds } from '../db/scopePool.ts';
import { withSecretStore } from '../db/secrets.ts';
import { newId } from '../kit/ids.ts';
import { eventNames } from '../kit/jobs/catalogue.ts';
import { openJobs, prepareJobs } from '../kit/jobs/jobs.ts';
import { openKeys } from '../kit/keys.ts';
import { workOnceCommitted } from '../kit/onceCommitted.ts';
import type { Services } from '../kit/services.ts';
import { openHub } from '../live/index.ts';
import { type Authority, openAuthority } from '../machine-link/index.ts';
import { openStorage } from '../storage/index.ts';

/** Keeps what has been opened and how to close it, for the orderly stop. */
export type Opened = <One>(opening: Promise<One>, closing: (one: One) => Promise<unknown>) => Promise<One>;

/** What tests and the conformance run choose. */
export interface ServicesOptions {
  now?: (() => Date) | undefined;
  /** How long the next certificate of a machine is valid. */
  certificateDays?: (() => number) | undefined;
}

/** Opens the services over a migrated database; nothing listens and no job is processed yet. */
export async function openServices(
  config: Config,
  databaseUrl: string,
  log: FastifyBaseLogger,
  opened: Opened,
  { now = () => new Date(), certificateDays }: ServicesOptions = {},
): Promise<{ services: Services; authority: Authority }> {
  const direct = config.databaseDirectUrl ?? databaseUrl;
  await migrate(direct);
  const isPooled = config.databaseDirectUrl !== undefined;
  const isDistributed = await isDistributedAt(direct);
  const masterKey = await readMasterKey(config.masterKey);
  const { keys, authority } = await withSecretStore(direct, masterKey, async (store) => ({
    keys: await openKeys(store),
    authority: await openAuthority(store, certificateDays),
  }));
  const onError = (error: Error) => log.error({ err: error }, 'background');
  await prepareJobs(direct, eventNames);
  // From here on, no query runs as the owner of the tables.
  const urlFor = await openLogins(direct, masterKey);
  if (isPooled || isDistributed) await setTimeLimits(direct, timeLimitsMilliseconds);
  const { databaseReplicaUrl: replica } = config;
  const replicaUrlFor = replica ? (login: Login) => urlFor(login, replica) : undefined;
  const pulse = {
    onAway: () => log.error({ event: 'database away' }, 'the database does not answer'),
    onBack: () => log.warn({ event: 'database back' }, 'the database answers again'),
  };
  const db = await opened(
    Promise.resolve(
      openDatabase((login) => urlFor(login, databaseUrl), pulse, {
        keepsNothing: isPooled,
        isDistributed,
        replicaUrlFor,
      }),
    ),
    (one) => one.close(),
  );
  const jobs = await opened(openJobs(db, urlFor('jobs'), onError), (one) => one.close());
  const notices = await opened(Promise.resolve(openNotices(urlFor('nobody'), onError)), (one) => one.close());
  const live = await opened(Promise.resolve(openHub(db, notices, onError)), (one) => one.close());
  const storage = await opened(openStorage(config.storage), (one) => one.close());
  const services = { serverId: newId(), config, db, notices, keys, jobs, live, storage, log, now };
  workOnceCommitted(services);
  return { services, authority };
}
