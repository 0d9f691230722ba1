import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, 'web/src');
const filesLike = (pattern: string) => globSync(pattern, { cwd: root }).map((name) => join(root, name));
const read = (file: string) => readFileSync(file, 'utf8');
const sheets = filesLike('**/*.css');
const sources = filesLike('**/*.{ts,tsx}').filter((name) => !name.includes('.test.'));

/** What is loaded with a file: itself, what it imports, and so on; without what it loads later. */
function loadedWith(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  if (file.endsWith('.css')) return known;
  for (const [, path = ''] of read(file).matchAll(/(?:from|^import) '(\.[^']+)'/gm))
    loadedWith(join(dirname(file), path), known);
  return known;
}

/** The classes for which a style sheet has rules wherever they stand. */
function classesOf(sheet: string): string[] {
  return [...read(sheet).matchAll(/^\s*\.([a-z][\w-]*)/gm)].map(([, name = '']) => name);
}

const styled = new Set(sheets.flatMap(classesOf));
const classesIn = (loaded: Iterable<string>) =>
  new Set([...loaded].filter((file) => file.endsWith('.css')).flatMap(classesOf));
// The frame stands around all that comes after the sign-in.
const always = new Set(
  ['main.tsx', 'app/frame/Layout.tsx'].flatMap((name) => [...classesIn(loadedWith(join(root, name)))]),
);

/** Those that a file gives to what it shows, as far as they are written out and some style sheet knows them. */
function classesUsed(file: string): string[] {
  const values = [...read(file).matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)];
  return values.flatMap(([, plain, worked = '']) => {
    const literals =
      plain === undefined
        ? [...worked.matchAll(/['"`]([^'"`]*)['"`]/g)].map(([, text = '']) =>
            text.replaceAll(/\S*\$\{[^}]*\}?\S*/g, ''),
          )
        : [plain];
    return literals.flatMap((text) => text.split(/\s+/)).filter((name) => styled.has(name));
  });
}

/** What is loaded when it is opened: each may be the first thing that somebody opens. */
const pages = [
  ...new Set(
    sources.flatMap((file) =>
      [...read(file).matchAll(/import\('(\.[^']+\.tsx)'\)/g)].map(([, path = '']) => join(dirname(file), path)),
    ),
  ),
].map((file) => relative(root, file));

describe('the check of style sheets', () => {
  it('finds the pages and the style sheets', () => {
    expect(pages).toContain('machines/show/MachineShow.tsx');
    expect(always).toContain('control');
    expect(classesUsed(join(root, 'machines/programs/InstallDialog.tsx'))).toContain('install__name');
  });

  it.each(pages)('finds every class that %s uses in a style sheet that it imports itself', (page) => {
    const loaded = loadedWith(join(root, page));
    const there = classesIn(loaded);
    const bare = [...loaded]
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => classesUsed(file).map((name) => ({ file: relative(root, file), name })))
      .filter(({ name }) => !there.has(name) && !always.has(name));
    expect(bare).toEqual([]);
  });
});
