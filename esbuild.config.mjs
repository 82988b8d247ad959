import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
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

/**
 * Packages that the build contains with what they depend on: only the command line uses them, or their installation brings many times what is
 * used.
 */
export const bundled = [
  '@clack/prompts',
  '@scalar/openapi-upgrader',
  'eventsource-parser',
  'execa',
  'file-type',
  'js-yaml',
  'jsonpath-rfc9535',
  'lru-cache',
  'marked',
  'mustache',
];

const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

/** What an installation of the package has beside it. */
const installed = Object.keys({ ...dependencies, ...peerDependencies });

/** Modules of Node that bundled packages require: ES modules have no `require`. */
const requiredBuiltins = {
  name: 'required-builtins',
  setup: ({ onResolve, onLoad }) => {
    const namespace = 'required-builtin';
    onResolve({ filter: new RegExp(`^(?:node:)?(?:${builtinModules.join('|')})$`) }, ({ path, kind }) =>
      kind === 'require-call' ? { path: path.replace('node:', ''), namespace } : undefined,
    );
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: `export * from 'node:${path}';` }));
  },
};

/** esbuild finds its executable from a file of its own, which is beside the build and not in it. */
const ownEsbuild = {
  name: 'own-esbuild',
  setup: ({ onResolve }) => onResolve({ filter: /^esbuild$/ }, () => ({ path: '#esbuild', external: true })),
};

/** Builds the package into a folder: the entries and the command share one copy of every class. */
export async function buildPackage(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    ...shared,
    packages: 'bundle',
    external: installed.flatMap((name) => [name, `${name}/*`]),
    metafile: true,
    outdir: folder,
    splitting: true,
    plugins: [ownEsbuild, requiredBuiltins],
    chunkNames: 'chunks/[name]-[hash]',
    entryPoints: {
      ...publicEntries,
      cli: 'src/cli/run.ts',
      answer: 'src/cli/questions/answer-question.ts',
    },
  });
  await buildPage(join(folder, 'page'));
  copyLicenses(Object.keys(metafile.inputs), join(folder, 'licenses'));
  copyEsbuild(join(folder, 'esbuild'));
  cpSync(join(here, 'templates'), join(folder, 'templates'), { recursive: true, dereference: true });
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

/** The licenses of the packages that files of a build come from. */
function copyLicenses(inputs, folder) {
  const homes = new Set(inputs.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? null));
  homes.delete(null);
  for (const home of homes) {
    const name = home.slice(home.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const license = readdirSync(join(here, home)).find((file) => /^licen[cs]e/i.test(file));
    if (license === undefined) throw new Error(`${name} has no file with its license, so the build cannot contain it.`);
    cpSync(join(here, home, license), join(folder, `${name.replace('/', '-')}.txt`));
  }
}

/** The half of esbuild that is JavaScript; its executables are optional dependencies. Its own package has a script of installation. */
function copyEsbuild(folder) {
  const home = dirname(findModule('esbuild/package.json'));
  for (const file of ['lib/main.js', 'LICENSE.md']) cpSync(join(home, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
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

/** The declarations of svckit that its public entries need. */
export function writePackageTypes(folder) {
  writeTypes('tsconfig.build.json', '--outDir', folder);
  pruneTypes(folder, Object.values(publicEntries));
}

/** Removes the declarations that no public entry needs. */
function pruneTypes(folder, entries) {
  const needed = new Set(entries.map((entry) => join(folder, entry.replace(/^src\//, '').replace(/\.ts$/, '.d.ts'))));
  for (const file of needed)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /(?:\bfrom |\bimport\(|^import )['"](\.[^'"]+)\.js['"]/gm,
    ))
      if (existsSync(join(dirname(file), `${name}.d.ts`))) needed.add(join(dirname(file), `${name}.d.ts`));
  for (const name of readdirSync(folder, { recursive: true }).filter((found) => found.endsWith('.d.ts')))
    if (!needed.has(join(folder, name))) rmSync(join(folder, name));
  removeEmpty(folder);
}

function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
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
  writePackageTypes(join(here, 'dist', 'types'));
  writeStoresTypes(join(here, 'stores', 'dist', 'types'));
  linkCommands();
}
