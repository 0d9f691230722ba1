import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const known = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const chromium = known.find((path) => path && existsSync(path));

/**
 * Each worker drives a product of its own, one journey after the other. A test that passes at its second try is named
 * in the summary (decision 0015).
 */
export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  globalSetup: './globalSetup.ts',
  workers: 2,
  retries: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // Without a limit an action on something that never appears waits for the end of the test, which then has closed
    // the page that would show why.
    actionTimeout: 60_000,
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    colorScheme: 'light',
    viewport: { width: 1440, height: 900 },
    // Each frame of an animation costs the processors that the tests need.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording pictures and copies of the page at every step takes a third of a journey's time, so only second tries
    // are recorded.
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--font-render-hinting=none',
      ],
    },
  },
});
