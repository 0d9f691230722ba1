import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Choices, openServer, type Running } from '../app/server.ts';
import { readConfig } from '../base/config.ts';
import { openPool } from '../db/openPool.ts';
import { withClient } from '../db/withClient.ts';
import { refuseUndocumented } from './calls/documentedAnswers.ts';
import { copyOnNodes, createOnNodes } from './citus.ts';
import { testMasterKey } from './process.ts';

export interface TestServer extends Running {
  /** Advances the clock of the server. */
  advance(seconds: number): void;
  /** Stops the clock of the server, which then moves by `advance` only, until the returned function is called. */
  stopClock(): () => void;
  /** The log so far, as objects; empty unless LOG_LEVEL is set. */
  logged: Record<string, unknown>[];
  /** Queries the database as its owner, bypassing every policy: for a test's checks and preparations. */
  ownerQuery<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Whether a statement waits for another's lock in its database. */
  isLockAwaited(): Promise<boolean>;
}

/** A complete server with a database of its own, free ports and a clock that the test can advance. */
export async function openTestServer(
  settings: Record<string, string> = {},
  ofDatabase?: string,
  choices: Pick<Choices, 'keyPatienceMilliseconds' | 'moreRoutes' | 'certificateDays'> = {},
): Promise<TestServer> {
  const database = ofDatabase ?? (await createDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'fournil-house-'));
  let ahead = 0;
  let stoppedAt: number | null = null;
  const logged: Record<string, unknown>[] = [];
  const config = readConfig({
    PORT: '0',
    MQTT_PORT: '0',
    DEMO: 'off',
    // Tests of this feature switch it on.
    REQUIRE_STAFF_SECOND_STEP: 'off',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    DATA_DIR: dataDir,
    SECRETS_KEY: testMasterKey,
    PUBLIC_URL: 'https://console.fournil.test',
    ...settings,
  });
  const running = await openServer(config, {
    ...choices,
    databaseUrl: database,
    now: () => new Date((stoppedAt ?? Date.now()) + ahead),
    logTo: { write: (line) => void logged.push(JSON.parse(line)) },
  });
  const owner = openPool({
    connectionString: database,
    max: 1,
    // Tests make statements fail by triggers, which distributed tables may have only if they ask no other row.
    ...(running.services.db.isDistributed ? { options: '-c citus.enable_unsafe_triggers=on' } : {}),
  });
  // On a Citus a node waits for the lock, and the coordinator for the node.
  const lockAwaited = running.services.db.isDistributed
    ? 'select from citus_lock_waits'
    : `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return {
    ...running,
    logged,
    advance: (seconds) => {
      ahead += seconds * 1000;
    },
    stopClock: () => {
      stoppedAt = Date.now();
      return () => {
        stoppedAt = null;
      };
    },
    ownerQuery: async (text, values) => (await owner.query(text, values)).rows,
    isLockAwaited: async () => (await owner.query(lockAwaited)).rows.length > 0,
    close: async () => {
      await owner.end();
      await running.close();
      await rm(dataDir, { recursive: true, force: true });
      await refuseUndocumented(running.web);
    },
  };
}

/** A copy of the migrated template; takes 20 ms instead of a second. */
export function createDatabase(): Promise<string> {
  return copyDatabase('fournil');
}

/** A database without tables. */
export function createEmptyDatabase(): Promise<string> {
  return copyDatabase('template0');
}

async function copyDatabase(template: string): Promise<string> {
  const url = new URL(inject('clusterUrl'));
  // Random, because the process number is reused in a long run.
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const citusUrl = inject('citusUrl');
  if (citusUrl) return template === 'fournil' ? copyOnNodes(citusUrl, template, name) : createOnNodes(citusUrl, name);
  await withClient(admin.href, (client) => client.query(`create database ${name} template ${template}`));
  url.pathname = `/${name}`;
  return url.href;
}
