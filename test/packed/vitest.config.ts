import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.js';

/** Packs the package and installs it in empty projects, as npm would from its registry. */
export default mergeConfig(
  { ...shared, test: undefined },
  {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    test: {
      include: ['test/packed/**/*.test.ts'],
      testTimeout: 600_000,
      hookTimeout: 600_000,
    },
  },
);
