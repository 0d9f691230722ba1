import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { tableFacts } from './server/src/db/tables/index.ts';

/** Rules of the code that no linter checks; ARCHITECTURE.md gives their reasons. */
const files = (pattern: string) => globSync(pattern).filter((name) => !/node_modules|dist/.test(name));
const text = (name: string) => readFileSync(name, 'utf8');

/** Each table is written by its writers only; every feature may read it. */
const owners: Record<string, readonly string[]> = Object.fromEntries(
  Object.entries(tableFacts).map(([table, { writers }]) => [table, writers]),
);

/** Fills an empty database for measurements, bypassing the features. */
const loadFile = 'server/src/operator/seedLoad.ts';

describe('everyone may read, the owner writes:', () => {
  it.each(files('server/src/**/*.ts').filter((name) => !/\.test\.ts$|\/migrations\//.test(name) && name !== loadFile))(
    '%s writes only tables of its own feature',
    (name) => {
      const feature = name.split('/')[2] ?? '';
      const byBuilder = [...text(name).matchAll(/(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)/g)];
      const bySql = [...text(name).matchAll(/(?:insert into|delete from|(?<!for )update) "?([a-z]\w+)"?/g)];
      const foreign = [...byBuilder, ...bySql]
        .map((match) => match[1] ?? '')
        .filter((table) => table in owners && !owners[table]?.includes(feature));
      expect(foreign).toEqual([]);
    },
  );
});

test('tables named by a variable are written where all of them are meant, and by a declared resource to its own', () => {
  const writers = files('server/src/**/*.ts').filter((name) =>
    /(?:insert into|update|delete from) \$\{(?:sql\.table|tableOf)/.test(text(name)),
  );
  expect(writers.sort()).toEqual([
    'server/src/machine-link/reports/contentsRetention.ts',
    'server/src/machine-link/retention.ts',
    'server/src/recycle-bin/bin.ts',
    'server/src/recycle-bin/retention.ts',
    'server/src/resources/writeRecords.ts',
    'server/src/users/staff/deleteOrganisation.ts',
  ]);
  const declared = files('server/src/*/**/resource.ts').map((name) => [
    name.split('/')[2] ?? '',
    /table: '(\w+)'/.exec(text(name))?.[1] ?? '',
  ]);
  expect(declared.length).toBeGreaterThan(2);
  expect(declared.filter(([feature = '', table = '']) => !owners[table]?.includes(feature))).toEqual([]);
});

test('no cache is kept by the services of a server, which every call has a copy of', () => {
  const kept = files('server/src/**/*.ts').filter((name) =>
    /new (?:Weak)?Map<(?:Services|CallContext)\b/.test(text(name)),
  );
  expect(kept).toEqual([]);
});

test('files have at most 300 lines', () => {
  const sizes = files('{contract,server,simulator,web}/src/**/*.{ts,tsx}')
    .filter((name) => !/messages\.ts$|\.test\.tsx?$|demo\/programs\.ts$|validation\.ts$/.test(name))
    .map((name) => [text(name).split('\n').length, name] as const)
    .sort((a, b) => a[0] - b[0]);
  expect(sizes.length).toBeGreaterThan(200);
  expect(sizes.filter(([lines]) => lines > 300)).toEqual([]);
  expect(sizes[Math.floor(sizes.length / 2)]?.[0]).toBeLessThan(90);
});

test('a folder holds at most 25 files side by side; a larger feature has a folder for each topic', () => {
  const names = files('{contract,server,web,simulator}/src/**/*.{ts,tsx}').filter(
    (name) => !/\.test\.tsx?$|\/migrations\//.test(name),
  );
  const folders = Map.groupBy(names, dirname);
  expect(folders.size).toBeGreaterThan(80);
  expect([...folders].filter(([, inside]) => inside.length > 25).map(([folder]) => folder)).toEqual([]);
});

test('a file of a feature speaks HTTP or SQL, not both', () => {
  const features = files('server/src/*/**/*.ts').filter(
    (name) => !/\.test\.ts$|^server\/src\/(kit|db|testing)\//.test(name),
  );
  const http = /from 'fastify'|kit\/http\/app\.ts'/;
  const query = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^`]*>)?`/;
  expect(features.filter((name) => http.test(text(name))).length).toBeGreaterThan(30);
  expect(features.filter((name) => http.test(text(name)) && query.test(text(name)))).toEqual([]);
});

test('lines end before column 120, except where a quoted text is longer', () => {
  const quoted = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?:[^/\\]|\\.)+\//g;
  const long = files('{contract,server,web,simulator,e2e,bench,scripts,deploy}/**/*.{ts,tsx,mts,mjs}').flatMap((name) =>
    text(name)
      .split('\n')
      .flatMap((line, at) => (line.length > 120 && line.replace(quoted, '').length > 110 ? [`${name}:${at + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

test('the documents for developers name files and folders that exist', () => {
  const named =
    /`([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|css|md)|(?:contract|server|web|simulator|e2e|bench|deploy)\/[\w./-]+)`/g;
  const all = files('{*,.*,{contract,server,web,simulator,e2e,bench,scripts,deploy,docs}/**/*}').map(
    (name) => `/${name}`,
  );
  const exists = (name: string) =>
    all.some((one) => [name, `${name}.ts`, `${name}.tsx`].some((end) => one.endsWith(`/${end}`)));
  const documents = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...files('docs/*.md')];
  const names = documents.flatMap((document) =>
    [...text(document).matchAll(named)].map(([, name = '']) => [document, name.replace(/\/$/, '')] as const),
  );
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter(([, name]) => !exists(name))).toEqual([]);
});

test('only one file of the page calls the network, and only one uses the browser’s storage', () => {
  const page = files('web/src/**/*.{ts,tsx}').filter((name) => !/\.test\.tsx?$/.test(name));
  const using = (pattern: RegExp) => page.filter((name) => pattern.test(text(name)));
  expect(using(/(?<![\w.])fetch\(/)).toEqual(['web/src/data/api.ts']);
  expect(using(/\blocalStorage\b/)).toEqual(['web/src/app/session.ts']);
});

test('the page takes the time from the server, except for greetings and countdowns', () => {
  const page = files('web/src/**/*.{ts,tsx}').filter((name) => !/\.test\.tsx?$/.test(name));
  const own = page.filter(
    (name) => /\bDate\.now\(|\bnew Date\(\)/.test(text(name)) && !name.startsWith('web/src/data/'),
  );
  expect(own.sort()).toEqual(['web/src/accounts/SignInPage.tsx', 'web/src/accounts/useCountdown.ts']);
});

test('the page creates ids with the library uuid, because browsers have crypto.randomUUID on secure pages only', () => {
  const page = files('web/src/**/*.{ts,tsx}').filter((name) => !/\.test\.tsx?$/.test(name));
  expect(page.filter((name) => /\brandomUUID\b/.test(text(name)))).toEqual([]);
});

test('REG-01 GEN-01 every form switches off the browser’s own validation messages and shows ours in the reader’s language', () => {
  const pages = files('web/src/**/*.tsx');
  const forms = (attributes: RegExp) => pages.filter((name) => attributes.test(text(name)));
  expect(forms(/<form\s+noValidate\b/i).length).toBeGreaterThan(25);
  expect(forms(/<form(?!\s+noValidate\b)[\s>]/i)).toEqual([]);
});

test('RUN-03 folders are created only through the one function that works on every file system', () => {
  const using = files('server/src/**/*.ts').filter(
    (name) => !/\.test\.ts$|\/testing\//.test(name) && /\bmkdir\b/.test(text(name)),
  );
  expect(using).toEqual(['server/src/base/makeFolder.ts']);
});

/** The features that each feature of the server imports, without tests. */
function neededRooms(): Map<string, Set<string>> {
  const needs = new Map<string, Set<string>>();
  for (const name of files('server/src/*/**/*.ts').filter((one) => !/\.test\.ts$|\/testing\//.test(one))) {
    const feature = name.split('/')[2] ?? '';
    const others = [...text(name).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
      .map(([, address = '']) => join(dirname(name), address).split('/')[2] ?? '')
      .filter((other) => other !== feature && !other.endsWith('.ts'));
    needs.set(feature, new Set([...(needs.get(feature) ?? []), ...others]));
  }
  return needs;
}

test('features of the server do not depend on each other in a circle', () => {
  const needs = neededRooms();
  expect(needs.size).toBeGreaterThan(20);
  // Removes features without remaining imports until none can be removed; what is left is a circle.
  for (let left = -1; left !== needs.size; ) {
    left = needs.size;
    for (const [feature, others] of needs) if (![...others].some((one) => needs.has(one))) needs.delete(feature);
  }
  expect([...needs]).toEqual([]);
});

test('every feature of the server that others import has an index.ts that names each export', () => {
  for (const index of files('server/src/*/index.ts'))
    expect([index, /export \*/.test(text(index))]).toEqual([index, false]);
});

test('RUN-01 every dependency has an exact version, and the lock file contains no registry addresses', () => {
  for (const name of files('{.,contract,server,web,simulator,e2e}/package.json')) {
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {},
    } = JSON.parse(text(name)) as Record<string, Record<string, string>>;
    const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+/.test(version),
    );
    expect([name, loose]).toEqual([name, []]);
  }
  expect(text('package-lock.json')).not.toMatch(/"resolved": "http/);
});

test('RUN-02 the tests run under the pinned version of Node, which version managers read too', () => {
  expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(24);
  const { optionalDependencies } = JSON.parse(text('package.json')) as { optionalDependencies: Record<string, string> };
  const pinned = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
  expect(pinned.length).toBeGreaterThan(0);
  for (const [, version] of pinned) expect(`${version}\n`).toBe(text('.nvmrc'));
});
