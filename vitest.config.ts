import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { defineConfig, type Plugin } from 'vitest/config';
import { ownTemporaryFolder } from './test/own-temporary-folder.js';

const needsLowering = /^\s*@[A-Z]|\busing \w+ =/m;

/** Vite's own transform leaves standard decorators and `using` as they are, and Node 20 cannot parse them; esbuild lowers them. */
const lowerDecorators: Plugin = {
  name: 'lower-decorators',
  enforce: 'pre',
  async transform(code, id) {
    const file = id.split('?')[0]!;
    if (!/\.m?ts$/.test(file) || file.includes('/node_modules/') || !needsLowering.test(code)) return null;
    const output = await transform(code, {
      loader: 'ts',
      target: 'es2022',
      sourcemap: true,
      sourcefile: file,
      keepNames: true,
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
    return { code: output.code, map: output.map };
  },
};

/** How long `expect.poll` waits and how often `fc.assert` runs, in every suite. */
const patience: Plugin = {
  name: 'patience',
  config: () => ({
    test: { setupFiles: [source('./test/property-runs.ts')], expect: { poll: { timeout: 60_000 } } },
  }),
};

/** What becomes of a file depends on the options of TypeScript too, which the cache of transformed files does not look at. */
const keyOfCache: Plugin = {
  name: 'key-of-cache',
  configureVitest: ({ experimental_defineCacheKeyGenerator: addKey }) => {
    const options = readFileSync(source('./tsconfig.json'), 'utf8');
    addKey(() => options);
  },
};

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const otherSuites = [
  '**/node_modules/**',
  'fixtures/{adopt,consumer,upgrade/consumers}/**',
  'test/{adopt,browser,client,command,contract,docs,image,integration,packed,release}/**',
  'test/runtimes/processes.test.ts',
];
const isolated = 'src/**/*.isolated.test.ts';

export default defineConfig({
  plugins: [lowerDecorators, ownTemporaryFolder, patience, keyOfCache],
  resolve: {
    alias: [
      { find: /^svckit\/export$/, replacement: source('./src/export/index.ts') },
      { find: /^svckit\/openapi$/, replacement: source('./src/library/index.ts') },
      { find: /^svckit\/around$/, replacement: source('./src/around/index.ts') },
      { find: /^svckit\/lens$/, replacement: source('./src/lens/index.ts') },
      { find: /^svckit\/webhooks$/, replacement: source('./src/webhooks/index.ts') },
      { find: /^svckit\/testing$/, replacement: source('./src/testing/index.ts') },
      { find: /^@svckit\/stores$/, replacement: source('./stores/src/index.ts') },
      { find: /^svckit$/, replacement: source('./src/index.ts') },
    ],
  },
  test: {
    // A test that waits for a process it started leaves its processor to another one.
    maxWorkers: '100%',
    // The two projects transform what both of them import once, and the next run only what has changed.
    experimental: { fsModuleCache: true },
    projects: [
      // Test files of one worker share the modules that they load: loading them again for each file takes longer than most files.
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          include: ['{src,service/src,stores/src,test,fixtures}/**/*.test.ts'],
          exclude: [...otherSuites, isolated],
        },
      },
      // These replace a module, so no other file may have loaded it, or compile so many expressions that they take forty times as long beside others.
      { extends: true, test: { name: 'isolated', include: [isolated] } },
    ],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
