import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Bundles a TypeScript program for a test to run as a separate process; returns its path, removed when the test ends. */
export async function buildProgram(source: string): Promise<string> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'svc-test-program-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'program.mjs');
  await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    keepNames: true,
    external: ['@photostructure/sqlite', 'pg', 'svckit'],
  });
  return outfile;
}
