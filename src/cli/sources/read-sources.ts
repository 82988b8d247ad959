import { readFileSync } from 'node:fs';
import type { Sources } from '../../release/find-layout.js';

/** The source files of a service among what it loads. */
export const readSources = (inputs: readonly string[]): Sources =>
  new Map(
    inputs
      .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !/[\\/]node_modules[\\/]/.test(file))
      .map((file) => [file, readFileSync(file, 'utf8')]),
  );
