import { defineConfig } from 'vitest/config';
import shared from '../../vitest.config.js';

export default defineConfig({
  ...shared,
  root: new URL('../..', import.meta.url).pathname,
  test: { include: ['test/runtimes/processes.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
