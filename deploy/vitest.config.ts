import { defineConfig } from 'vitest/config';

/**
 * `npm run try-release`: the archive and the image, started as operators do. Not a part of `npm test`: it takes a
 * minute or two, and the image needs buildah and podman.
 */
export default defineConfig({
  test: {
    include: ['deploy/**/*.trial.ts'],
    globalSetup: ['server/src/testing/cluster.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    disableConsoleIntercept: true,
  },
});
