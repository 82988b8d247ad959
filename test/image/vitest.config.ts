import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.js';

/** Runs each step of the Dockerfile in a clean folder, as a user without rights. */
export default mergeConfig(
  { ...shared, test: undefined },
  {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    test: {
      include: ['test/image/**/*.test.ts'],
      testTimeout: 600_000,
      hookTimeout: 600_000,
    },
  },
);
