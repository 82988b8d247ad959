import { defineConfig } from 'vitest/config';
import shared from '../../vitest.config.js';

export default defineConfig({
  ...shared,
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    isolate: false,
  },
});
