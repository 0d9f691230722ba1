// Lists every installed package with its version and licence, and fails on a licence that was not reviewed: `node
// scripts/licences.mjs`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const accepted =
  /^(MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Python-2\.0|PSF-2\.0|Unlicense|PostgreSQL|OFL-1\.1|MPL-2\.0|UNLICENSED|Zlib)\b/;
// Data under a licence that asks for attribution, which the page of the hours and the guide give.
const attributed = { 'date-holidays': 'CC-BY-3.0' };
// LGPL libraries that are used unchanged, each in a file of its own that can be replaced: libvips with sharp, and
// libheif.
const loaded = /^(@img\/sharp-[a-z0-9-]+|libheif-js)$/;
// Has its licence (MIT) in its Readme only; a dependency of the tests' S3 server.
const inReadme = /^humanize-number$/;
// Says BSD only; its file is the three-clause one. A dependency of the tests' API Platform admin.
const threeClauses = /^css-mediaquery$/;
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const rows = Object.entries(packages)
  .filter(([path, one]) => path.includes('node_modules/') && !one.link)
  .map(([path, one]) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 13),
    version: one.version,
    licence: one.license ?? ownWord(path),
  }));
if (!process.argv.includes('--quiet'))
  process.stdout.write(
    `${rows
      .map(({ name, version, licence }) => `${name}@${version}  ${licence}`)
      .sort()
      .join('\n')}\n`,
  );
const unknown = rows.filter(
  ({ name, licence }) => !inReadme.test(name) && !threeClauses.test(name) && !isAccepted(name, licence),
);
if (unknown.length > 0)
  process.stderr.write(`Not looked at yet: ${unknown.map(({ name, licence }) => `${name} (${licence})`).join(', ')}\n`);
process.exitCode = unknown.length > 0 ? 1 : 0;

/** An SPDX expression: all parts of an AND, one of an OR. */
function isAccepted(name, licence) {
  return licence
    .replace(/^\(|\)$/g, '')
    .split(' AND ')
    .every((part) =>
      part
        .split(' OR ')
        .some(
          (one) => accepted.test(one) || attributed[name] === one || (loaded.test(name) && one.startsWith('LGPL-3.0')),
        ),
    );
}

function ownWord(path) {
  const file = join(path, 'package.json');
  const { license, licenses } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return String(license?.type ?? license ?? licenses?.[0]?.type ?? 'unknown');
}
