import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findEntry, LoadError, loadService } from '../index.js';
import { makeProject } from '../testing/temporary-project.js';

const cwd = resolve(import.meta.dirname, '../../../fixtures/broken/unloadable');

async function refusal(entry: string): Promise<string> {
  try {
    await loadService(entry, { cwd });
  } catch (error) {
    if (error instanceof LoadError) return `${error.message}\n${error.fix}`;
    throw error;
  }
  return 'it was loaded';
}

describe('an entry that cannot be loaded', () => {
  it('says where the syntax is wrong', async () => {
    expect(await refusal('syntax-error.ts')).toMatchInlineSnapshot(`
      "syntax-error.ts cannot be read.
      syntax-error.ts:3:26 Unexpected ")"
      Correct these lines."
    `);
  });
  it('says which package is missing, and who wants it', async () => {
    expect(await refusal('missing-package.ts')).toMatchInlineSnapshot(`
      "missing-package.ts cannot be read.
      missing-package.ts:2:25 Could not resolve "a-package-that-is-not-installed"
      Install what is missing, or correct the path."
    `);
  });
  it('says which name svckit does not export', async () => {
    expect(await refusal('unknown-export.ts')).toMatchInlineSnapshot(`
      "unknown-export.ts cannot be read.
      unknown-export.ts:1:10 svckit does not export Contoller. Did you mean to import "Controller" instead?
      Correct these lines."
    `);
  });
  it('says that the older decorators do not go together with svckit’s', async () => {
    expect(await refusal('parameter-decorator.ts')).toMatchInlineSnapshot(`
      "parameter-decorator.ts cannot be read.
      parameter-decorator.ts:6:15 Parameter decorators only work when experimental decorators are enabled
      svckit has standard decorators: keep classes with the older kind out of what the export file imports."
    `);
  });
  it('shows what the module threw, with the lines of its source', async () => {
    expect(await refusal('throws.ts')).toMatchInlineSnapshot(`
      "throws.ts failed while it was loaded.
      Error: no database at 127.0.0.1:5432
          at connect (throws.ts:4:9)
          at throws.ts:7:1
      Correct it. A module that svc loads only declares: what it opens or starts belongs into an onInit()."
    `);
  });
  it('names the module that is meant when only the root is missing', async () => {
    expect(await refusal('no-root.ts')).toMatchInlineSnapshot(`
      "no-root.ts exports no service: it has AppModule, prefix, but no root.
      Write export default defineService({ root: AppModule })."
    `);
  });
  it('asks for a default export when there is none at all', async () => {
    expect(await refusal('no-exports.ts')).toMatchInlineSnapshot(`
      "no-exports.ts exports no service: it has no exports.
      Write export default defineService({ root: AppModule }), where AppModule is a class with @Module."
    `);
  });
  it('asks for @Module on the root', async () => {
    expect(await refusal('root-without-module.ts')).toMatchInlineSnapshot(`
      "The root of root-without-module.ts is the class AppModule, which is not a module.
      Put @Module({ controllers: […], providers: […] }) on the root class."
    `);
  });
  it('does not take a module for a service', async () => {
    expect(await refusal('module-as-default.ts')).toMatchInlineSnapshot(`
      "module-as-default.ts exports no service: its default export is the class AppModule.
      Write export default defineService({ root: AppModule })."
    `);
  });
  it('shows what the function openapi threw', async () => {
    expect(await refusal('openapi-throws.ts')).toMatchInlineSnapshot(`
      "The function openapi of openapi-throws.ts threw TypeError: no settings.
      It answers { root, versioning, apiVersion, prefix, info } and starts nothing."
    `);
  });
  it('shows what defineService wants', async () => {
    const lines = (await refusal('no-definition.ts')).split('\n').filter((line) => !line.includes('define-service.ts'));
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "no-definition.ts failed while it was loaded.
      TypeError: defineService() takes { root: AppModule, … }, where root is a class with @Module.
          at no-definition.ts:3:16
      Correct it. A module that svc loads only declares: what it opens or starts belongs into an onInit()."
    `);
  });
  it('suggests a file of nearly that name', async () => {
    expect(await refusal('sintax-error.ts')).toMatchInlineSnapshot(`
      "There is no file sintax-error.ts.
      Did you mean syntax-error.ts?"
    `);
  });
  it('is no folder without svc.config, no missing folder, and no other kind of file', async () => {
    expect([
      await refusal('.'),
      await refusal('nowhere/app.ts'),
      await refusal('../../../package.json'),
    ]).toMatchInlineSnapshot(`
      [
        ". is a folder without svc.config.ts.
      Name the export file itself.",
        "There is no file nowhere/app.ts.
      There is no folder nowhere either.",
        "../../../package.json is no export file.
      Name a TypeScript or JavaScript module: .ts, .mts, .cts, .js, .mjs, .cjs.",
      ]
    `);
  });
  it('tells a watcher which files it had read', async () => {
    const error = await loadService('missing-package.ts', { cwd }).catch((thrown: unknown) => thrown);
    expect((error as LoadError).inputs).toEqual([
      resolve(cwd, 'missing-package.ts'),
      resolve(cwd, '../../../tsconfig.json'),
    ]);
  });
});

describe('findEntry', () => {
  it('takes svc.config of the working directory, TypeScript first, else the bundled service', () => {
    const empty = makeProject({});
    const full = makeProject({ 'svc.config.mjs': '', 'svc.config.ts': '', 'deep/svc.config.js': '' });
    expect(findEntry(undefined, empty.cwd)).toBeNull();
    expect(findEntry(undefined, full.cwd)).toBe(full.path('svc.config.ts'));
    expect(findEntry('deep', full.cwd)).toBe(full.path('deep/svc.config.js'));
    empty.remove();
    full.remove();
  });
});
