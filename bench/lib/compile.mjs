import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Lowers decorators, as a service's build does; packages stay external. */
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

/** The built package, not its source. */
const builtPackage = {
  name: 'built-package',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^svckit(?:\/(?:lens|around))?$/ }, ({ path }) => ({
      path: new URL(`../../dist/${path.split('/')[1] ?? 'index'}.js`, import.meta.url).href,
      external: true,
    })),
};

export const pathOf = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
