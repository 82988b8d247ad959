import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execa } from 'execa';
import { startCommand } from './command/start-command.js';
import { packageName, readImports, repository } from './read-imports.js';

const manifest = JSON.parse(readFileSync(join(repository, 'service/package.json'), 'utf8')) as Readonly<
  Record<'dependencies', Record<string, string>>
>;
const declared = Object.keys(manifest.dependencies);
const builtIn = new Set(builtinModules);

/** Packages that code below these folders loads. */
function packagesOf(...folders: readonly string[]): Set<string> {
  const targets = folders
    .flatMap((folder) => readImports(folder))
    .filter(({ isType }) => !isType)
    .map(({ target }) => packageName(target));
  return new Set(targets.filter((name) => !name.startsWith('src') && !name.startsWith('node:') && !builtIn.has(name)));
}

const toolkit = packagesOf(
  'src/text',
  'src/json',
  'src/report',
  'src/wiring',
  'src/routing',
  'src/server',
  'src/export',
  'src/contract',
  'src/cli',
);
const serviceOnly = declared.filter((name) => packagesOf('service/src').has(name) && !toolkit.has(name));

let home = '';
let script = '';
const app = () => join(home, 'app/uri');

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'svckit-toolkit-'));
  const own = join(home, 'app/node_modules/svckit');
  for (const name of readdirSync(join(repository, 'node_modules')).flatMap(withScope)) {
    const target = join(home, 'app/node_modules', name);
    if (serviceOnly.includes(name) || existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(repository, 'node_modules', name), target);
  }
  const { buildPackage } = (await import(new URL('../esbuild.config.mjs', import.meta.url).href)) as {
    buildPackage(folder: string): Promise<void>;
  };
  await buildPackage(join(own, 'dist'));
  for (const file of ['package.json', 'bin']) cpSync(join(repository, file), join(own, file), { recursive: true });
  for (const name of ['people', 'uri', 'header'])
    cpSync(join(repository, 'fixtures', name), join(home, 'app', name), { recursive: true });
  script = join(own, 'bin/svc.mjs');
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

function withScope(name: string): string[] {
  if (name.startsWith('.')) return [];
  return name.startsWith('@')
    ? readdirSync(join(repository, 'node_modules', name)).map((part) => `${name}/${part}`)
    : [name];
}

const node = (...argv: readonly string[]) => execa('node', argv, { cwd: app(), reject: false, all: true });

describe('the toolkit without the packages of the bundled service', () => {
  it('lacks what it is said to lack', async () => {
    expect(serviceOnly).toEqual(
      expect.arrayContaining([
        'better-auth',
        'sharp',
        'elheif',
        'kysely',
        'pg',
        'bullmq',
        'ioredis',
        '@photostructure/sqlite',
      ]),
    );
    for (const name of serviceOnly) {
      expect(existsSync(join(home, 'app/node_modules', name))).toBe(false);
    }
    expect((await node('--input-type=module', '-e', "await import('better-auth')")).all).toContain(
      'ERR_MODULE_NOT_FOUND',
    );
  });

  it.each(['svckit', 'svckit/export'])('loads %s', async (entry) => {
    const { exitCode, all } = await node(
      '--input-type=module',
      '-e',
      `console.log(Object.keys(await import('${entry}')).length > 3)`,
    );
    expect({ exitCode, all }).toEqual({ exitCode: 0, all: 'true' });
  });

  it.each([
    ['routes', ['routes', '--format', 'json'], '"version": 1'],
    ['check', ['check', '--as-of', '2026-11-21', '--format', 'json'], '"problems": []'],
    ['openapi export', ['openapi', 'export', '--api-version', '2'], '"openapi": "3.1'],
    ['check --list', ['check', '--list'], 'version-hole'],
  ])('runs svc %s', async (_name, argv, expected) => {
    const { exitCode, stdout, stderr } = await node(script, ...argv);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(expected);
  });

  it('runs svc serve', async () => {
    const started = startCommand(script, ['serve', '--port', '0'], { cwd: app() });
    const [, url] = await started.sees(/(http:\/\/[\d.]+:\d+|http:\/\/localhost:\d+)/);
    expect(await (await fetch(`${url}/api/health`)).json()).toEqual({ status: 'up' });
    expect((await fetch(`${url}/api/v1/people`)).headers.get('deprecation')).toBe('@1788220800');
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
  });
});
