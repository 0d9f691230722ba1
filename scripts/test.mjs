// Runs the checks and prints one summary.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './browser.mjs';
import { readArguments } from './checks.mjs';

// The tests start some hundred processes; they share compiled code. Node verifies it against the sources.
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules', '.fournil-setup', 'compiled');

const { chosen, folders } = readArguments(process.argv.slice(2));
const results = mkdtempSync(join(tmpdir(), 'fournil-results-'));
const count = { passed: 0, failed: 0, skipped: 0 };
/** Tests that failed, at the first try or at all, with their first error: repeated at the end, where it is looked for. */
const failures = [];

/** Commands and result parsers of the checks that report a number of tests. */
const counted = { vitest, playwright };

// At a signal it waits for the running checks, which get the signal too, so that the journeys' products end in order.
let isStopped = false;
process.on('SIGINT', () => {
  isStopped = true;
});

// Quick checks first, one after the other. Then the two that take minutes run at once: each waits half of its time for
// processes, time-outs and pages, and the other uses the processors meanwhile. Not where the processors have no time to
// spare: with 15 µs per page of memory, both at once took 52 minutes and reached time-outs, one after the other 34.
for (const check of chosen.filter(({ tests }) => !tests)) await run(check);
const long = chosen.filter(({ tests }) => tests);
if (pageOfMemoryMicroseconds() < 4) await Promise.all(long.map(run));
else for (const check of long) await run(check);

rmSync(results, { recursive: true, force: true });
for (const { title, hasPassed, error } of failures)
  process.stdout.write(`\n${hasPassed ? 'Passed at the second try only' : 'Failed'}: ${title}\n${error}\n`);
const secondTries = failures.filter(({ hasPassed }) => hasPassed).length;
process.stdout.write(
  `\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped${secondTries ? `, ${secondTries} at the second try only` : ''}\n`,
);
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;

/**
 * The time until a new page of memory can be used: less than 1 µs as a rule, 15 on a virtual computer within another,
 * where each process that starts and each call of the system takes ten times as long as well.
 */
function pageOfMemoryMicroseconds() {
  const pages = 8192;
  const from = process.hrtime.bigint();
  const memory = Buffer.allocUnsafeSlow(pages * 4096);
  for (let page = 0; page < pages; page += 1) memory[page * 4096] = 1;
  return Number(process.hrtime.bigint() - from) / 1000 / pages;
}

async function run({ name, commands, tests }) {
  if (isStopped) return;
  const from = Date.now();
  let fine = true;
  for (const [program, args] of commands(folders))
    fine = (await (tests ? counted[tests] : tool)(program, args)) && fine;
  // A check without tests of its own counts as one.
  if (!tests) count[fine ? 'passed' : 'failed'] += 1;
  process.stdout.write(`${fine ? 'ok' : 'FAILED'}  ${name}  ${Math.round((Date.now() - from) / 1000)} s\n`);
}

/** Runs it to its end and prints its output at once, not mixed with that of others. */
function tool(program, args, env = {}) {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(program, args, {
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...colour, ...env },
  });
  passLines(child.stdout, process.stdout);
  passLines(child.stderr, process.stderr);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
}

function passLines(from, to) {
  let rest = '';
  from.setEncoding('utf8').on('data', (text) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) to.write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  });
  from.on('end', () => to.write(rest));
}

async function vitest(program, args) {
  const file = join(results, 'vitest.json');
  const fine = await tool(program, [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  const report = read(file);
  add(fine, report.numPassedTests, report.numFailedTests, report.numPendingTests);
  for (const { status, failureMessages, fullName } of report.testResults?.flatMap(
    ({ assertionResults }) => assertionResults,
  ) ?? [])
    if (failureMessages.length > 0)
      failures.push({ title: fullName, hasPassed: status === 'passed', error: failureMessages[0] });
  return fine;
}

async function playwright(program, args) {
  const file = join(results, 'playwright.json');
  const chromium = findChromium();
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) };
  const fine = await tool(program, [...args, '--reporter=list,json'], env);
  const { stats = {}, suites = [] } = read(file);
  add(fine, (stats.expected ?? 0) + (stats.flaky ?? 0), stats.unexpected, stats.skipped);
  for (const { title, tests } of suites.flatMap(specsOf))
    for (const { status, results: tries } of tests) {
      // The second try may be the one that failed: where a later test of its file fails, an earlier one is run again.
      const error = tries.find((one) => one.error)?.error;
      if (status === 'flaky' || status === 'unexpected')
        failures.push({
          title,
          hasPassed: status === 'flaky',
          error: error?.stack ?? error?.message ?? 'without an error',
        });
    }
  return fine;
}

/** The tests of a file and of the groups within it. */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** A suite that could not start counts as a failure although no test failed. */
function add(fine, passed = 0, failed = 0, skipped = 0) {
  count.passed += passed;
  count.failed += fine ? failed : Math.max(failed, 1);
  count.skipped += skipped;
}
