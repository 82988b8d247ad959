import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCommand } from '../command/start-command.js';
import { packPackage, type PackedPackage } from './packed-package.js';
import { runProgram, shellEnvironment } from './run-program.js';

/** What the bundled service needs and the toolkit does not. */
const serviceOnly = [
  '@photostructure',
  'aws4fetch',
  'better-auth',
  '@better-auth',
  'bullmq',
  'elheif',
  'ioredis',
  'kysely',
  'nodemailer',
  'pg',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'sharp',
  '@img',
];
const versions = { zod: '4.6.7', typescript: '7.0.2', '@types/node': '20.19.43' };
const install = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'] as const;
const minutes = (count: number) => count * 60_000;

let packed: PackedPackage;
beforeAll(async () => {
  packed = await packPackage();
}, minutes(3));
afterAll(() => packed.remove());

/** Serves a project until it has answered, and ends it. */
async function serveOnce(folder: string, ask: (url: string) => Promise<void>): Promise<void> {
  const script = join(folder, 'node_modules/svckit/bin/svc.mjs');
  const command = startCommand(script, ['serve', '--port', '0'], { cwd: folder, env: shellEnvironment() });
  try {
    await ask((await command.sees(/ready at (http:\/\/\S+)/))[1]!);
  } finally {
    command.child.kill('SIGTERM');
  }
  expect(await command.ended).toBe(0);
}

describe('the packed package beside a small app', () => {
  let app: string;
  const svc = (...argv: readonly string[]) =>
    runProgram(['npx', '--no-install', 'svc', ...argv], app, { mayFail: true });

  beforeAll(async () => {
    app = join(packed.folder, 'consumer');
    cpSync(fileURLToPath(new URL('consumer', import.meta.url)), app, { recursive: true });
    await runProgram(
      [...install, packed.tarball, ...Object.entries(versions).map(([name, version]) => `${name}@${version}`)],
      app,
    );
  }, minutes(5));

  it('holds what it needs, and no sources', () => {
    const home = join(app, 'node_modules/svckit');
    expect(readdirSync(home).sort()).toEqual(expect.arrayContaining(['bin', 'dist', 'package.json']));
    expect(existsSync(join(home, 'src'))).toBe(false);
    expect(statSync(join(home, 'bin/svc.mjs')).mode & 0o111).toBe(0o111);
  });

  it('type-checks the app against the types it ships, the types themselves included', async () => {
    const { code, stdout } = await runProgram(['npx', '--no-install', 'tsc'], app, { mayFail: true });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });

  it.each(['as it is installed', 'without the packages that only the bundled service needs'])(
    'runs every command, %s',
    async (state) => {
      if (state !== 'as it is installed')
        for (const name of serviceOnly) rmSync(join(app, 'node_modules', name), { recursive: true, force: true });

      const routes = await svc('routes', '--format', 'json', '--tag', 'Hello');
      expect(routes).toMatchObject({ code: 0 });
      expect(JSON.parse(routes.stdout)).toMatchObject({
        routes: [
          { path: '/hello/{name}', version: '1', source: { file: 'svc.config.ts', line: 30 } },
          { version: '2' },
          { path: '/hello/{name}/wrong' },
          {},
        ],
      });
      expect(await svc('check')).toMatchObject({ code: 0, stdout: expect.stringContaining('No problems in') });
      const document = await svc('openapi', 'export', '--api-version', '2');
      expect(document.code).toBe(0);
      expect(JSON.parse(document.stdout)).toMatchObject({
        openapi: '3.1.0',
        paths: { '/hello/{name}': { get: { deprecated: true } } },
      });
      await serveOnce(app, async (url) => {
        expect(await (await fetch(`${url}/hello/you`)).json()).toEqual({ greeting: 'Hello, you' });
        expect((await fetch(`${url}/docs`)).status).toBe(200);
      });
    },
  );

  it('loads both entries without the packages that only the bundled service needs', async () => {
    const code = "await import('svckit'); await import('svckit/export'); console.log('loaded');";
    expect((await runProgram([process.execPath, '--input-type=module', '--eval', code], app)).stdout).toBe('loaded\n');
  });
});

describe('svc new', () => {
  it.each(['uri', 'header', 'media-type', 'query'])(
    'makes a %s service whose own tests and checks pass, and which serves',
    async (versioning) => {
      const script = join(packed.folder, 'consumer/node_modules/svckit/bin/svc.mjs');
      const parent = join(packed.folder, `new-${versioning}`);
      mkdirSync(parent);
      const made = await runProgram(
        [
          process.execPath,
          script,
          'new',
          'shop',
          '--versioning',
          versioning,
          '--extras',
          'docker,gitlab',
          '--yes',
          '--svckit',
          `file:${packed.tarball}`,
        ],
        parent,
      );
      expect(made.stdout).toBe('\nNext:\n  cd shop\n  npm test\n  npm run dev\n');
      const shop = join(parent, 'shop');
      const run = (...command: [string, ...string[]]) => runProgram(command, shop);

      await run('npm', 'test');
      await run('npx', '--no-install', 'tsc', '--noEmit');
      expect((await run('npx', '--no-install', 'svc', 'check', '--fail-on', 'warning')).stdout).toContain(
        'No problems in',
      );
      expect((await run('npx', '--no-install', 'svc', 'routes', '--deprecated')).stdout).toContain(
        'TasksV1Controller.list',
      );
      await run('npx', '--no-install', 'svc', 'openapi', 'export', '--all', '--out-dir', 'openapi', '--check');
      expect(readdirSync(join(shop, 'openapi')).sort()).toEqual(['openapi-1.json', 'openapi-2.json']);
      expect(readFileSync(join(shop, '.gitignore'), 'utf8')).toContain('node_modules/');
      await serveOnce(shop, async (url) => expect((await fetch(`${url}/api/health`)).status).toBe(200));
    },
    minutes(6),
  );
});
