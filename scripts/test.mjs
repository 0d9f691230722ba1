// Runs everything there is to check, and closes with one plain count. `npm test -- --only rules,features` leaves the
// rest out.
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
/** What failed once and passed then, with how it failed. */
const secondTries = [];

const checks = {
  style: () => tool(bin('biome'), ['check', '.']),
  types: () =>
    ['contract', 'server', 'simulator', 'web', 'e2e'].map((floor) => tool(bin('tsc'), ['-p', floor])).every(Boolean),
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
for (const { title, failure } of secondTries)
  process.stdout.write(`\nPassed at the second try only: ${title}\n${failure}\n`);
process.stdout.write(
  `\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped${secondTries.length ? `, ${secondTries.length} at the second try only` : ''}\n`,
);
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
  for (const { status, failureMessages, fullName } of report.testResults?.flatMap(
    ({ assertionResults }) => assertionResults,
  ) ?? [])
    if (status === 'passed' && failureMessages.length > 0)
      secondTries.push({ title: fullName, failure: failureMessages[0] });
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
  const { stats = {}, suites = [] } = read(file);
  add((stats.expected ?? 0) + (stats.flaky ?? 0), stats.unexpected, stats.skipped);
  for (const { title, tests } of suites.flatMap(specsOf))
    for (const { status, results: tries } of tests)
      if (status === 'flaky') secondTries.push({ title, failure: tries[0].error?.stack ?? tries[0].status });
  return fine;
}

/** Those of a file and of the groups within it. */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function add(passed = 0, failed = 0, skipped = 0) {
  count.passed += passed;
  count.failed += failed;
  count.skipped += skipped;
}
