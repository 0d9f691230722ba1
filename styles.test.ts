import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { widthsPixels } from './web/src/kit/widths.ts';

const root = join(import.meta.dirname, 'web/src');
const filesLike = (pattern: string) => globSync(pattern, { cwd: root }).map((name) => join(root, name));
const read = (file: string) => readFileSync(file, 'utf8');
const sheets = filesLike('**/*.css');
const sources = filesLike('**/*.{ts,tsx}').filter((name) => !name.includes('.test.'));

/** The files loaded with this one: itself and its static imports, recursively; not what it loads on demand. */
function loadedWith(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  if (file.endsWith('.css')) return known;
  for (const [, path = ''] of read(file).matchAll(/(?:from|^import) '(\.[^'?]+)[^']*'/gm))
    loadedWith(join(dirname(file), path), known);
  return known;
}

/** The classes that begin a rule of this sheet. */
function classesOf(sheet: string): string[] {
  return [...read(sheet).matchAll(/^\s*\.([a-z][\w-]*)/gm)].map(([, name = '']) => name);
}

const styled = new Set(sheets.flatMap(classesOf));
const classesIn = (loaded: Iterable<string>) =>
  new Set([...loaded].filter((file) => file.endsWith('.css')).flatMap(classesOf));
// The frame is loaded on every page after sign-in.
const always = new Set(
  ['main.tsx', 'app/frame/Layout.tsx'].flatMap((name) => [...classesIn(loadedWith(join(root, name)))]),
);

/** The styled classes in the literals of a file's className. */
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

/** Modules loaded on demand; each may be the first that is opened. */
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

describe('the numbers of style sheets', () => {
  const found = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([match]) => match.trim());
  // In drawings, px are units of a view box.
  const ours = sheets
    .map((sheet) => relative(root, sheet))
    .filter((sheet) => !/^phases\/drawing\/|^app\/api-docs\/|fonts\.css$/.test(sheet));
  const scale = read(join(root, 'app/theme/scale.css'));
  const widths = Object.values(widthsPixels).join('|');
  const allowed = new RegExp(
    `^\\((width (<|>=) (${widths})px|(${widths})px <= width < (${widths})px|height (<|>=) (480|600)px)\\)$`,
  );

  it.each(ours)('of %s are the named widths of windows, and the weights, sizes and gaps of scale.css', (sheet) => {
    const text = read(join(root, sheet));
    const queries = found(/@(media|container)[^{]*/g, text).flatMap((query) => found(/\([^)]*\d[^)]*\)/g, query));
    expect(queries.filter((query) => !allowed.test(query))).toEqual([]);
    expect(found(/font-weight: *[^;]*\d[^;]*/g, text)).toEqual([]);
    expect(found(/font-size: *[^;]*\dpx[^;]*/g, text)).toEqual([]);
    expect(found(/\bgap: *[^;]*\dpx[^;]*/g, text)).toEqual([]);
    const names = found(/var\(--(gap|size|weight)-[\w-]+/g, text).map((use) => use.slice('var('.length));
    expect(names.filter((name) => !scale.includes(`${name}:`))).toEqual([]);
  });
});
