import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../base/config.ts';
import type { Database } from '../db/database.ts';
import type { Jobs } from '../events/jobs.ts';
import type { Hub } from './hub.ts';
import type { Keys } from './keys.ts';
import type { Storage } from './storage.ts';

/** What every room is handed: the open doors of one running server. */
export interface House {
  config: Config;
  db: Database;
  keys: Keys;
  jobs: Jobs;
  live: Hub;
  storage: Storage;
  log: FastifyBaseLogger;
  /** The one clock; tests move it. */
  now(): Date;
}
