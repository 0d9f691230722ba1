import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import pxToRem from 'postcss-pxtorem';
import { visualizer } from 'rollup-plugin-visualizer';
import { type BuildOptions, build, defineConfig, type ESTree, type Plugin } from 'vite';

/** Writes the CSP hash of each inline script beside index.html, for the server's script-src. */
function inlineHashes(): Plugin {
  return {
    name: 'inline-hashes',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const html = bundle['index.html'];
      if (html?.type !== 'asset') return;
      const scripts = String(html.source).matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g);
      const scriptHashes = [...scripts].map(
        ([, text]) =>
          `'sha256-${createHash('sha256')
            .update(text ?? '')
            .digest('base64')}'`,
      );
      this.emitFile({ type: 'asset', fileName: 'csp.json', source: JSON.stringify({ scriptHashes }) });
    },
  };
}

const forDocuments = new Set(['describe', 'meta']);

/** Leaves out the contract's descriptions and examples: only the documents that the server makes show them. */
function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!/[\\/]contract[\\/]src[\\/]/.test(id) || !/\.(describe|meta)\(/.test(code)) return null;
      const cuts: { from: number; to: number }[] = [];
      const visit = (node: unknown): void => {
        if (typeof node !== 'object' || node === null) return;
        const { type, callee, end } = node as {
          type?: string;
          callee?: { type: string; property: { name?: string }; object: { end: number } };
          end: number;
        };
        if (
          type === 'CallExpression' &&
          callee?.type === 'MemberExpression' &&
          forDocuments.has(callee.property.name ?? '')
        )
          cuts.push({ from: callee.object.end, to: end });
        for (const below of Object.values(node)) visit(below);
      };
      visit(this.parse(code));
      cuts.sort((a, b) => b.from - a.from);
      return cuts.reduce((text, { from, to }) => text.slice(0, from) + text.slice(to), code);
    },
  };
}

const messagesFile = /[\\/]\w*[mM]essages\.ts$/;
const languages = ['en', 'fr'];

/**
 * GEN-01: the browser loads the texts of one language, though a file of messages has both, where the French is checked
 * against the English. `messages.ts?only=fr` is that file with its export `fr` alone, and so are the files of messages
 * that it imports; `messages.ts` is the file without `en` and `fr`. Tests, which do without this plugin, get all of it.
 */
function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    enforce: 'post',
    transform(code, id) {
      const [file = '', only] = id.split('?only=');
      if (!messagesFile.test(file)) return null;
      const isKept = (name = '') => (only ? name === only : !languages.includes(name));
      const changes: { from: number; to: number; text: string }[] = [];
      for (const part of this.parse(code).body) {
        if (part.type === 'ExportNamedDeclaration' && !isKept(exportedName(part)))
          changes.push({ from: part.start, to: part.end, text: '' });
        if (only && part.type === 'ImportDeclaration' && messagesFile.test(part.source.value))
          changes.push({ from: part.source.end - 1, to: part.source.end - 1, text: `?only=${only}` });
      }
      return changes.reduceRight((text, { from, to, text: put }) => text.slice(0, from) + put + text.slice(to), code);
    },
  };
}

/** The name in `export const name = …`. */
function exportedName({ declaration }: ESTree.ExportNamedDeclaration): string | undefined {
  const first = declaration?.type === 'VariableDeclaration' ? declaration.declarations[0] : undefined;
  return first?.id.type === 'Identifier' ? first.id.name : undefined;
}

/**
 * GEN-06: style sheets are written in px, for a text size of 16, and served in rem, so that the text size that a reader
 * sets in the browser enlarges the whole page, and a page too narrow for it becomes that of a small screen. Lines of
 * 1 px stay. Drawings of programs are enlarged as a whole: the px of their texts are units of a view box.
 */
const css = {
  postcss: {
    plugins: [
      pxToRem({
        propList: ['*'],
        mediaQuery: true,
        minPixelValue: 2,
        exclude: /[\\/]phases[\\/]drawing[\\/]/,
        selectorBlackList: ['.glass__picture text'],
      }),
    ],
  },
};

/** What both pages have in common. */
const html = { cspNonce: '__NONCE__' };
const common: BuildOptions = { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } };

/** INT-03: builds the page of the API beside the console, which shares nothing with it but its files' folder. */
function apiPage(): Plugin {
  return {
    name: 'api-page',
    apply: 'build',
    closeBundle: async () => {
      await build({
        root: fileURLToPath(new URL('.', import.meta.url)),
        configFile: false,
        logLevel: 'warn',
        html,
        css,
        build: { ...common, emptyOutDir: false, chunkSizeWarningLimit: 2000, rolldownOptions: { input: apiHtml } },
      });
    },
  };
}
const apiHtml = fileURLToPath(new URL('api.html', import.meta.url));

/** Where `npm run bundle` wants its picture of what is in each file. */
const picture = process.env['BUNDLE_PICTURE'];

/** Merges modules that are needed together: each file costs a request and browser time, and compresses less well. */
const groups = [
  // What the sign-in page needs.
  { name: 'gate', tags: ['$initial' as const], priority: 2 },
  // What components need of the files of messages: the functions that look texts up.
  { name: 'translators', test: messagesFile, priority: 1 },
];

/** The texts of a language are in a file `words-fr-….js`. */
function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, language] = facadeModuleId?.split('?only=') ?? [];
  return language ? `assets/words-${language}-[hash].js` : 'assets/[name]-[hash].js';
}

export default defineConfig({
  plugins: [
    react(),
    withoutDescriptions(),
    oneLanguage(),
    inlineHashes(),
    apiPage(),
    ...(picture ? [visualizer({ filename: picture, brotliSize: true })] : []),
  ],
  html,
  css,
  resolve: {
    alias: {
      // node-polyglot brings a replacement of it for browsers of 2015, with thirty packages.
      'object.entries': fileURLToPath(new URL('src/app/words/objectEntries.cjs', import.meta.url)),
    },
  },
  build: {
    ...common,
    // It says which files a page needs: scripts/bundle.mjs holds them to a budget.
    manifest: true,
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames } },
  },
});
