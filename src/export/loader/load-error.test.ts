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
  return 'it loaded';
}

describe('an entry that cannot be loaded', () => {
  it('names the line of a syntax error', async () => {
    expect(await refusal('syntax-error.ts')).toMatchInlineSnapshot(`
      "syntax-error.ts does not compile.
      syntax-error.ts:3:26 Unexpected ")"
      Fix these lines."
    `);
  });
  it('names a missing package and the line that imports it', async () => {
    expect(await refusal('missing-package.ts')).toMatchInlineSnapshot(`
      "missing-package.ts does not compile.
      missing-package.ts:2:25 Could not resolve "a-package-that-is-not-installed"
      Install the package, or correct the path."
    `);
  });
  it('names an import that svckit does not export, and suggests the closest', async () => {
    expect(await refusal('unknown-export.ts')).toMatchInlineSnapshot(`
      "unknown-export.ts does not compile.
      unknown-export.ts:1:10 svckit does not export Contoller. Did you mean to import "Controller" instead?
      Fix these lines."
    `);
  });
  it('has the column of an error on the first line of a file that names its own location', async () => {
    const { cwd: folder, remove } = makeProject({
      'a "folder"/é.ts': "import { Contoller } from 'svckit'; export const at = [Contoller, import.meta.url];",
    });
    const loading = loadService('a "folder"/é.ts', { cwd: folder });
    await expect(loading).rejects.toThrow('a "folder"/é.ts:1:10 svckit does not export Contoller.');
    remove();
  });
  it('explains that experimental decorators do not work with svckit’s', async () => {
    expect(await refusal('parameter-decorator.ts')).toMatchInlineSnapshot(`
      "parameter-decorator.ts does not compile.
      parameter-decorator.ts:6:15 Parameter decorators only work when experimental decorators are enabled
      svckit uses standard decorators. Do not import classes with experimental decorators from the export file."
    `);
  });
  it('shows the error that the module threw, with lines of its source', async () => {
    expect(await refusal('throws.ts')).toMatchInlineSnapshot(`
      "throws.ts threw an error while loading.
      Error: no database at 127.0.0.1:5432
          at connect (throws.ts:4:9)
          at throws.ts:7:1
      Fix the error. svc loads this module only for its declarations: move code that connects or starts anything to onInit()."
    `);
  });
  it('asks for another document where that is wrong', async () => {
    const [message, , ...rest] = (await refusal('broken-document.ts')).split('\n');
    expect(message).toBe('broken-document.ts threw an error while loading.');
    expect(rest.at(-1)).toBe('Correct the document.');
  });
  it('suggests the module to use when only the root is missing', async () => {
    expect(await refusal('no-root.ts')).toMatchInlineSnapshot(`
      "no-root.ts does not export a service: it exports AppModule and prefix, but no root.
      Add export default defineService({ root: AppModule })."
    `);
  });
  it('asks for a default export when there are no exports', async () => {
    expect(await refusal('no-exports.ts')).toMatchInlineSnapshot(`
      "no-exports.ts does not export a service: it has no exports.
      Add export default defineService({ root: AppModule }), where AppModule is a class with @Module."
    `);
  });
  it('asks for @Module on the root', async () => {
    expect(await refusal('root-without-module.ts')).toMatchInlineSnapshot(`
      "The root of root-without-module.ts is the class AppModule, which is not a module.
      Add @Module({ controllers: […], providers: […] }) to the root class."
    `);
  });
  it('rejects a module in place of a service', async () => {
    expect(await refusal('module-as-default.ts')).toMatchInlineSnapshot(`
      "module-as-default.ts does not export a service: its default export is the class AppModule.
      Add export default defineService({ root: AppModule })."
    `);
  });
  it('shows the error that the openapi function threw', async () => {
    expect(await refusal('openapi-throws.ts')).toMatchInlineSnapshot(`
      "The openapi function of openapi-throws.ts threw TypeError: no settings.
      Return { root, versioning, apiVersion, prefix, info } from it, and start nothing."
    `);
  });
  it('shows what defineService expects', async () => {
    const lines = (await refusal('no-definition.ts'))
      .split('\n')
      .filter((line) => !line.includes('at defineService ('));
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "no-definition.ts threw an error while loading.
      TypeError: defineService() takes { root: AppModule, … }, where root is a class with @Module.
          at no-definition.ts:3:16
      Fix the error. svc loads this module only for its declarations: move code that connects or starts anything to onInit()."
    `);
  });
  it('names the line of a change that cannot be declared, and what to write', async () => {
    const problemOf = async (name: string) =>
      (await refusal(`${name}.ts`)).split('\n').filter((line) => /^TypeError|^ {4}at \S+\.ts/.test(line));
    const changes = [
      'context-without-schema',
      'schema-without-context',
      'context-on-reshape',
      'access-without-security',
    ];
    expect(await Promise.all(changes.map(problemOf))).toMatchInlineSnapshot(`
      [
        [
          "TypeError: operation(): context needs a contextSchema, but received undefined. Write context: async ({ signal }) => …, contextSchema: z.object({ rate: z.number() }).",
          "    at context-without-schema.ts:18:5",
        ],
        [
          "TypeError: operation(): contextSchema has no context. Write context: async ({ signal }) => …, contextSchema: z.object({ rate: z.number() }).",
          "    at schema-without-context.ts:18:5",
        ],
        [
          "TypeError: reshape(): context belongs to an operation. Write operation(() => UsersController, 'list', { before, context, contextSchema, down }).",
          "    at context-on-reshape.ts:18:5",
        ],
        [
          "TypeError: operation(): before.access.security is an empty list. Write roles, security or throttle, such as { roles: ['admin'] } or { throttle: { limit: 100, windowSeconds: 60 } }.",
          "    at access-without-security.ts:18:5",
        ],
      ]
    `);
  });
  it('suggests a file with a similar name', async () => {
    expect(await refusal('sintax-error.ts')).toMatchInlineSnapshot(`
      "File sintax-error.ts not found.
      Did you mean "syntax-error.ts"?"
    `);
  });
  it('is neither a folder without svc.config, nor in a missing folder, nor another kind of file', async () => {
    expect([
      await refusal('.'),
      await refusal('nowhere/app.ts'),
      await refusal('../../../package.json'),
    ]).toMatchInlineSnapshot(`
      [
        "The folder . has no svc.config.ts.
      Name the export file itself.",
        "File nowhere/app.ts not found.
      The folder nowhere does not exist either.",
        "../../../package.json is not an export file.
      Name a TypeScript or JavaScript module, or a YAML file that names documents: .ts, .mts, .cts, .js, .mjs, .cjs, .yaml, .yml.",
      ]
    `);
  });
  it('lists the files read so far, for a watcher', async () => {
    const error = await loadService('missing-package.ts', { cwd }).catch((thrown: unknown) => thrown);
    expect((error as LoadError).inputs).toEqual([
      resolve(cwd, 'missing-package.ts'),
      resolve(cwd, '../../../tsconfig.json'),
    ]);
  });
});

describe('findEntry', () => {
  it('takes svc.config of a folder that is named, TypeScript first', () => {
    const project = makeProject({ 'svc.config.mjs': '', 'svc.config.ts': '', 'deep/svc.config.js': '' });
    expect(findEntry('.', project.cwd)).toBe(project.path('svc.config.ts'));
    expect(findEntry('deep', project.cwd)).toBe(project.path('deep/svc.config.js'));
    project.remove();
  });
});
