import { defineConfig } from 'vitest/config';
import shared from '../../vitest.config.js';

export default defineConfig({
  ...shared,
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['test/contract/**/*.test.ts'],
    // All files share the modules that they load.
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
