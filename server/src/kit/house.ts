import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../base/config.ts';
import type { Database } from '../db/database.ts';
import type { Notices } from '../db/notices.ts';
import type { Hub } from './hub.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Keys } from './keys.ts';
import type { Storage } from './storage.ts';

/** The argument of every room: the open connections and services of one running server. */
export interface House {
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
