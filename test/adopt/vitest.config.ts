import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.js';

/** Installs the packed package in applications of other frameworks, one after the other: npm is busy with each. */
export default mergeConfig(
  { ...shared, test: undefined },
  {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    test: {
      include: ['test/adopt/**/*.test.ts'],
      testTimeout: 900_000,
      hookTimeout: 900_000,
    },
  },
);
