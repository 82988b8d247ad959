#!/usr/bin/env node
// Bundles the attack suite and runs it: npm run test:attack -- --help
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(repository, 'node_modules/.cache');
await mkdir(cache, { recursive: true });
const folder = await mkdtemp(join(cache, 'svc-attack-'));

const bundles = new Map();

/** Bundles a TypeScript file of this folder for Node, once; resolves to the path of the bundle. */
function bundle(path) {
  if (!bundles.has(path)) bundles.set(path, write(path));
  return bundles.get(path);
}

async function write(path) {
  const outfile = join(folder, `${path.replace(/\W/g, '-')}.mjs`);
  await build({
    entryPoints: [join(dirname(fileURLToPath(import.meta.url)), path)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    keepNames: true,
    alias: {
      'svckit/export': join(repository, 'src/export/index.ts'),
      'svckit/webhooks': join(repository, 'src/webhooks/index.ts'),
      '@svckit/stores': join(repository, 'stores/src/index.ts'),
      svckit: join(repository, 'src/index.ts'),
    },
    logLevel: 'error',
  });
  return outfile;
}

const { attack } = await import(pathToFileURL(await bundle('attack.ts')).href);
const interrupted = new AbortController();
process.on('SIGINT', () => interrupted.abort()).on('SIGTERM', () => interrupted.abort());
const code = await attack(process.argv.slice(2), {
  repository,
  bundle,
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  interrupted: interrupted.signal,
});
await rm(folder, { recursive: true, force: true });
process.exit(code);
