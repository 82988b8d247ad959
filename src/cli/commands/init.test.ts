import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../run.js';
import { capture, captureIo, fixture } from '../testing/capture-io.js';
import { sitAt } from '../testing/sit-at.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svckit-init-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
const startGit = () => git('init', '--quiet', '--initial-branch', 'main');
const init = (...argv: readonly string[]) => capture(['init', ...argv], { cwd: folder });
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const write = (path: string, text: string) => {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const files = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.git/') && statSync(join(folder, path)).isFile())
    .sort();
const book = (version: string, { title = 'Books', paths = ['/books'] } = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version },
    paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: { 200: { description: 'OK' } } } }])),
  });
const packageOf = (dependencies: readonly string[], scripts: Readonly<Record<string, string>> = {}) =>
  JSON.stringify({ scripts, dependencies: Object.fromEntries(dependencies.map((name) => [name, '1.0.0'])) });

const modeline = '# yaml-language-server: $schema=./node_modules/svckit/schemas/svc.config.schema.json\n';
const hosted =
  /^# yaml-language-server: \$schema=https:\/\/unpkg\.com\/svckit@[\d.]+\/schemas\/svc\.config\.schema\.json\n/;

describe('svc init', () => {
  it('writes config, locks and a workflow, says what comes next, and writes nothing when it runs again', async () => {
    startGit();
    mkdirSync(join(folder, '.github/workflows'), { recursive: true });
    write('package.json', packageOf(['express']));
    write('package-lock.json', '{}');
    write('openapi.yaml', readFileSync(fixture('around/openapi.yaml'), 'utf8'));
    const { code, stdout, stderr } = await init('--yes');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'Found Express and openapi.yaml (OpenAPI 3.1.0).\nWrote svc.config.yaml.\nWrote contracts/api.json.\nWrote .github/workflows/contract.yml.\n',
    });
    expect(stdout).toMatch(
      /^\nNext:\n {2}npm install --save-dev \S+\n {2}git add \. && git commit -m ".*"\n {2}npx svc gate --base main\n$/,
    );
    expect(read('svc.config.yaml')).toBe(`${modeline}document: openapi.yaml\n`);
    expect(read('.github/workflows/contract.yml')).toMatch(
      /^# yaml-language-server: \$schema=\S+\n[\s\S]* {10}fetch-depth: 0\n[\s\S]* - run: npm ci\n {6}- run: npx svc gate --base "origin\/\$GITHUB_BASE_REF" --format github\n$/,
    );
    const before = files().map((path) => [path, read(path)]);
    const again = await init('--yes');
    expect({ ...again, stdout: '' }).toEqual({
      code: 0,
      stdout: '',
      stderr:
        'svc.config.yaml exists and is left as it is.\ncontracts has lock files, which are left as they are.\n' +
        '.github/workflows/contract.yml runs the gate already and is left as it is.\nNothing was written.\n',
    });
    expect(files().map((path) => [path, read(path)])).toEqual(before);
  });

  it('makes an open gate, and one that is closed by a break', async () => {
    startGit();
    write('openapi.json', book('1.0.0', { paths: ['/books', '/authors'] }));
    await init('--yes');
    git('add', '.');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'Start');
    expect(await capture(['gate', '--base', 'main'], { cwd: folder })).toMatchObject({ code: 0 });
    write('openapi.json', book('1.0.0'));
    expect(await capture(['gate', '--base', 'main'], { cwd: folder })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('GET /authors'),
    });
  });

  it('prints everything and writes nothing with --dry-run, without a terminal', async () => {
    startGit();
    write('.gitlab-ci.yml', 'test: {}\n');
    write('openapi.json', book('1.0.0'));
    const { code, stdout } = await init('--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Would write svc\.config\.yaml:\n {2}# yaml-language-server: .*\n {2}document: openapi\.json\nWould write the lock files in contracts\.\nWould write \.gitlab\/contract\.yml:\n/,
    );
    expect(files()).toEqual(['.gitlab-ci.yml', 'openapi.json']);
  });

  it('asks before each file at a terminal, and writes what was agreed to', async () => {
    startGit();
    mkdirSync(join(folder, '.github/workflows'), { recursive: true });
    write('openapi.json', book('1.0.0'));
    const terminal = sitAt([
      ['Write svc.config.yaml?', 'y'],
      ['Write the lock files in contracts?', 'n'],
      ['Write .github/workflows/contract.yml?', 'y'],
    ]);
    const { io } = captureIo({ cwd: folder, columns: 80 });
    expect(await run(['init'], { ...io, terminal })).toBe(0);
    expect(files()).toEqual(['.github/workflows/contract.yml', 'openapi.json', 'svc.config.yaml']);
  });

  it('asks no further once the configuration is declined, and stops where somebody cancels', async () => {
    startGit();
    write('openapi.json', book('1.0.0'));
    const { io, written } = captureIo({ cwd: folder, columns: 80 });
    expect(await run(['init'], { ...io, terminal: sitAt([['Write svc.config.yaml?', 'n']]) })).toBe(0);
    expect(written).toMatchObject({ stdout: '', stderr: expect.stringContaining('Nothing was written.\n') });
    const cancelled = captureIo({ cwd: folder, columns: 80 });
    const keys = sitAt([
      ['Write svc.config.yaml?', 'y'],
      ['Write the lock files in contracts?', '\u0003'],
    ]);
    expect(await run(['init'], { ...cancelled.io, terminal: keys })).toBe(1);
    expect(cancelled.written.stderr).toContain('Cancelled. Written: svc.config.yaml.\n');
    expect(files()).toEqual(['openapi.json', 'svc.config.yaml']);
  });

  it.each([
    [
      [],
      'svc init asks before each file, which needs an interactive terminal. Use --yes to write them, or --dry-run to see them.',
    ],
    [
      ['missing', '--yes'],
      'There is no folder missing. Run svc init in your project, or svc new missing for a new service.',
    ],
    [
      ['openapi.json', '--yes'],
      'openapi.json is a file. Name the folder of the project, and the document with --document openapi.json.',
    ],
    [['--document', 'v3.json', '--yes'], 'File v3.json not found. Name an OpenAPI document.'],
    [['--ci', 'jenkins', '--yes'], 'Unknown value "jenkins" for --ci. Available: github, gitlab, none.'],
    [
      ['--document', 'https://example.com/a.json', '--yes'],
      '--document https://example.com/a.json: a configuration names files. Save the document, or name a command in svc.config.yaml.',
    ],
  ])('refuses %j and writes nothing', async (argv, message) => {
    write('openapi.json', book('1.0.0'));
    expect(await init(...argv)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
    expect(files()).toEqual(['openapi.json']);
  });

  it('keeps an svc.config that is there, in any form, and completes what it lacks', async () => {
    cpSync(fixture('around'), folder, { recursive: true });
    write('svc.config.yaml', 'document: openapi.yaml\n');
    rmSync(join(folder, 'svc.config.ts'), { force: true });
    const { code, stderr } = await init('--yes');
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^svc\.config\.yaml exists and is left as it is\.\nWrote contracts\/api\.json\.\n/),
    });
    expect(read('svc.config.yaml')).toBe('document: openapi.yaml\n');
  });

  it.each([
    ['svc.config.yml', 'svc.config.yaml'],
    ['svc.config.cjs', 'svc.config.ts'],
  ])('writes nothing beside %s, which no command reads', async (name, right) => {
    write('openapi.json', book('1'));
    write(name, '');
    expect(await init('--yes')).toEqual({
      code: 2,
      stdout: '',
      stderr: `${name} looks misnamed: rename it to ${right}.\n`,
    });
    expect(files()).toEqual(['openapi.json', name]);
  });
});

describe('the document that svc init finds', () => {
  it.each([
    ['Go', 'go.mod', 'module books\n'],
    ['Python', 'pyproject.toml', ''],
    ['Java', 'pom.xml', '<project/>'],
  ])('is the file of a service in %s, without package.json and without git', async (language, manifest, text) => {
    write(manifest, text);
    write('api/openapi.yaml', readFileSync(fixture('around/openapi.yaml'), 'utf8'));
    const { code, stdout, stderr } = await init('--yes');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        `Found ${language} and api/openapi.yaml (OpenAPI 3.1.0).\nWrote svc.config.yaml.\nWrote contracts/api.json.\n` +
        'There is no git repository here, so no file for CI.\n',
    });
    expect(stdout).toContain('\n  git init\n');
    expect(stdout).not.toContain('npm install');
    expect(read('svc.config.yaml')).toMatch(hosted);
  });

  it('has versions where several documents have one title, and where its paths have several', async () => {
    write('openapi/v1.json', book('1.4.0'));
    write('openapi/v2.json', book('2.0.0', { paths: ['/books', '/authors'] }));
    expect(await init('--yes')).toMatchObject({ code: 0 });
    expect(read('svc.config.yaml').split('\n').slice(1).join('\n')).toBe(
      'versions:\n  "1": openapi/v1.json\n  "2": openapi/v2.json\n',
    );
    expect(readdirSync(join(folder, 'contracts'))).toEqual(['v1.json', 'v2.json']);
    write('one/openapi.json', book('2.0.0', { paths: ['/api/v1/books', '/api/v2/books', '/health'] }));
    expect(await init('one', '--yes')).toMatchObject({ code: 0 });
    expect(read('one/svc.config.yaml')).toContain(
      'versions:\n  "1": { file: openapi.json, paths: /api/v1 }\n  "2": { file: openapi.json, paths: /api/v2 }\n',
    );
  });

  it('is chosen by a person, or by name, where several may be different APIs', async () => {
    write('books.json', book('1.0.0'));
    write('shops.json', book('1.0.0', { title: 'Shops' }));
    const refused = await init('--yes');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(
      '  books.json (OpenAPI 3.1.0): Books\n  shops.json (OpenAPI 3.1.0): Shops\nName the document of each version: svc init --document books.json=1 --document shops.json=2.',
    );
    const { io } = captureIo({ cwd: folder, columns: 80 });
    const terminal = sitAt([
      ['Which documents describe this API?', ' \r'],
      ['Write svc.config.yaml?', 'y'],
      ['Write the lock files', 'y'],
    ]);
    expect(await run(['init'], { ...io, terminal })).toBe(0);
    expect(read('svc.config.yaml')).toContain('\ndocument: shops.json\n');
    rmSync(join(folder, 'svc.config.yaml'));
    expect(await init('--document', 'books.json=3', '--yes')).toMatchObject({ code: 0 });
    expect(read('svc.config.yaml')).toContain('versions:\n  "3": books.json\n');
  });

  it('is taken once where it is there as YAML and as JSON, and not from tests and what git ignores', async () => {
    startGit();
    write('.gitignore', 'generated\n');
    for (const path of [
      'openapi.json',
      'public/api.json',
      'test/other.json',
      'generated/third.json',
      'node_modules/p/openapi.json',
    ])
      write(path, book('1.0.0', path.startsWith('test') || path.startsWith('generated') ? { title: path } : {}));
    expect(await init('--yes')).toMatchObject({ code: 0 });
    expect(read('svc.config.yaml')).toContain('\ndocument: openapi.json\n');
  });

  it.each([
    ['Swagger 1.2', 'swagger.yaml', 'swagger: "1.2"\ninfo: { title: A, version: "1" }\npaths: {}\n', /Swagger 1\.2/],
    ['broken', 'openapi.yaml', 'openapi: 3.1.0\ninfo: { title: [\npaths\n', /openapi\.yaml/],
    ['broken from its first line', 'openapi.json', '{ "info": ', /openapi\.json/],
  ])('cannot be used where it is %s, which is said, and nothing is written', async (_, path, text, message) => {
    write(path, text);
    const { code, stdout, stderr } = await init('--yes');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toContain('Then run svc init again, or name another document: --document openapi.yaml\n');
    expect(files()).toEqual([path]);
  });

  it('passes over a broken one beside a good one, and says so', async () => {
    write('openapi.json', book('1.0.0'));
    write('old/swagger.yaml', 'swagger: "1.2"\npaths: {}\n');
    const { code, stderr } = await init('--yes');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Passed over: .*old\/swagger\.yaml.*\nFound openapi\.json/);
  });

  it('belongs to a package of a monorepo, which has to be named; its CI runs in the package', async () => {
    startGit();
    mkdirSync(join(folder, '.github/workflows'), { recursive: true });
    write('package.json', JSON.stringify({ private: true, workspaces: ['packages/*'] }));
    write('pnpm-lock.yaml', '');
    write('packages/books/package.json', packageOf([]));
    write('packages/books/openapi.json', book('1.0.0'));
    write('packages/orders/package.json', packageOf(['@nestjs/core']));
    write('packages/text/package.json', packageOf([]));
    expect(await init('--yes')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'This folder has packages with an API, and none of its own. Name one:\n  svc init packages/books\n  svc init packages/orders\n',
    });
    const { code, stdout } = await init('packages/books', '--yes');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\nNext:\n {2}cd packages\/books\n {2}pnpm add --save-dev /);
    expect(read('packages/books/svc.config.yaml')).toBe(`${modeline.replace('./', '../../')}document: openapi.json\n`);
    expect(read('.github/workflows/contract.yml')).toContain(
      '- run: corepack enable\n      - run: pnpm install --frozen-lockfile\n' +
        '      - run: pnpm exec svc gate --base "origin/$GITHUB_BASE_REF" --format github\n        working-directory: "packages/books"\n',
    );
    expect(existsSync(join(folder, 'packages/books/contracts/api.json'))).toBe(true);
  });

  it('is what a script prints, of one version or of several', async () => {
    write('print.cjs', `console.log(${JSON.stringify(book('1.0.0'))})`);
    write('package.json', packageOf(['fastify', '@fastify/swagger'], { openapi: 'node print.cjs' }));
    expect(await init('--yes')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Found Fastify and npm run -s openapi\.\n[\s\S]*Wrote contracts\/api\.json\./),
    });
    expect(read('svc.config.yaml')).toBe(`${modeline}document: { command: npm run -s openapi }\n`);
    write('two/print.cjs', `console.log(${JSON.stringify(book('1.0.0'))})`);
    write('two/package.json', packageOf(['hono'], { 'openapi:v1': 'node print.cjs', 'openapi:v2': 'node print.cjs' }));
    expect(await init('two', '--yes')).toMatchObject({ code: 0 });
    expect(read('two/svc.config.yaml')).toContain(
      'versions:\n  "1": { command: "npm run -s openapi:v1" }\n  "2": { command: "npm run -s openapi:v2" }\n',
    );
  });

  it('says what a framework lacks that has no document and no script', async () => {
    write('package.json', packageOf(['fastify']));
    expect(await init('--yes')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'There is no OpenAPI document here, and no script that prints one. For Fastify, install @fastify/swagger, add a script "openapi" that prints the document, and run svc init again: docs/adopt/fastify.md of svckit shows how.\n',
    });
    write('package.json', '{ broken');
    expect((await init('--yes')).stderr).toMatch(/^package\.json is not valid JSON: .* Fix it\.\n$/);
    write('package.json', '{}');
    expect((await init('--yes')).stderr).toBe(
      'There is no OpenAPI document here. Name one: svc init --document openapi.yaml\n',
    );
  });

  it('is a module that exports an API of svckit', async () => {
    write('package.json', packageOf(['svckit']));
    write('src/versioned.ts', "import { around } from 'svckit/around';\nexport default around({});\n");
    await init('--yes');
    expect(read('svc.config.ts')).toBe("export { default } from './src/versioned.js';\n");
  });
});

describe('svc init in a Nest application', () => {
  const main = (versioning: string) =>
    `const app = await NestFactory.create(AppModule);\napp.setGlobalPrefix('api');\n${versioning}\n`;
  beforeEach(() => {
    write(
      'package.json',
      packageOf(['@nestjs/core', '@nestjs/swagger', '@nestjs/platform-fastify'], { build: 'nest build' }),
    );
    write('src/app.module.ts', 'export class AppModule {}\n');
    write(
      'src/cats.controller.ts',
      "@Controller({ path: 'cats', version: ['1', '2'] })\nclass A {\n  @Version('10') a() {}\n}\n",
    );
  });

  it('writes the program that prints the document, with the versions that the sources name', async () => {
    write('src/main.ts', main("app.enableVersioning({ type: VersioningType.HEADER, header: 'X-Version' });"));
    const { code, stdout, stderr } = await init('--yes');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Found Nest on Fastify and node openapi\.mjs\.\nWrote openapi\.mjs\.\nWrote svc\.config\.yaml\.\n[\s\S]*The lock files in contracts could not be written\.\n/,
    );
    expect(stdout).toContain('\n  npm run build\n  npx svc openapi lock\n');
    expect(read('svc.config.yaml')).toBe(
      `${modeline}versioning: { type: header, header: X-Version }\nversions:\n` +
        ['1', '2', '10'].map((one) => `  "${one}": { command: node openapi.mjs, paths: /api/v${one} }\n`).join(''),
    );
    expect(read('openapi.mjs')).toContain(
      'const app = (await NestFactory.create(AppModule, { logger: false })).enableVersioning({ type: 0 }); // VersioningType.URI\napp.setGlobalPrefix("api");\n',
    );
  });

  it.each([
    [
      'URI',
      'app.enableVersioning({ type: VersioningType.URI });',
      'versions:\n  "1": { command: node openapi.mjs, paths: /api/v1 }\n',
    ],
    [
      'media type',
      "app.enableVersioning({ type: VersioningType.MEDIA_TYPE, key: 'v=' });",
      'versioning: { type: media-type, key: "v=" }\nversions:\n',
    ],
    ['no', '', 'document: { command: node openapi.mjs }\n'],
  ])('understands %s versioning', async (_, versioning, config) => {
    write('src/main.ts', main(versioning));
    await init('--yes');
    expect(read('svc.config.yaml')).toContain(`${modeline}${config}`);
  });
});

describe('the file for CI that svc init writes', () => {
  it.each([
    ['GitLab', 'https://gitlab.com/a/b.git', '.gitlab-ci.yml'],
    ['GitHub', 'git@github.com:a/b.git', '.github/workflows/contract.yml'],
  ])('is that of %s where the repository has none and its origin is there', async (_, remote, file) => {
    startGit();
    git('remote', 'add', 'origin', remote);
    write('openapi.json', book('1.0.0'));
    const { code, stdout } = await init('--yes');
    expect(code).toBe(0);
    expect(stdout).toContain(' gate --base origin/main\n');
    expect(files()).toContain(file);
    expect(read(file)).toMatch(/npx --yes svckit@[\d.]+ gate --base "origin\//);
    expect(await init('--yes')).toMatchObject({ stderr: expect.stringContaining(`${file} runs the gate already`) });
  });

  it('stands beside a .gitlab-ci.yml that is there, with the line that includes it', async () => {
    startGit();
    write('.gitlab-ci.yml', 'test: {}\n');
    write('openapi.json', book('1.0.0'));
    const { stderr } = await init('--yes');
    expect(stderr).toContain(
      'Wrote .gitlab/contract.yml.\nAdd to .gitlab-ci.yml:\n  include:\n    - local: .gitlab/contract.yml\n',
    );
    expect(read('.gitlab-ci.yml')).toBe('test: {}\n');
  });

  it('is left out without a sign of any, which is said', async () => {
    startGit();
    write('openapi.json', book('1.0.0'));
    expect((await init('--yes')).stderr).toContain(
      'There is no .github/workflows and no .gitlab-ci.yml. Choose one with --ci github or --ci gitlab, or run npx --yes svckit@',
    );
    expect((await init('--yes', '--ci', 'github')).stderr).toContain('Wrote .github/workflows/contract.yml.');
  });

  it('never replaces a workflow of that name', async () => {
    startGit();
    write('.github/workflows/contract.yml', 'name: mine\n');
    write('openapi.json', book('1.0.0'));
    expect((await init('--yes')).stderr).toContain('.github/workflows/contract.yml exists and is left as it is.\n');
    expect(read('.github/workflows/contract.yml')).toBe('name: mine\n');
  });
});
