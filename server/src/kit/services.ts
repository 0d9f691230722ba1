import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../base/config.ts';
import type { Database } from '../db/database.ts';
import type { Notices } from '../db/notices.ts';
import type { Hub } from './hub.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Keys } from './keys.ts';
import type { Storage } from './storage.ts';

/** What one running server has open: connections, stores, keys, clock; the argument of every feature. */
export interface Services {
  /** Of this process: servers of one database have different ones. */
  serverId: string;
  config: Config;
  db: Database;
  notices: Notices;
  keys: Keys;
  jobs: Jobs;
  live: Hub;
  storage: Storage;
  log: FastifyBaseLogger;
  /** The clock; tests change it. */
  now(): Date;
}
