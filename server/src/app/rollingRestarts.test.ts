import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { restartInTurn } from '../testing/rollingRestarts.ts';
import { findHaproxy } from '../testing/services/haproxy.ts';
import { createDatabase } from '../testing/testServer.ts';

const program = findHaproxy();

/** The same at the size of the requirement: `npm run soak -- servers`. */
it.skipIf(!program)(
  'SCL-02 RUN-06 servers are restarted in turn without a failed call, a lost or a doubled report',
  async () => {
    const storage = await mkdtemp(join(tmpdir(), 'fournil-rolling-'));
    const load = { callsPerSecond: 40, browsers: 8, machines: 10, reportsPerMachine: 2000, rounds: 1 };
    const result = await restartInTurn(program ?? '', await createDatabase(), storage, load);
    expect(result.failed).toEqual([]);
    expect(result.tagsStored).toBe(result.tagsAnswered);
    expect(result.reportsStored).toBe(result.reportsSent);
    expect(result.reportsDistinct).toBe(result.reportsSent);
    // Each stream was on one of the servers, and each server was restarted.
    expect(result.interruptions).toBeGreaterThanOrEqual(load.browsers);
    await rm(storage, { recursive: true, force: true });
  },
  120_000,
);
