import { defineConfig } from 'vitest/config';

/** Rules, features and screens' logic; the browser's journeys are in e2e. Every server test runs on a real PostgreSQL. */
export default defineConfig({
  test: {
    include: ['*.test.ts', '{contract,server,simulator,web}/src/**/*.test.{ts,tsx}'],
    globalSetup: ['server/src/testing/cluster.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
