import type { TestProject } from 'vitest/node';
import { buildCopy } from './built-package.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the package that all test files share. */
    readonly built: string;
  }
}

/** Builds the package once for this suite. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const built = await buildCopy();
  provide('built', built.folder);
  return built.remove;
}
