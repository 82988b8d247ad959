import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import shared from '../../vitest.config.js';

export default defineConfig({
  ...shared,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/client/**/*.test.ts'],
    // All files share one compiler, and what it has read.
    isolate: false,
    globalSetup: ['test/client/install-tools.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
