// How much script a page needs before it can be used, compressed as it is sent, against a budget, and whether it holds
// the texts of one language only. Run by `npm test`, and with a picture of what is in each file by `npm run bundle`.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const dist = 'web/dist';
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const languages = ['en', 'fr'];
/** What every page behind the sign-in page needs, with the texts of one language. */
const frame = ['src/app/frame/Layout.tsx', 'src/app/frame/Notices.tsx'];
const texts = (language) => `src/app/words/allMessages.ts?only=${language}`;
/** In kilobytes (1000 bytes), some hundredths above what each page needs today. */
const pages = [
  { name: 'sign-in', needs: ['src/app/frame/Notices.tsx'], budgetKilobytes: 150 },
  { name: 'home', needs: [...frame, 'src/home/HomePage.tsx'], budgetKilobytes: 295 },
  { name: 'machines', needs: [...frame, 'src/machines/list/MachineList.tsx'], budgetKilobytes: 320 },
  { name: 'machine', needs: [...frame, 'src/machines/show/MachineShow.tsx'], budgetKilobytes: 337 },
  { name: 'programs', needs: [...frame, 'src/programs/list/ProgramList.tsx'], budgetKilobytes: 320 },
  { name: 'program', needs: [...frame, 'src/programs/show/ProgramShow.tsx'], budgetKilobytes: 359 },
  { name: 'structures', needs: [...frame, 'src/structures/list/StructureList.tsx'], budgetKilobytes: 305 },
  { name: 'users', needs: [...frame, 'src/users/list/UserList.tsx'], budgetKilobytes: 305 },
];

const sizes = pages.map((page) => ({
  ...page,
  kilobytes: Math.max(...languages.map((language) => bytesOf(scriptsOf(page, language)))) / 1000,
}));
for (const { name, kilobytes, budgetKilobytes } of sizes) {
  const line = `${name.padEnd(12)} ${kilobytes.toFixed(1).padStart(6)} kB of ${budgetKilobytes} kB`;
  process.stdout.write(
    `${kilobytes > budgetKilobytes ? `${line}  too much: npm run bundle shows what is in it` : line}\n`,
  );
}
const mixed = languages.flatMap((language) => foreignTexts(language));
for (const line of mixed) process.stdout.write(`${line}\n`);
process.exitCode =
  mixed.length > 0 || sizes.some(({ kilobytes, budgetKilobytes }) => kilobytes > budgetKilobytes) ? 1 : 0;

/** GEN-01: a line for each file that pages load for one language, and that holds texts of the other. */
function foreignTexts(language) {
  const sentences = languages.filter((one) => one !== language).flatMap(sentencesIn);
  return [...new Set(pages.flatMap((page) => scriptsOf(page, language)))].flatMap((file) => {
    const script = read(file);
    const found = sentences.find((sentence) => script.includes(sentence));
    return found ? [`${file} is loaded for readers of "${language}", and it holds the text "${found}".`] : [];
  });
}

/** Texts of a language that are long enough to be in no other file by chance. */
function sentencesIn(language) {
  const found = read(manifest[texts(language)].file).match(/(?<=[`"'])[\p{L}’,;: ]{40,}[.?]?(?=[`"'])/gu) ?? [];
  if (found.length < 100) throw new Error(`Only ${found.length} long texts were found in "${language}".`);
  return found;
}

function bytesOf(scripts) {
  return scripts.reduce((sum, name) => sum + statSync(join(dist, `${name}.br`)).size, 0);
}

/** The files of a page with all that they import statically. The sign-in page has its own texts, in both languages. */
function scriptsOf({ needs }, language) {
  const parts = ['index.html', ...needs, ...(needs.includes(frame[0]) ? [texts(language)] : [])];
  const seen = new Set();
  const visit = (key) => {
    const part = manifest[key];
    if (!part) throw new Error(`The build has no part ${key}.`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const one of part.imports ?? []) visit(one);
  };
  for (const part of parts) visit(part);
  return [...new Set([...seen].map((key) => manifest[key].file).filter((name) => name.endsWith('.js')))];
}

function read(file) {
  return readFileSync(join(dist, file), 'utf8');
}
