import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster } from '../../server/src/db/embedded/cluster.ts';
import { restartInTurn } from '../../server/src/testing/rollingRestarts.ts';
import { findHaproxy } from '../../server/src/testing/services/haproxy.ts';

/**
 * `npm run soak -- servers`: two servers behind Debian's HAProxy under 200 calls a second, 200 event streams and 1,000
 * machines (SCL-02), each restarted five times in turn. Exit code 1 when a call failed, or a report or a tag was lost
 * or doubled. Settings: SOAK_CALLS, SOAK_BROWSERS, SOAK_MACHINES, SOAK_ROUNDS.
 */
const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const rounds = setting('SOAK_ROUNDS', 5);
/** One report a second; a restart of both servers takes about half a minute. */
const reportsPerMachine = 30 * rounds;
const program = findHaproxy();
if (!program) throw new Error('This needs HAProxy: install Debian’s package haproxy.');
const folder = mkdtempSync(join(tmpdir(), 'fournil-servers-'));
const cluster = await openCluster(join(folder, 'data'));
const began = Date.now();
const say = (line: string) => void process.stdout.write(`${Math.round((Date.now() - began) / 1000)} s  ${line}\n`);
try {
  const result = await restartInTurn(program, cluster.url, join(folder, 'storage'), {
    callsPerSecond: setting('SOAK_CALLS', 200),
    browsers: setting('SOAK_BROWSERS', 200),
    machines: setting('SOAK_MACHINES', 1000),
    reportsPerMachine,
    pace: { entriesPerMessage: 1, pauseMilliseconds: 1000 },
    rounds,
    say,
  });
  say(`calls: ${result.calls}, ${result.failed.length} failed ${[...new Set(result.failed)].join(', ')}`);
  say(`tags: ${result.tagsAnswered} answered as made, ${result.tagsStored} stored`);
  const doubled = result.reportsStored - result.reportsDistinct;
  say(`reports: ${result.reportsSent} sent, ${result.reportsDistinct} stored, ${doubled} doubled`);
  say(
    `event streams: ${result.interruptions} interruptions, the longest ${result.longestInterruptionMilliseconds} milliseconds`,
  );
  const isRight =
    result.failed.length === 0 &&
    result.tagsAnswered === result.tagsStored &&
    result.reportsSent === result.reportsDistinct &&
    doubled === 0;
  process.exitCode = isRight ? 0 : 1;
} finally {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}
