import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Lowers decorators, as a build of a service does; packages stay outside. */
export async function compile(entry, outfile) {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
    tsconfigRaw: {},
    plugins: [builtPackage],
  });
  return outfile;
}

/** The package as it is built, and not its source. */
const builtPackage = {
  name: 'built-package',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^svckit$/ }, () => ({
      path: new URL('../../dist/index.js', import.meta.url).href,
      external: true,
    })),
};

export const pathOf = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
