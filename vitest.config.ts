import { defineConfig } from 'vitest/config';

/**
 * The tests of rules, features and the screens' logic; browser journeys are in e2e. Server tests run on a real
 * PostgreSQL.
 */
export default defineConfig({
  test: {
    include: ['*.test.ts', 'deploy/**/*.test.ts', '{contract,server,simulator,web}/src/**/*.test.{ts,tsx}'],
    globalSetup: ['server/src/testing/cluster.ts'],
    pool: 'forks',
    // Of two processors the journeys take one; tests wait a third of their time for processes and time-outs.
    maxWorkers: 3,
    // Test files share a process and its loaded modules; state is only in databases, one for each test server.
    isolate: false,
    // A failed test runs again once, and the summary names it (decision 0015); a failed property does not, because
    // other random values might pass.
    retry: { count: 1, condition: /^(?!Property failed)/ },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // No test waits for a time: what it waits for may take longer on a slow computer.
    expect: { poll: { timeout: 40_000 } },
    disableConsoleIntercept: true,
  },
});
