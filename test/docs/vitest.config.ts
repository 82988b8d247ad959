import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import shared from '../../vitest.config.js';

export default defineConfig({
  ...shared,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/docs/**/*.test.ts'],
    globalSetup: ['test/docs/work-folder.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
