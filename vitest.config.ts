import { defineConfig } from 'vitest/config';

/**
 * Rules, features and screens' logic; the browser's journeys are in e2e. Every server test runs on a real PostgreSQL.
 */
export default defineConfig({
  test: {
    include: ['*.test.ts', '{contract,server,simulator,web}/src/**/*.test.{ts,tsx}'],
    globalSetup: ['server/src/testing/cluster.ts'],
    pool: 'forks',
    // Beside the journeys, which npm test runs at the same time.
    maxWorkers: 2,
    // A process goes on with the next file, and need not load the server again: nothing of ours keeps what one file has
    // done, but in databases, of which each house has its own.
    isolate: false,
    // A second try, which the closing count names (decision 0015); not for a counterexample: other values might not
    // show it again.
    retry: { count: 1, condition: /^(?!Property failed)/ },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
