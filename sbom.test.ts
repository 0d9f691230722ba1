import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
}
interface Bill {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  metadata: { component: Component & { type: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}
interface Locked {
  version: string;
  license?: string;
  link?: boolean;
}

/** Its licence is named in its Readme only (scripts/licences.mjs). */
const sayNothing = ['humanize-number'];

test('RUN-07 the bill of materials names every locked package with its licence and its dependencies', () => {
  const bill = JSON.parse(
    execFileSync(process.execPath, ['scripts/sbom.mjs', '-'], { encoding: 'utf8', maxBuffer: 1e8 }),
  ) as Bill;
  expect([bill.bomFormat, bill.specVersion]).toEqual(['CycloneDX', expect.stringMatching(/^1\.[4-9]$/)]);
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(bill.metadata.component).toMatchObject({ type: 'application', name: 'fournil' });

  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  const locked = Object.entries(packages).filter(([path, one]) => path.includes('node_modules/') && !one.link);
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const byPurl = new Map(bill.components.map((one) => [one.purl, one]));
  expect(locked.length).toBeGreaterThan(500);
  for (const [path, { version, license }] of locked) {
    const purl = `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`;
    const component = byPurl.get(purl);
    expect(component, purl).toBeDefined();
    if (license) expect(JSON.stringify(component?.licenses), purl).toContain(license);
  }
  expect(bill.components.filter(({ licenses }) => !licenses?.length).map(({ name }) => name)).toEqual(sayNothing);

  const refs = [bill.metadata.component, ...bill.components].map((one) => one['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const named = bill.dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn]);
  expect(named.filter((ref) => !refs.includes(ref))).toEqual([]);
});
