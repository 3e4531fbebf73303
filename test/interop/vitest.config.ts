import { defineConfig } from 'vitest/config';

/** The suite with real backends: `npm run test:interop`. Builds take minutes the first time and are kept in .cache/. */
export default defineConfig({
  test: {
    dir: 'test/interop',
    include: ['**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 20 * 60_000,
    fileParallelism: false,
  },
});
