import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const { resolve: findModule } = createRequire(import.meta.url);

/**
 * What every bundle shares: ES modules for Node 20 with lowered decorators and external packages. Only the bundled service keeps names, where
 * they name operations: keeping names costs a call for each closure that a request creates.
 */
export const shared = {
  absWorkingDir: here,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: ['node20.19', 'es2022'],
  packages: 'external',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
};

/** What others import, by the name of the built file. */
export const publicEntries = {
  index: 'src/index.ts',
  openapi: 'src/library/index.ts',
  export: 'src/export/index.ts',
  testing: 'src/testing/index.ts',
  lens: 'src/lens/index.ts',
  around: 'src/around/index.ts',
  webhooks: 'src/webhooks/index.ts',
};

/** Packages that the build contains, because what their installation adds is fifty times what is used of it. */
export const bundled = ['jsonpath-rfc9535'];

const includeBundled = {
  name: 'include-bundled',
  setup: ({ onResolve }) =>
    onResolve({ filter: new RegExp(`^(?:${bundled.join('|')})$`) }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
    })),
};

/** Builds the package into a folder: the entries and the command share one copy of every class. */
export async function buildPackage(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    ...shared,
    outdir: folder,
    splitting: true,
    plugins: [includeBundled],
    chunkNames: 'chunks/[name]-[hash]',
    entryPoints: {
      ...publicEntries,
      cli: 'src/cli/run.ts',
      answer: 'src/cli/questions/answer-question.ts',
    },
  });
  await buildPage(join(folder, 'page'));
  for (const name of bundled) copyLicense(name, join(folder, 'licenses'));
  cpSync(join(here, 'templates'), join(folder, 'templates'), { recursive: true });
}

/** Builds the bundled service into a folder: one module, and the process for images that it starts. */
export async function buildService(folder) {
  rmSync(folder, { recursive: true, force: true });
  await build({
    ...shared,
    keepNames: true,
    external: ['svckit', 'svckit/export', 'svckit/webhooks'],
    entryPoints: ['service/src/service.ts'],
    outfile: join(folder, 'service.js'),
  });
  await build({
    ...shared,
    entryPoints: ['service/src/images/image-worker.mjs'],
    outfile: join(folder, 'image-worker.mjs'),
  });
}

/** Builds the package of stores into a folder: one module. */
export async function buildStores(folder) {
  rmSync(folder, { recursive: true, force: true });
  await build({ ...shared, entryPoints: ['stores/src/index.ts'], outfile: join(folder, 'stores.js') });
}

/** Builds what the explorer page loads in a browser. */
export async function buildPage(folder) {
  await build({
    absWorkingDir: here,
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    logLevel: 'warning',
    outdir: folder,
    entryNames: '[name]',
    entryPoints: ['src/page/browser/page.ts', 'src/page/browser/oauth-return.ts', 'src/page/style/page.css'],
  });
  cpSync(join(here, 'src', 'page', 'browser', 'oauth-return.html'), join(folder, 'oauth-return.html'));
}

function copyLicense(name, folder) {
  cpSync(join(here, 'node_modules', name, 'LICENSE'), join(folder, `${name}.txt`));
}

function writeTypes(...options) {
  const compiler = join(dirname(findModule('typescript/package.json')), 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', ...options], {
    cwd: here,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('Type declarations failed: tsc reported the errors above.');
}

/** The declarations of the stores alone: they name no file outside their package. */
export function writeStoresTypes(folder) {
  const all = `${folder}-all`;
  writeTypes('stores/tsconfig.build.json', '--outDir', all);
  rmSync(folder, { recursive: true, force: true });
  renameSync(join(all, 'stores/src'), folder);
  rmSync(all, { recursive: true });
}

/** In a clone, makes `npx svc` run this checkout directly. */
function linkCommands() {
  const folder = join(here, 'node_modules', '.bin');
  if (process.platform === 'win32' || !existsSync(folder)) return;
  for (const name of ['svc', 'svckit']) {
    rmSync(join(folder, name), { force: true });
    symlinkSync(join('..', '..', 'bin', 'svc.mjs'), join(folder, name));
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildPackage(join(here, 'dist'));
  await buildService(join(here, 'service', 'dist'));
  await buildStores(join(here, 'stores', 'dist'));
  writeTypes('tsconfig.build.json');
  writeStoresTypes(join(here, 'stores', 'dist', 'types'));
  linkCommands();
}
