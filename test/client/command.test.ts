import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import { compile, compileWithDeclarations } from './compile.js';
import { consumerFolder, writeFiles } from './consumer-folder.js';

const header = join(fixture('header'), 'svc.config.ts');
const unversioned = join(fixture('unversioned'), 'svc.config.ts');

it('writes the same bytes again, and --check finds what was edited, is missing or is no longer needed', async () => {
  const folder = consumerFolder();
  const svc = (...words: string[]) => capture(['client', ...words], { cwd: folder });
  expect(await svc(header, '--check')).toMatchObject({
    code: 1,
    stdout:
      'src/api/calls.ts is missing.\nsrc/api/client.ts is missing.\nsrc/api/common.ts is missing.\nsrc/api/deprecation.ts is missing.\nsrc/api/shared.ts is missing.\nsrc/api/v1.ts is missing.\nsrc/api/v2.ts is missing.\n',
  });
  expect(await svc(header)).toMatchObject({ code: 0, stderr: 'Wrote 7 files in src/api.\n' });
  expect(await svc(header, '--check')).toMatchObject({ code: 0, stderr: '7 files in src/api up to date.\n' });
  const file = join(folder, 'src/api/v1.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('name: string', 'name: number'));
  expect(await svc(header, '--check')).toMatchObject({ code: 1, stdout: 'src/api/v1.ts differs.\n' });
  const one = await svc(header, '--api-version', '2', '--check');
  expect(one.stdout).toContain('src/api/v1.ts is no longer needed.\n');
  expect(await svc(header, '--api-version', '2')).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, 'src/api')).sort()).toEqual(['calls.ts', 'client.ts', 'deprecation.ts', 'v2.ts']);
  expect(compile(folder)).toBe('');
});

it('never replaces a file that it did not write', async () => {
  const folder = consumerFolder();
  writeFiles(folder, { 'src/api/client.ts': 'export const mine = 1;\n' });
  expect(await capture(['client', header], { cwd: folder })).toMatchObject({
    code: 2,
    stderr: 'src/api/client.ts was not written by svc client. Move it, or choose another folder with --out-dir.\n',
  });
  expect(readdirSync(join(folder, 'src/api'))).toEqual(['client.ts']);
});

it('writes index.ts for an API without versions', async () => {
  const folder = consumerFolder({ module: 'preserve', moduleResolution: 'bundler' });
  await capture(['client', unversioned, '--base-url', 'https://api.example.com/'], { cwd: folder });
  const text = readFileSync(join(folder, 'src/api/index.ts'), 'utf8');
  expect(text).toContain("from './client';");
  expect(text).toContain('baseUrl: "https://api.example.com"');
  writeFiles(folder, {
    'src/use.ts': "import { client } from './api';\nexport const answer = await client.GET('/notes');\n",
  });
  expect(compile(folder)).toBe('');
});

it('writes a package with a subpath per version', async () => {
  const folder = consumerFolder();
  const written = await capture(['client', header, '--package', '@acme/people', '--out-dir', 'people'], {
    cwd: folder,
  });
  expect(written.code).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'people/package.json'), 'utf8'))).toMatchObject({
    name: '@acme/people',
    version: '1.4.0',
    exports: { './v1': { types: './v1.d.ts', default: './v1.js' } },
  });
  writeFiles(folder, {
    'src/use.ts':
      "import { client, type PersonV1 } from '#people/v1';\nexport const list: PersonV1[] | undefined = (await client.GET('/api/people')).data;\n",
    'package.json':
      '{ "type": "module", "imports": { "#people/*": { "types": "./people/*.d.ts", "default": "./people/*.js" } } }',
  });
  expect(compileWithDeclarations(folder)).toBe('');
  const { createClient } = (await import(
    join(folder, 'people/v1.js')
  )) as typeof import('../../templates/client/client.js') & {
    readonly createClient: () => object;
  };
  expect(Object.keys(createClient())).toContain('GET');
});

it('says what to install where it is missing', async () => {
  const folder = consumerFolder();
  rmSync(join(folder, 'node_modules'));
  const missing = await capture(['client', header], { cwd: folder });
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain('Run: npm install --save-dev openapi-typescript typescript@5\n');
  writeFiles(folder, {
    'node_modules/typescript/package.json': '{ "main": "index.js" }',
    'node_modules/typescript/index.js': "exports.version = '7.0.2';",
  });
  expect((await capture(['client', header], { cwd: folder })).stderr).toMatch(
    /has TypeScript 7\.0\.2, and svc needs the compiler API of TypeScript 5 or 6\. Run: npm install/,
  );
});

it.each([
  [['--api-version', '9'], 'Unknown version "9". Available: 1, 2.'],
  [['--base-url', 'api'], 'Use an address that starts with https:// or http://.'],
  [['--package', 'Not A Name'], 'Use a package name, such as @acme/orders.'],
  [['--out-dir', 'package.json'], 'package.json is not a folder. Choose another one with --out-dir.'],
])('refuses %j', async (words, message) => {
  const folder = consumerFolder();
  const { code, stderr } = await capture(['client', header, ...words], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
