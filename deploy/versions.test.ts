import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(name, 'utf8');

it('SCL-04 the newest version in CHANGELOG.md is that of every package and of the examples', () => {
  const [, newest] = /^## (\d+\.\d+\.\d+)$/m.exec(read('CHANGELOG.md')) ?? [];
  expect(newest).toBeDefined();
  const versions = globSync('{.,contract,server,web,simulator,e2e}/package.json').map(
    (name) => [name, (JSON.parse(read(name)) as { version: string }).version] as const,
  );
  expect(versions.length).toBe(6);
  for (const [name, version] of versions) expect([name, version]).toEqual([name, newest]);
  const examples = globSync('deploy/**/*.{env,yaml,md}').concat('deploy/docker/Dockerfile');
  const named = examples.flatMap((name) =>
    [...read(name).matchAll(/(?:fournil[-:]|FOURNIL_VERSION=|newTag: )(\d+\.\d+\.\d+)/g)].map(([, one]) => [name, one]),
  );
  expect(named.length).toBeGreaterThan(5);
  for (const [name, version] of named) expect([name, version]).toEqual([name, newest]);
});
