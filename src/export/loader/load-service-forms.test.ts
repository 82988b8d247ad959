import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { afterEach, describe, expect, it } from 'vitest';
import * as svckit from '../../index.js';
import { compileService, loadService } from '../index.js';
import { makeProject } from '../testing/temporary-project.js';

const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

let remove = () => {};
afterEach(() => remove());

function project(...args: Parameters<typeof makeProject>) {
  const made = makeProject(...args);
  remove = made.remove;
  return made;
}

const controller = (extra = '') => `
  import { Controller, Get, Module, inject } from 'svckit';
  ${extra}
  @Controller('users')
  class UsersController { @Get() list() { return []; } }
  @Module({ controllers: [UsersController] })
  export class AppModule {}
`;

async function list(entry: string, cwd: string) {
  const { definition } = await loadService(entry, { cwd });
  return compileService(definition).routes.map(
    ({ method, path, version, source }) => `${method} ${path} ${version} ${source?.file}:${source?.line}`,
  );
}

describe('an export file', () => {
  it.each([
    [
      'named exports',
      `${controller()} export { AppModule as root }; export const prefix = 'api'; export const info = { title: 'T', version: '1' };`,
    ],
    ['a plain default export', `${controller()} export default { root: AppModule, prefix: 'api' };`],
    ['an openapi object', `${controller()} export const openapi = { root: AppModule, prefix: 'api' };`],
    ['an openapi function', `${controller()} export const openapi = async () => ({ root: AppModule, prefix: 'api' });`],
    [
      'defineService',
      `${controller("import { defineService } from 'svckit';")} export default defineService({ root: AppModule, prefix: 'api' });`,
    ],
  ])('may have %s', async (_name, text) => {
    const { cwd } = project({ 'svc.config.ts': text });
    expect(await list('svc.config.ts', cwd)).toEqual(['GET /api/users null svc.config.ts:5']);
  });

  it('has versions in the path where it exports its root alone', async () => {
    const versioned = controller().replace("'users'", "'users', { version: '2' }");
    const { cwd } = project({ 'svc.config.ts': `${versioned} export const root = AppModule;` });
    expect(await list('svc.config.ts', cwd)).toEqual(['GET /v2/users 2 svc.config.ts:5']);
  });

  it('takes its title and version from the package.json beside it, unless it has an info', async () => {
    const text = `${controller()} export default { root: AppModule };`;
    const { cwd } = project({
      'package.json': '{ "name": "orders", "version": "3.1.0" }',
      'svc.config.ts': text,
      'own.ts': text.replace('root: AppModule', "root: AppModule, info: { title: 'Own', version: '1' }"),
    });
    const infoOf = async (entry: string) => (await loadService(entry, { cwd })).definition.info;
    expect(await infoOf('svc.config.ts')).toEqual({ title: 'orders', version: '3.1.0' });
    expect(await infoOf('own.ts')).toEqual({ title: 'Own', version: '1' });
  });

  it.each(['ts', 'mts', 'js', 'mjs'])('may be a module in .%s', async (extension) => {
    const { cwd } = project({ [`app.${extension}`]: `${controller()} export { AppModule as root };` });
    expect(await list(`app.${extension}`, cwd)).toEqual([`GET /users null app.${extension}:5`]);
  });

  it.each([
    ['module.exports', 'module.exports = { root: AppModule };'],
    ['exports.root', 'exports.root = AppModule;'],
    [
      'a compiled default export',
      'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = { root: AppModule };',
    ],
  ])('may be CommonJS with %s', async (_name, ending) => {
    const text = `"use strict";
      const { Controller, Get, Module, inject } = require('svckit');
      const svckit = require('svckit');
      const { z } = require('zod');
      class Store {}
      @Controller('users')
      class UsersController { store = inject(Store); other = svckit.inject(Store); @Get('', { response: z.string() }) list() { return __filename; } }
      @Module({ controllers: [UsersController] })
      class AppModule {}
      ${ending}`;
    const { cwd } = project({ 'app.cjs': text });
    expect(await list('app.cjs', cwd)).toEqual(['GET /users null app.cjs:7']);
  });

  it('takes experimental decorators where tsconfig.json enables them, beside classes of a framework that needs them', async () => {
    const { cwd } = project({
      'tsconfig.json': '{ "extends": "./base.json" }',
      'base.json':
        '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true, "target": "es2020" } }',
      'framework.ts': `const Injectable = () => (target: object) => {};
        const Inject = (token: string) => (target: object, name: unknown, index: number) => {};
        @Injectable() export class Service { constructor(@Inject('DATABASE') readonly database: string) {} }`,
      'svc.config.ts': `${controller("import { Service } from './framework.js';")} export { AppModule as root }; export const provided = [Service];`,
    });
    expect(await list('svc.config.ts', cwd)).toEqual(['GET /users null svc.config.ts:5']);
  });

  it('resolves the paths of tsconfig.json', async () => {
    const { cwd } = project({
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@app/*": ["./src/*"] } } }',
      'src/app-module.ts': controller(),
      'svc.config.ts': "export { AppModule as root } from '@app/app-module';",
    });
    expect(await list('svc.config.ts', cwd)).toEqual(['GET /users null src/app-module.ts:5']);
  });

  it('bundles a workspace package, and leaves an installed one to Node', async () => {
    const made = project({
      'packages/shared/package.json': '{ "name": "@team/shared", "exports": "./index.ts" }',
      'packages/shared/index.ts': controller("import 'only-shared';"),
      'packages/shared/node_modules/only-shared/package.json':
        '{ "name": "only-shared", "type": "module", "exports": "./index.js" }',
      'packages/shared/node_modules/only-shared/index.js': 'globalThis.onlyShared = import.meta.url;',
      'node_modules/@team/readme.txt': '',
      'app/svc.config.ts':
        "import { z } from 'zod'; import { AppModule } from '@team/shared'; export const root = AppModule; export const apiVersion = z;",
    });
    symlinkSync(made.path('packages/shared'), made.path('node_modules/@team/shared'));
    const { definition, inputs } = await loadService('app/svc.config.ts', { cwd: made.cwd });
    expect(compileService(definition).routes[0]?.source).toEqual({ file: 'packages/shared/index.ts', line: 5 });
    expect(inputs).toEqual([made.path('app/svc.config.ts'), made.path('packages/shared/index.ts')]);
    expect((globalThis as { onlyShared?: string }).onlyShared).toBe(
      pathToFileURL(made.path('packages/shared/node_modules/only-shared/index.js')).href,
    );
    const { z } = await import('zod');
    expect(definition.apiVersion).toBe(z);
  });

  it("has the running toolkit's own classes, by import and by require", async () => {
    const { cwd } = project({
      'svc.config.mts': `${controller("import * as all from 'svckit'; import required from './required.cjs';")} export const root = AppModule; export const info = { all, required };`,
      'required.cjs': "module.exports = require('svckit');",
    });
    const { definition } = await loadService('svc.config.mts', { cwd });
    const { all, required } = definition.info as unknown as { all: typeof svckit; required: typeof svckit };
    expect(all.HttpError).toBe(svckit.HttpError);
    expect(all.ROUTES).toBe(svckit.ROUTES);
    expect(required.HttpError).toBe(svckit.HttpError);
  });

  it('knows its own location under every name, in every file', async () => {
    const { cwd, path } = project({
      'svc.config.mts': `
        import { here } from './deep/place.cjs'; import { createRequire } from 'node:module';
        ${controller()}
        const require = createRequire(import.meta.url);
        export const root = AppModule;
        export const info = { url: import.meta.url, folder: import.meta.dirname, here, data: require('./data.json') };`,
      'data.json': '{ "read": true }',
      'deep/place.cjs':
        "const name = './other.cjs'; exports.here = [__dirname, __filename, require.resolve('zod'), require(name + '').other];",
      'other.cjs': 'exports.other = 1;',
    });
    const { definition } = await loadService('svc.config.mts', { cwd });
    expect(definition.info).toMatchObject({
      url: pathToFileURL(path('svc.config.mts')).href,
      folder: cwd,
      data: { read: true },
    });
    const { here } = definition.info as unknown as { here: readonly string[] };
    expect(here.slice(0, 2)).toEqual([path('deep'), path('deep/place.cjs')]);
    expect(here[2]).toMatch(/[\\/]zod[\\/]/);
  });

  it('leaves no files behind, and reloads an edited file', async () => {
    const { cwd, path } = project({
      'svc.config.ts': `${controller()} export const root = AppModule; export const prefix = 'a';`,
    });
    expect(await list('svc.config.ts', cwd)).toEqual(['GET /a/users null svc.config.ts:5']);
    writeFileSync(path('svc.config.ts'), `\n${controller()} export const root = AppModule; export const prefix = 'b';`);
    expect(await list('svc.config.ts', cwd)).toEqual(['GET /b/users null svc.config.ts:6']);
    expect(readdirSync(path('node_modules/.cache/svckit'))).toEqual([]);
  });

  it('runs from a temporary folder, with its packages, if the project is read-only', async () => {
    const text = `${controller("import { z } from 'zod'; import { createRequire } from 'node:module';")} export const root = AppModule; export const apiVersion = z;`;
    const { cwd, path } = project({
      'svc.config.ts': text,
      'node_modules/.cache': 'a file, so that no folder can be made here',
    });
    const { definition } = await loadService('svc.config.ts', { cwd });
    expect(compileService(definition).routes[0]?.source).toEqual({ file: 'svc.config.ts', line: 5 });
    expect((definition.apiVersion as unknown as { object: unknown }).object).toBeTypeOf('function');
    expect(existsSync(path('node_modules/.cache/svckit'))).toBe(false);
  });

  it('maps compiled JavaScript back to TypeScript', async () => {
    const { cwd } = project({
      'src/app.ts': `${controller()} export { AppModule as root };`,
      'tsconfig.json':
        '{ "compilerOptions": { "target": "es2022", "module": "nodenext", "sourceMap": true, "rootDir": "src", "outDir": "out", "skipLibCheck": true, "types": [] }, "files": ["src/app.ts"] }',
      'package.json': '{}',
    });
    await execa('node', [compiler, '-p', '.'], { cwd, reject: false });
    expect(await list('out/app.js', cwd)).toEqual(['GET /users null src/app.ts:5']);
  });

  it('is found through a link to its folder', async () => {
    const { cwd, path } = project({ 'real/svc.config.ts': `${controller()} export { AppModule as root };` });
    symlinkSync(path('real'), path('link'));
    expect(await list('svc.config.ts', path('link'))).toEqual(['GET /users null svc.config.ts:5']);
    expect(await list('link', cwd)).toEqual(['GET /users null real/svc.config.ts:5']);
  });

  it('lists every source file, for a watcher', async () => {
    const { cwd, path } = project({
      'svc.config.ts': `${controller("import data from './data.json' with { type: 'json' };")} export { AppModule as root }; export const info = data;`,
      'data.json': '{ "title": "T", "version": "1" }',
      'tsconfig.json': '{}',
    });
    const { inputs, definition } = await loadService('svc.config.ts', { cwd });
    expect(inputs).toEqual([path('data.json'), path('svc.config.ts'), path('tsconfig.json')]);
    expect(definition.info).toEqual({ title: 'T', version: '1' });
  });

  it('lists the documents that it reads, also where they cannot be read', async () => {
    const { cwd, path } = project({
      'svc.config.ts': `import { defineVersions } from 'svckit'; import { defineGateway } from 'svckit/around';
        export default defineGateway({ upstream: 'http://t', document: new URL('api/openapi.yaml', import.meta.url), shapes: {}, operations: { a: { method: 'GET', path: '/a', responses: {} } },
          versions: defineVersions(['1']), versioning: { type: 'header', header: 'V' } });`,
      'api/openapi.yaml':
        'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: { /a: { $ref: "parts.yaml#/a" } }\n',
      'api/parts.yaml': 'a: { get: { responses: { 200: { description: A. } } } }\n',
    });
    const files = [path('api/openapi.yaml'), path('api/parts.yaml'), path('svc.config.ts')];
    expect((await loadService('svc.config.ts', { cwd })).inputs).toEqual(files);
    writeFileSync(path('api/parts.yaml'), 'a: [');
    await expect(loadService('svc.config.ts', { cwd })).rejects.toMatchObject({
      inputs: expect.arrayContaining(files) as string[],
    });
  });

  it('maps a stack of the running service to its sources', async () => {
    const { cwd } = project({
      'svc.config.ts': `${controller()} export const root = AppModule;\nexport const authenticate = () => {\n  throw new Error('no');\n};\nexport default { root, authenticate };`,
    });
    const { definition, restoreStack } = await loadService('svc.config.ts', { cwd });
    const error = await Promise.resolve(null as never)
      .then(definition.authenticate)
      .catch((thrown: unknown) => thrown as Error);
    expect(error).toBeInstanceOf(Error);
    expect(restoreStack((error as Error).stack!).split('\n')[1]).toMatch(/authenticate .*svc\.config\.ts:10:9/);
  });

  it('cannot print into the output of a command', async () => {
    const { cwd } = project({
      'svc.config.ts': `${controller()} console.log('printed', 1); export { AppModule as root };`,
    });
    const { log, error } = console;
    const printed: unknown[][] = [];
    Object.assign(console, {
      log: () => printed.push(['to stdout']),
      error: (...values: unknown[]) => printed.push(values),
    });
    try {
      await list('svc.config.ts', cwd);
      console.log('afterwards');
    } finally {
      Object.assign(console, { log, error });
    }
    expect(printed).toEqual([['printed', 1], ['to stdout']]);
  });

  it('loads several services concurrently without mixing their records', async () => {
    const { cwd } = project({
      'a.ts': `${controller()} export const root = AppModule; export const prefix = 'a';`,
      'b.ts': `\n\n${controller()} export const root = AppModule; export const prefix = 'b';`,
    });
    expect(await Promise.all([list('a.ts', cwd), list('b.ts', cwd)])).toEqual([
      ['GET /a/users null a.ts:5'],
      ['GET /b/users null b.ts:7'],
    ]);
  });
});
