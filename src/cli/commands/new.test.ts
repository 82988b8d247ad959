import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../run.js';
import { sitAt } from '../testing/sit-at.js';
import { capture, captureIo, fixture } from '../testing/capture-io.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svckit-new-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Where these sources are. */
const clone = join(import.meta.dirname, '../../..');
const fromClone = `This svckit is from no registry, so package.json names where it is: file:${clone}\nName a file inside the repository with --svckit file:svckit.tgz where others install it too.\n`;
const make = (...argv: readonly string[]) => capture(['new', ...argv, '--no-install'], { cwd: folder });
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const filesIn = (name: string) =>
  readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, name).length + 1))
    .sort();

describe('svc new', () => {
  it.each(['uri', 'header', 'media-type', 'query'])(
    'writes a %s service: code, tests, and a workflow with the gate',
    async (versioning) => {
      const { code, stdout, stderr } = await make('shop', '--versioning', versioning, '--yes');
      expect({ code, stderr }).toEqual({ code: 0, stderr: `Wrote 17 files to shop.\n${fromClone}` });
      expect(stdout).toBe('\nNext:\n  cd shop\n  npm install\n  npm run lock\n  npm test\n  npm run dev\n');
      expect(filesIn('shop')).toEqual([
        '.github/workflows/api.yml',
        '.gitignore',
        'README.md',
        'package.json',
        'src/app-module.ts',
        'src/tasks/task-schemas.ts',
        'src/tasks/task-store.ts',
        'src/tasks/tasks-controller.ts',
        'src/versions.ts',
        'src/versions/2.shapes.ts',
        'src/versions/2.ts',
        'src/versions/next.ts',
        'svc.config.ts',
        'test/ask.ts',
        'test/tasks.test.ts',
        'tsconfig.json',
        'vitest.config.ts',
      ]);
      expect(read('shop/svc.config.ts')).toContain(`versioning: { type: '${versioning}'`);
      expect(read('shop/.github/workflows/api.yml')).toMatch(
        /svc check[\s\S]*svc openapi lock --check[\s\S]*security-events: write[\s\S]*fetch-depth: 0[\s\S]*svc gate --base "origin\/\$GITHUB_BASE_REF" --format sarif/,
      );
      expect(JSON.parse(read('shop/package.json'))).toMatchObject({
        name: 'shop',
        dependencies: { svckit: `file:${clone}` },
      });
      expect(
        filesIn('shop')
          .map((file) => read(`shop/${file}`))
          .join(''),
      ).not.toContain('{{');
    },
  );

  it('writes a gateway in front of a service that a document describes', async () => {
    writeFileSync(join(folder, 'openapi.yaml'), readFileSync(fixture('around/openapi.yaml')));
    const { code, stdout, stderr } = await make(
      'edge',
      '--gateway',
      'openapi.yaml',
      '--upstream',
      'http://books:80',
      '--yes',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Wrote 9 files to edge.\n${fromClone}` });
    expect(stdout).toBe('\nNext:\n  cd edge\n  npm install\n  npm run lock\n  npm run check\n  npm run dev\n');
    expect(read('edge/svc.config.ts')).toContain(
      "upstream: 'http://books',\n  document: new URL('openapi.json', import.meta.url),\n  shapes,\n  operations,\n  versions,\n  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },",
    );
    expect(read('edge/shapes.ts')).toContain('export const shapes = { Book, NewBook, Missing } as const;');
    const text = filesIn('edge')
      .map((file) => read(`edge/${file}`))
      .join('');
    expect(text).not.toContain('{{');
    symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
    expect((await capture(['check', 'edge/svc.config.ts'], { cwd: folder })).stdout).toMatch(
      /^No problems in 4 routes/,
    );
  });

  it.each([
    [['--gateway', 'missing.yaml'], 'File missing.yaml not found.'],
    [['--upstream', 'http://t'], '--upstream is for a gateway. Add --gateway openapi.yaml.'],
    [['--gateway', 'openapi.yaml', '--upstream', 'books'], '--upstream "books" is no address.'],
    [
      ['--gateway', 'openapi.yaml', '--upstream', 'http://t:8080/base'],
      '--upstream "http://t:8080/base" has more than a host and a port. Write http://t:8080.',
    ],
    [
      ['--gateway', 'openapi.yaml', '--versioning', 'uri'],
      'The paths of the document name no version, such as /v1/books.',
    ],
  ])('refuses %j', async (argv, message) => {
    writeFileSync(join(folder, 'openapi.yaml'), readFileSync(fixture('around/openapi.yaml')));
    const { code, stderr } = await make('edge', ...argv, '--yes');
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it.each([
    ['uri', 'curl http://127.0.0.1:3000/api/v2/tasks', '`/api/v${version}/${path}`, init'],
    [
      'header',
      "curl -H 'X-API-Version: 2' http://127.0.0.1:3000/api/tasks",
      "`/api/${path}`, { ...init, headers: { ...init.headers, 'X-API-Version': version } }",
    ],
    [
      'media-type',
      "curl -H 'Accept: application/json;v=2' http://127.0.0.1:3000/api/tasks",
      '`/api/${path}`, { ...init, headers: { ...init.headers, Accept: `application/json;v=${version}` } }',
    ],
    ['query', "curl 'http://127.0.0.1:3000/api/tasks?version=2'", '`/api/${path}?version=${version}`, init'],
  ])('shows how to call a %s service', async (versioning, curl, call) => {
    await make('shop', '--versioning', versioning, '--yes');
    expect(read('shop/README.md')).toContain(`${curl}\n`);
    expect(read('shop/test/ask.ts')).toContain(`return request(${call});`);
  });

  it('writes the extras that are asked for, and dates from the clock', async () => {
    await make('shop', '--yes', '--extras', 'docker,gitlab');
    expect(filesIn('shop')).toEqual(expect.arrayContaining(['.dockerignore', '.gitlab-ci.yml', 'Dockerfile']));
    expect(read('shop/src/versions.ts')).toContain(
      "{ version: '1', deprecated: { since: '2026-11-21', sunset: '2027-11-21' } }",
    );
  });

  it('takes its name from the folder, or from --name', async () => {
    await make('My Shop', '--yes');
    expect(JSON.parse(read('My Shop/package.json')).name).toBe('my-shop');
    mkdirSync(join(folder, 'here'));
    const { stdout } = await capture(['new', '.', '--name', 'orders', '--yes', '--no-install'], {
      cwd: join(folder, 'here'),
    });
    expect(JSON.parse(read('here/package.json')).name).toBe('orders');
    expect(stdout).not.toContain('cd ');
  });

  it('never overwrites a file unless asked to', async () => {
    mkdirSync(join(folder, 'shop'));
    writeFileSync(join(folder, 'shop/README.md'), 'Mine.');
    const refused = await make('shop', '--yes');
    expect(refused).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'Nothing was written, because these files exist:\n  shop/README.md\nChoose another folder, or overwrite them with --force.\n',
    });
    expect(filesIn('shop')).toEqual(['README.md']);
    expect((await make('shop', '--yes', '--force')).code).toBe(0);
    expect(read('shop/README.md')).toMatch(/^# Shop\n/);
  });

  it.each([
    [
      ['shop'],
      'Prompts need an interactive terminal. Use --yes for the defaults: svc new my-service --versioning header --yes',
    ],
    [
      ['edge', '--gateway', fixture('around/openapi.yaml')],
      `Prompts need an interactive terminal. Use --yes for the defaults: svc new my-gateway --gateway ${fixture('around/openapi.yaml')} --yes`,
    ],
    [['--yes'], 'Name a folder: svc new my-service --yes'],
    [
      ['shop', '--yes', '--name', 'My Shop'],
      '--name "My Shop" is not a package name. Use lower-case letters, digits, dots, dashes and underscores, starting with a letter or a digit.',
    ],
    [
      ['shop', '--yes', '--extras', 'dokcer'],
      'Unknown extra "dokcer". Did you mean "docker"? Available: docker, gitlab.',
    ],
    [
      ['shop', '--yes', '--versioning', 'path'],
      'Unknown value "path" for --versioning. Available: uri, header, media-type, query.',
    ],
  ])('refuses %j and writes nothing', async (argv, message) => {
    expect(await make(...argv)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes the svckit of --svckit without a remark', async () => {
    const { stderr } = await make('shop', '--yes', '--svckit', '^7.0.0');
    expect(stderr).toBe('Wrote 17 files to shop.\n');
    expect(JSON.parse(read('shop/package.json')).dependencies.svckit).toBe('^7.0.0');
  });

  it('quotes a folder for the shell', async () => {
    expect((await make('my shop', '--yes')).stdout).toContain('cd "my shop"\n');
  });

  it('refuses a folder that is a file', async () => {
    writeFileSync(join(folder, 'shop'), '');
    expect(await make('shop/inner', '--yes')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'shop/inner is below a file. Name a folder for the service.\n',
    });
    expect(await make('shop', '--yes')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'shop is a file. Name a folder for the service.\n',
    });
  });

  it('asks at a terminal for what the command line left open', async () => {
    const terminal = sitAt([
      ['Which folder?', 'store\r'],
      ['What is the package name?', '\r'],
      ['specify its version?', '\u001b[B\r'],
      ['Any extra files?', ' \r'],
    ]);
    const { io } = captureIo({ cwd: folder, columns: 80 });
    expect(await run(['new', '--no-install'], { ...io, terminal })).toBe(0);
    expect(read('store/svc.config.ts')).toContain("type: 'media-type'");
    expect(existsSync(join(folder, 'store/Dockerfile'))).toBe(true);
    expect(JSON.parse(read('store/package.json')).name).toBe('store');
  });

  it('writes nothing when the person cancels', async () => {
    const { io } = captureIo({ cwd: folder, columns: 80 });
    expect(
      await run(['new', 'shop', '--no-install'], { ...io, terminal: sitAt([['What is the package name?', '\u0003']]) }),
    ).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});
