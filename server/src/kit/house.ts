import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../base/config.ts';
import type { Database } from '../db/database.ts';
import type { Hub } from './hub.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Keys } from './keys.ts';
import type { Storage } from './storage.ts';

/** The argument of every room: the open connections and services of one running server. */
export interface House {
  config: Config;
  db: Database;
  keys: Keys;
  jobs: Jobs;
  live: Hub;
  storage: Storage;
  log: FastifyBaseLogger;
  /** The clock; tests change it. */
  now(): Date;
}
