// Runs the checks and closes with one plain count.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './browser.mjs';
import { readArguments } from './checks.mjs';

// The tests start some hundred processes of ours: each begins with what the first has compiled. Node compares sources.
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules', '.fournil-setup', 'compiled');

const { chosen, folders } = readArguments(process.argv.slice(2));
const results = mkdtempSync(join(tmpdir(), 'fournil-results-'));
const count = { passed: 0, failed: 0, skipped: 0 };
/** What failed once and passed then, with how it failed. */
const secondTries = [];

/** How those with a count of their own are run, and what they say. */
const counted = { vitest, playwright };

for (const { name, commands, tests } of chosen) {
  const from = Date.now();
  const before = { ...count };
  const fine = commands(folders)
    .map(([program, args]) => (tests ? counted[tests](program, args) : tool(program, args)))
    .every(Boolean);
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

function vitest(program, args) {
  const file = join(results, 'vitest.json');
  const fine = tool(program, [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  const report = read(file);
  add(report.numPassedTests, report.numFailedTests, report.numPendingTests);
  for (const { status, failureMessages, fullName } of report.testResults?.flatMap(
    ({ assertionResults }) => assertionResults,
  ) ?? [])
    if (status === 'passed' && failureMessages.length > 0)
      secondTries.push({ title: fullName, failure: failureMessages[0] });
  return fine;
}

function playwright(program, args) {
  const file = join(results, 'playwright.json');
  const chromium = findChromium();
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) };
  const fine = tool(program, [...args, '--reporter=list,json'], env);
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
