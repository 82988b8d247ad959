import type { TestProject } from 'vitest/node';
import { packPackage } from '../packed/packed-package.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file of svckit that a registry would serve, which all applications install. */
    readonly tarball: string;
  }
}

/** Packs the package once for this suite. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const packed = await packPackage();
  provide('tarball', packed.tarball);
  return packed.remove;
}
