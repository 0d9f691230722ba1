import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Generates a client with `@hey-api/openapi-ts`: `node generateHeyApi.ts <document> <folder>`. It uses the compiler's
 * API, which TypeScript 7, the root's, does not have; so it gets this package's TypeScript 5.
 */
const typescript = pathToFileURL(createRequire(import.meta.url).resolve('typescript')).href;
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? typescript : specifier, context),
});

const [input = '', path = ''] = process.argv.slice(2);
const { createClient } = await import('@hey-api/openapi-ts');
await createClient({
  input,
  output: { path, module: { extension: '.ts' } },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  logs: { level: 'silent' },
});
