import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.js';

/** The command as it is built, in processes of its own, and histories of releases, which the compiler judges. */
export default mergeConfig(
  { ...shared, test: undefined },
  {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    test: {
      include: ['test/{command,release}/**/*.test.ts'],
      globalSetup: ['test/command/build-once.ts'],
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  },
);
