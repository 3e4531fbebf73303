import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/emitters/**', 'test/interop/**', '**/node_modules/**'],
    testTimeout: 120_000,
  },
});
