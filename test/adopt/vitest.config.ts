import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.js';

/** Installs the packed package in applications of other frameworks. A file has one application, since npm is busy with each. */
export default mergeConfig(
  { ...shared, test: undefined },
  {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    test: {
      include: ['test/adopt/**/*.test.ts'],
      globalSetup: ['test/adopt/pack-once.ts'],
      testTimeout: 900_000,
      hookTimeout: 900_000,
    },
  },
);
