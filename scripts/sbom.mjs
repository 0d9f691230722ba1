// Writes the software bill of materials (CycloneDX, JSON) of everything in the lock file: `npm run sbom [file]`, or -
// for the standard output.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const [goal = 'sbom.cdx.json'] = process.argv.slice(2);

const { status, stdout, stderr } = npm([
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--package-lock-only',
  '--loglevel=error',
]);
if (status !== 0) {
  process.stderr.write(
    `The bill of materials could not be made: ${stderr.trim().split('\n')[0] || 'npm sbom needs npm 9.5 or later'}.\n`,
  );
  process.exit(1);
}
const bill = JSON.parse(stdout);
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
// npm uses the name of the folder, which differs between computers.
Object.assign(bill.metadata.component, { type: 'application', name, version });
for (const component of bill.components) component.licenses ??= licencesOf(component);
const text = `${JSON.stringify(bill, null, 2)}\n`;
if (goal === '-') process.stdout.write(text);
else {
  // npm changes the working folder; the file is relative to the folder of the caller.
  const path = isAbsolute(goal) ? goal : resolve(process.env.INIT_CWD ?? process.cwd(), goal);
  writeFileSync(path, text);
  process.stdout.write(`${path}: ${bill.components.length} components.\n`);
}

/**
 * Licences missing in the lock file are read from the installed package. The product's own packages have none
 * (UNLICENSED).
 */
function licencesOf({ properties = [], ...component }) {
  if (properties.some((one) => one.name === 'cdx:npm:package:private')) return [{ license: { name: 'UNLICENSED' } }];
  const folder =
    properties.find((one) => one.name === 'cdx:npm:package:path')?.value ?? `node_modules/${component.name}`;
  const file = join(root, folder, 'package.json');
  const { license, licenses } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const word = license?.type ?? license ?? licenses?.[0]?.type;
  return word ? [{ license: { name: String(word) } }] : undefined;
}

function npm(parameters) {
  // Called through npm, this is the same npm.
  const own = process.env.npm_execpath;
  const [program, before] = own?.endsWith('.js')
    ? [process.execPath, [own]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  return spawnSync(program, [...before, ...parameters], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32' && !own,
  });
}
