// Runs everything there is to check, and closes with one plain count. `npm test -- --only rules,features` leaves the rest out.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './browser.mjs';

const only = process.argv
  .find((one) => one.startsWith('--only'))
  ?.split('=')[1]
  ?.split(',');
const results = mkdtempSync(join(tmpdir(), 'fournil-results-'));
const bin = (name) => join('node_modules', '.bin', name);
const count = { passed: 0, failed: 0, skipped: 0 };

const checks = {
  style: () => tool(bin('biome'), ['check', '.']),
  types: () => ['contract', 'server', 'simulator', 'web', 'e2e'].map((floor) => tool(bin('tsc'), ['-p', floor])).every(Boolean),
  arrows: () =>
    tool(process.execPath, [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      'contract/src',
      'server/src',
      'simulator/src',
      'web/src',
    ]),
  unused: () => tool(process.execPath, ['node_modules/knip/bin/knip.js']),
  licences: () => tool(process.execPath, ['scripts/licences.mjs', '--quiet']),
  tests: () => vitest(),
  journeys: () => journeys(),
};

for (const [name, check] of Object.entries(checks)) {
  if (only && !only.includes(name)) continue;
  const from = Date.now();
  const before = { ...count };
  const fine = check();
  // A tool without tests of its own counts as one.
  if (count.passed + count.failed === before.passed + before.failed) count[fine ? 'passed' : 'failed'] += 1;
  else if (!fine && count.failed === before.failed) count.failed += 1;
  process.stdout.write(`${fine ? 'ok' : 'FAILED'}  ${name}  ${Math.round((Date.now() - from) / 1000)} s\n`);
}
rmSync(results, { recursive: true, force: true });
process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;

function tool(program, args, env = {}) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) process.stderr.write(`${error.message}\n`);
  return status === 0;
}

function vitest() {
  const file = join(results, 'vitest.json');
  const fine = tool(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = read(file);
  add(report.numPassedTests, report.numFailedTests, report.numPendingTests);
  return fine;
}

function journeys() {
  const file = join(results, 'playwright.json');
  const chromium = findChromium();
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) };
  const fine = tool(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    env,
  );
  const { stats = {} } = read(file);
  add(stats.expected, (stats.unexpected ?? 0) + (stats.flaky ?? 0), stats.skipped);
  return fine;
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function add(passed = 0, failed = 0, skipped = 0) {
  count.passed += passed;
  count.failed += failed;
  count.skipped += skipped;
}
