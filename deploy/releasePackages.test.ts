import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
// @ts-expect-error A script without types.
import { packagesOf } from '../scripts/releasePackages.mjs';

interface Description {
  dependencies?: Record<string, string>;
}
const read = (path: string) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
const dependenciesOf = (workspace: string) =>
  Object.keys((read(`${workspace}/package.json`) as Description).dependencies ?? {});
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

it('SCL-04 the release contains what the server and the simulated ovens need, and no package of the page or the tests alone', () => {
  const lock = read('package-lock.json');
  const names = new Set((packagesOf(lock) as string[]).map(nameOf));
  const released = ['contract', 'server', 'simulator'].flatMap(dependenciesOf);
  const ownName = (name: string) => name.startsWith('@fournil/');
  expect(released.filter((name) => !ownName(name) && !names.has(name))).toEqual([]);
  const left = [...dependenciesOf('web'), ...dependenciesOf('e2e')].filter((name) => !released.includes(name));
  expect(left.length).toBeGreaterThan(5);
  expect(left.filter((name) => names.has(name))).toEqual([]);
  for (const name of ['react', 'react-dom', '@base-ui/react', 'ra-core', 'vite', 'vitest', '@playwright/test'])
    expect([name, names.has(name)]).toEqual([name, false]);
});
