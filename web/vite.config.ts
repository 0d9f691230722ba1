import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { visualizer } from 'rollup-plugin-visualizer';
import { defineConfig, type Plugin } from 'vite';

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

/** Where `npm run bundle` wants its picture of what is in each file. */
const picture = process.env['BUNDLE_PICTURE'];

export default defineConfig({
  plugins: [react(), inlineHashes(), ...(picture ? [visualizer({ filename: picture, brotliSize: true })] : [])],
  html: { cspNonce: '__NONCE__' },
  // The manifest says which files a page needs: scripts/bundle.mjs holds them to a budget.
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, manifest: true },
});
