// The list of all checks of `npm test`, in order. `npm test -- --only=style,types` runs some of them, `npm test --
// machines` all that belong to one feature. Also read by the installed Node, which may be old: see run.mjs.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const packages = ['contract', 'server', 'simulator', 'web', 'e2e'];
const bin = (name) => join('node_modules', '.bin', name);
const node = (script, ...args) => [process.execPath, [script, ...args]];

/**
 * Each is a list of commands for the folders of the requested features; an empty list means the whole project.
 * `of: 'project'`: the check cannot be limited to a feature; `tests`: it reports its number of tests; `readsBuild`: the page
 * has to be built before.
 */
export const checks = [
  {
    name: 'style',
    what: 'Biome: layout, style, complexity, circles',
    commands: (folders) => [[bin('biome'), ['check', ...(folders.length > 0 ? folders : ['.'])]]],
  },
  {
    name: 'types',
    what: 'TypeScript, of every package',
    commands: () => packages.map((folder) => [bin('tsc'), ['-p', folder]]),
  },
  {
    name: 'dependencies',
    what: 'dependency-cruiser: which feature may import which',
    of: 'project',
    commands: () => [
      node(
        'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
        '--config',
        '.dependency-cruiser.cjs',
        ...['contract', 'server', 'simulator', 'web'].map((folder) => `${folder}/src`),
      ),
    ],
  },
  {
    name: 'unused',
    what: 'knip: files, exports and packages that nothing uses',
    of: 'project',
    commands: () => [node('node_modules/knip/bin/knip.js')],
  },
  {
    name: 'licences',
    what: 'the licence of every installed package',
    of: 'project',
    commands: () => [node('scripts/licences.mjs', '--quiet')],
  },
  {
    name: 'bundle',
    what: 'how much script a page needs, against its budget',
    of: 'project',
    readsBuild: true,
    commands: () => [node('scripts/bundle.mjs')],
  },
  {
    name: 'tests',
    what: 'vitest: rules, features on a real PostgreSQL, the logic of screens',
    tests: 'vitest',
    commands: (folders) => [
      node('node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...folders.map((folder) => `${folder}/`)),
    ],
  },
  {
    name: 'journeys',
    what: 'Playwright: the real product with simulated ovens in a real Chromium',
    tests: 'playwright',
    commands: (folders) => {
      const config = ['--config', 'e2e/playwright.config.ts'];
      const playwright = (...args) => node('node_modules/@playwright/test/cli.js', 'test', ...config, ...args);
      if (folders.length === 0) return [playwright()];
      const files = folders.flatMap((folder) => (folder.startsWith('e2e') ? journeysIn(folder) : []));
      // A worker without a file would start a product for nothing.
      return files.length === 0 ? [] : [playwright(`--workers=${Math.min(files.length, 2)}`, ...files)];
    },
  },
];

/** Parses the command line; prints what is wrong with it and exits. */
export function readArguments(args) {
  const only = args
    .find((one) => one.startsWith('--only'))
    ?.split('=')[1]
    ?.split(',');
  const features = args.filter((one) => !one.startsWith('-'));
  const unknownCheck = only?.find((name) => !checks.some((check) => check.name === name));
  if (unknownCheck !== undefined) refuse(`There is no check "${unknownCheck}".`, checkList());
  const unknownFeature = features.find((feature) => foldersOf(feature).length === 0);
  if (unknownFeature !== undefined)
    refuse(`There is no feature "${unknownFeature}".`, `Features: ${featureNames().join(', ')}.`);
  const chosen = checks.filter(({ name, of }) =>
    only ? only.includes(name) : features.length === 0 || of !== 'project',
  );
  return { chosen, folders: features.flatMap(foldersOf) };
}

/** The folders of a feature in all packages; a package, and each folder beside them, counts as a feature here. */
function foldersOf(feature) {
  const places = [
    ...packages.map((folder) => (folder === 'e2e' ? `e2e/${feature}` : `${folder}/src/${feature}`)),
    feature,
  ];
  return places.filter((place) => featureNames().includes(feature) && existsSync(place));
}

function featureNames() {
  const features = ['contract/src', 'server/src', 'web/src', 'e2e'].flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : [])),
  );
  const names = new Set([...features, ...packages, 'bench', 'deploy', 'scripts']);
  return [...names].filter((name) => !/^(node_modules|test-results)$/.test(name)).sort();
}

function journeysIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => join(folder, name));
}

function checkList() {
  return `Checks:\n${checks.map(({ name, what }) => `  ${name.padEnd(10)} ${what}`).join('\n')}`;
}

function refuse(...lines) {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(2);
}
