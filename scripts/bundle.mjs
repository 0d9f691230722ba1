// How much script a page needs before it can be used, compressed as it is sent, against a budget. Run by `npm test`,
// and with a picture of what is in each file by `npm run bundle`.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const dist = 'web/dist';
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

/** What every page behind the sign-in page needs. */
const frame = ['src/app/words/AllWords.tsx', 'src/app/frame/Layout.tsx', 'src/app/frame/Notices.tsx'];
/** In kilobytes (1000 bytes), some hundredths above what each page needs today. */
const pages = [
  { name: 'sign-in', needs: ['src/app/frame/Notices.tsx'], budgetKilobytes: 150 },
  { name: 'home', needs: [...frame, 'src/home/HomePage.tsx'], budgetKilobytes: 300 },
  { name: 'machines', needs: [...frame, 'src/machines/list/MachineList.tsx'], budgetKilobytes: 325 },
  { name: 'machine', needs: [...frame, 'src/machines/show/MachineShow.tsx'], budgetKilobytes: 335 },
  { name: 'programs', needs: [...frame, 'src/programs/list/ProgramList.tsx'], budgetKilobytes: 325 },
  { name: 'program', needs: [...frame, 'src/programs/show/ProgramShow.tsx'], budgetKilobytes: 360 },
  { name: 'structures', needs: [...frame, 'src/structures/list/StructureList.tsx'], budgetKilobytes: 315 },
  { name: 'users', needs: [...frame, 'src/users/list/UserList.tsx'], budgetKilobytes: 320 },
];

const sizes = pages.map((page) => ({ ...page, kilobytes: bytesOf(['index.html', ...page.needs]) / 1000 }));
for (const { name, kilobytes, budgetKilobytes } of sizes) {
  const line = `${name.padEnd(12)} ${kilobytes.toFixed(1).padStart(6)} kB of ${budgetKilobytes} kB`;
  process.stdout.write(
    `${kilobytes > budgetKilobytes ? `${line}  too much: npm run bundle shows what is in it` : line}\n`,
  );
}
process.exitCode = sizes.some(({ kilobytes, budgetKilobytes }) => kilobytes > budgetKilobytes) ? 1 : 0;

/** The compressed size of these modules and of everything that they import statically. */
function bytesOf(parts) {
  const seen = new Set();
  const visit = (key) => {
    const part = manifest[key];
    if (!part) throw new Error(`The build has no part ${key}.`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const one of part.imports ?? []) visit(one);
  };
  for (const part of parts) visit(part);
  const scripts = new Set([...seen].map((key) => manifest[key].file).filter((name) => name.endsWith('.js')));
  return [...scripts].reduce((sum, name) => sum + statSync(join(dist, `${name}.br`)).size, 0);
}
