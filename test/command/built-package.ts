import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../packed/run-program.js';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

export interface BuiltPackage {
  readonly folder: string;
  /** The command's script. */
  readonly script: string;
  remove(): void;
}

/** Builds the package from the current sources, beside the installed packages, without touching dist/. */
export async function buildCopy(): Promise<BuiltPackage> {
  const cache = join(repository, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'svckit-built-'));
  // In a process of its own, because a global setup of the test runner cannot import the build.
  const build = `import { buildPackage } from './esbuild.config.mjs'; await buildPackage(${JSON.stringify(join(folder, 'dist'))});`;
  await runProgram([process.execPath, '--input-type=module', '--eval', build], repository);
  mkdirSync(join(folder, 'bin'));
  for (const file of ['package.json', 'bin/svc.mjs', 'bin/ask.mjs', 'bin/answer.mjs'])
    copyFileSync(join(repository, file), join(folder, file));
  cpSync(join(repository, 'schemas'), join(folder, 'schemas'), { recursive: true });
  return {
    folder,
    script: join(folder, 'bin/svc.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
