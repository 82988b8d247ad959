import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../command/built-package.js';
import { startCommand } from '../command/start-command.js';
import { packPackage, type PackedPackage } from './packed-package.js';
import { runProgram, shellEnvironment } from './run-program.js';

const tsc = join(repository, 'node_modules/.bin/tsc');
const install = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'] as const;
const minutes = (count: number) => count * 60_000;

let packed: PackedPackage;
beforeAll(async () => {
  packed = await packPackage();
}, minutes(3));
afterAll(() => packed.remove());

/** Serves a project, asks it, and stops it. */
async function serveOnce(folder: string, ask: (url: string) => Promise<void>, ...options: string[]): Promise<void> {
  const script = join(folder, 'node_modules/svckit/bin/svc.mjs');
  const command = startCommand(script, ['serve', '--port', '0', ...options], { cwd: folder, env: shellEnvironment() });
  try {
    await ask((await command.sees(/ready at (http:\/\/\S+)/))[1]!);
  } finally {
    command.child.kill('SIGTERM');
  }
  expect(await command.ended).toBe(0);
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** What programs import from a package. */
const entriesOf = (name: string, installed: string): readonly string[] =>
  Object.keys(readJson(join(installed, name, 'package.json')).exports)
    .filter((entry) => !entry.includes('json') && !entry.includes('*'))
    .map((entry) => `${name}${entry.slice(1)}`);

describe('the packed package beside zod', () => {
  let app: string;
  const installed = () => join(app, 'node_modules');
  const svc = (argv: readonly string[], options?: { readonly mayFail: boolean }) =>
    runProgram([join(installed(), '.bin/svc'), ...argv], app, options);

  beforeAll(async () => {
    app = join(packed.folder, 'consumer');
    cpSync(fileURLToPath(new URL('consumer', import.meta.url)), app, { recursive: true });
    await runProgram([...install, packed.tarball, 'zod@4.6.7'], app);
  }, minutes(5));

  it('contains what it needs, and no sources', () => {
    const home = join(installed(), 'svckit');
    expect(readdirSync(home).sort()).toEqual(expect.arrayContaining(['bin', 'dist', 'package.json']));
    expect(existsSync(join(home, 'docs/guide.md'))).toBe(true);
    for (const left of ['src', 'docs/decisions', 'docs/pictures']) expect(existsSync(join(home, left))).toBe(false);
    expect(statSync(join(home, 'bin/svc.mjs')).mode & 0o111).toBe(0o111);
  });

  it('installs at most 120 packages and 40 MB, Express among them, and no native module but the parser of svc release', () => {
    const files = readdirSync(installed(), { recursive: true, encoding: 'utf8' }).filter(
      (file) => !/^zod\b/.test(file),
    );
    const packages = Object.keys(readJson(join(installed(), '.package-lock.json')).packages);
    // On disk, and each file once.
    const sizes = new Map(
      files.map((file) => statSync(join(installed(), file))).map(({ ino, blocks }) => [ino, blocks * 512]),
    );
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect(packages.length).toBeLessThanOrEqual(120);
    expect(bytes / 2 ** 20).toBeLessThanOrEqual(40);
    expect(packages).toContain('node_modules/express');
    const native = files.filter((file) => /\.(?:node|wasm)$/.test(file));
    expect(native.filter((file) => !file.includes('oxc-parser'))).toEqual([]);
  });

  it('runs no script of a package while it is installed', () => {
    const { packages } = readJson(join(installed(), '.package-lock.json')) as { packages: Record<string, object> };
    expect(Object.keys(packages).filter((path) => 'hasInstallScript' in packages[path]!)).toEqual([]);
    const { scripts } = readJson(join(installed(), 'svckit/package.json')) as { scripts: Record<string, string> };
    const run = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare'];
    expect(Object.keys(scripts).filter((name) => run.includes(name))).toEqual([]);
  });

  it('brings the licenses of what its build contains', () => {
    const licenses = readdirSync(join(installed(), 'svckit/dist/licenses'));
    expect(licenses).toEqual(expect.arrayContaining(['execa.txt', 'js-yaml.txt', 'jsonpath-rfc9535.txt']));
    expect(existsSync(join(installed(), 'svckit/dist/esbuild/LICENSE.md'))).toBe(true);
  });

  it('is bundled with an app into one file that needs no package, as docs/building.md says', async () => {
    const image = join(packed.folder, 'image');
    const [, line] = /^RUN .*?npx (esbuild .*?)$/m.exec(readFileSync(join(repository, 'docs/building.md'), 'utf8'))!;
    writeFileSync(
      join(app, 'server.ts'),
      "import { createApp } from 'svckit';\nimport service from './svc.config.js';\nconst { root, ...options } = service;\nconst app = await createApp(root, options);\nconsole.log(`ready at ${await app.listen(0)}`);\nprocess.once('SIGTERM', () => void app.close());\n",
    );
    await runProgram(['sh', '-c', `${join(repository, 'node_modules/.bin')}/${line!.split(' && ')[0]}`], app);
    cpSync(join(app, 'build'), image, { recursive: true });
    cpSync(join(installed(), 'svckit/dist/page'), join(image, 'page'), { recursive: true });
    const command = startCommand(join(image, 'server.mjs'), [], { cwd: image, env: shellEnvironment() });
    try {
      const url = (await command.sees(/ready at (http:\/\/\S+)/))[1]!;
      expect(await (await fetch(`${url}/hello/you`)).json()).toEqual({ greeting: 'Hello, you' });
      expect((await fetch(`${url}/docs/assets/page.css`)).status).toBe(200);
    } finally {
      command.child.kill('SIGTERM');
    }
    expect(await command.ended).toBe(0);
  });

  it('installs none of the packages of the bundled service', () => {
    const { dependencies } = readJson(join(repository, 'service/package.json'));
    const own = readJson(join(repository, 'package.json')).dependencies;
    const foreign = Object.keys(dependencies).filter((name) => !(name in own));
    expect(foreign).toContain('better-auth');
    expect(foreign.filter((name) => existsSync(join(installed(), name)))).toEqual([]);
  });

  it('loads every entry', async () => {
    const code = `await Promise.all(${JSON.stringify(entriesOf('svckit', installed()))}.map((entry) => import(entry))); console.log('loaded');`;
    expect((await runProgram([process.execPath, '--input-type=module', '--eval', code], app)).stdout).toBe('loaded\n');
  });

  it('compares documents, with declarations that need no package', async () => {
    await runProgram(
      [join(repository, 'node_modules/.bin/esbuild'), 'compare.ts', '--format=esm', '--outfile=compare.js'],
      app,
    );
    const { code, stdout } = await runProgram([process.execPath, 'compare.js'], app, { mayFail: true });
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout:
        'orders-2.yaml:14 POST /orders: request property "size": maximum was set to 9 [request-property-max-set]\n' +
        '10 must not be greater than 9\nfalse 10\n',
    });
    const types = join(installed(), 'svckit/dist/types');
    const declarations = new Set([join(types, 'library/index.d.ts')]);
    const packages = new Set<string>();
    for (const file of declarations)
      for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
        /(?:\bfrom|\bimport\() ?['"]([^'"]+)['"]/g,
      )) {
        if (specifier.startsWith('.')) declarations.add(join(file, '..', specifier.replace(/\.js$/, '.d.ts')));
        else packages.add(specifier);
      }
    expect(declarations.size).toBeGreaterThan(10);
    expect([...packages]).toEqual([]);
  });

  it('lists, checks and exports an app', async () => {
    const routes = await svc(['routes', '--format', 'json', '--tag', 'Hello']);
    expect(JSON.parse(routes.stdout)).toMatchObject({
      routes: [
        { path: '/hello/{name}', version: '1', source: { file: 'svc.config.ts', line: 30 } },
        { version: '2' },
        { path: '/hello/{name}/wrong' },
        {},
      ],
    });
    expect((await svc(['check'])).stdout).toContain('No problems in');
    expect((await svc(['check', '--list'])).stdout).toContain('version-hole');
    const document = await svc(['openapi', 'export', '--api-version', '2']);
    expect(JSON.parse(document.stdout)).toMatchObject({
      openapi: '3.1.0',
      paths: { '/hello/{name}': { get: { deprecated: true } } },
    });
  });

  it('says how to get the bundled service', async () => {
    expect(await runProgram(['npx', '--no-install', 'svc', 'serve', '--demo'], app, { mayFail: true })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'The bundled service, @svckit/service, is not installed. Run npm install --save-dev @svckit/service.\n',
      ),
    });
  });

  it('says which package an option needs', async () => {
    const config = "import service from './svc.config.ts';\nexport default { ...service, metrics: true };\n";
    writeFileSync(join(app, 'measured.config.ts'), config);
    const { code, stderr } = await svc(['serve', 'measured.config.ts', '--port', '0'], { mayFail: true });
    expect(code).toBe(1);
    expect(stderr).toContain(
      'The option metrics needs the package prom-client, which is not installed. Run npm install',
    );
  });

  it('serves an app', async () => {
    await serveOnce(app, async (url) => {
      const response = await fetch(`${url}/hello/you`);
      expect(await response.json()).toEqual({ greeting: 'Hello, you' });
      expect(response.headers.get('deprecation')).toBe('@1767225600');
      expect((await fetch(`${url}/docs`)).status).toBe(200);
    });
  });

  it('verifies what runs, and finds the answer that has another type', async () => {
    await serveOnce(app, async (url) => {
      const { code, stdout } = await svc(['verify', url], { mayFail: true });
      expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('/greeting must be string.') });
    });
  });

  it('type-checks an app against the types it ships, and the types themselves', async () => {
    // Those of this repository, instead of a second installation.
    const types = join(installed(), '@types/node');
    rmSync(types, { recursive: true, force: true });
    symlinkSync(join(repository, 'node_modules/@types/node'), types);
    for (const resolution of [
      [],
      ['--module', 'node16', '--moduleResolution', 'node16'],
      ['--module', 'preserve', '--moduleResolution', 'bundler'],
    ]) {
      const { code, stdout } = await runProgram([tsc, ...resolution], app, { mayFail: true });
      expect({ resolution, code, stdout }).toEqual({ resolution, code: 0, stdout: '' });
    }
  });
});

describe('all packages', () => {
  let demo: string;
  const svc = async (...argv: readonly string[]) =>
    (await runProgram([join(demo, 'node_modules/.bin/svc'), ...argv, '--demo'], demo)).stdout;

  beforeAll(async () => {
    demo = join(packed.folder, 'demo');
    mkdirSync(demo);
    writeFileSync(join(demo, 'package.json'), '{ "private": true }');
    await runProgram([...install, packed.tarball, packed.serviceTarball, packed.storesTarball, 'zod@4.6.7'], demo);
  }, minutes(5));

  it('have nothing that publint reports', async () => {
    const publint = join(repository, 'node_modules/publint/src/cli.js');
    for (const tarball of [packed.tarball, packed.serviceTarball, packed.storesTarball]) {
      const { stdout } = await runProgram([process.execPath, publint, '--strict', tarball], demo);
      expect(stdout).toContain('All good!');
    }
  });

  it.each([
    ['node16', 'node16'],
    ['preserve', 'bundler'],
  ])('have types in each entry: module %s, moduleResolution %s', async (module, resolution) => {
    const entries = ['svckit', '@svckit/service', '@svckit/stores'].flatMap((name) =>
      entriesOf(name, join(demo, 'node_modules')),
    );
    expect(entries).toEqual(expect.arrayContaining(['svckit', 'svckit/webhooks', '@svckit/stores']));
    const imports = entries.map((entry, index) => `export * as entry${index} from '${entry}';\n`);
    writeFileSync(join(demo, 'entries.mts'), imports.join(''));
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      module,
      '--moduleResolution',
      resolution,
    ];
    const { code, stdout } = await runProgram([tsc, ...options, 'entries.mts'], demo, { mayFail: true });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });

  it('serve the bundled service with --demo, its worker thread for pictures included', async () => {
    await serveOnce(
      demo,
      async (url) => {
        expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
        const job = await fetch(`${url}/api/jobs/thumbnails`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ width: 16, format: 'heic' }),
        });
        const { id } = (await job.json()) as { readonly id: string };
        const state = async () => (await fetch(`${url}/api/jobs/thumbnails/${id}`)).json();
        await expect.poll(state).toMatchObject({ state: 'completed', result: { format: 'heic' } });
      },
      '--demo',
    );
  });

  it('run the commands of the bundled service', async () => {
    expect(await svc('check')).toContain('No problems in');
    expect(await svc('--help')).toMatch(/^svckit bundled service:\n {2}config /m);
    expect(await svc('users', 'list')).toBe('No accounts yet.\n');
  });

  it('keep usage where a team configures it, after the migrations that they bring', async () => {
    const code = `
      import { DatabaseSync } from '@photostructure/sqlite';
      import { Kysely, Migrator, SqliteDialect } from 'kysely';
      import { migrations, sqlUsageStore } from '@svckit/stores';
      const handle = new DatabaseSync(':memory:');
      const prepare = (sql) => {
        const statement = handle.prepare(sql);
        const all = (given) => statement.all(...given);
        return { reader: statement.columns().length > 0, all, run: (given) => statement.run(...given) };
      };
      const kysely = new Kysely({ dialect: new SqliteDialect({ database: { prepare, close: () => handle.close() } }) });
      const { error } = await new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } }).migrateToLatest();
      if (error) throw error;
      const store = sqlUsageStore(kysely);
      const count = { version: '1', operation: 'GET /a', kind: 'key', consumer: 'c', day: '2027-01-01', calls: 2, refused: 0, first: 1, last: 2, members: {} };
      await store.add({ writer: 'a', sequence: 1, counts: [count] });
      console.log((await store.read({})).counts[0].calls);`;
    const command = [process.execPath, '--input-type=module', '--eval', code] as const;
    expect((await runProgram(command, demo)).stdout).toBe('2\n');
  });

  it('serve it from a config that re-exports it', async () => {
    writeFileSync(join(demo, 'svc.config.ts'), "export { default } from '@svckit/service';\n");
    await serveOnce(demo, async (url) => expect((await fetch(`${url}/api/users`)).status).toBe(200));
  });
});

describe('svc init', () => {
  it('sets up a service of another language, once', async () => {
    const service = join(packed.folder, 'go-service');
    mkdirSync(service);
    writeFileSync(join(service, 'go.mod'), 'module books\n');
    cpSync(join(repository, 'fixtures/around/openapi.yaml'), join(service, 'openapi.yaml'));
    await runProgram(['git', 'init', '--quiet', '--initial-branch', 'main'], service);
    const script = join(packed.folder, 'consumer/node_modules/svckit/bin/svc.mjs');
    const svc = (...argv: readonly string[]) => runProgram([process.execPath, script, ...argv], service);
    await svc('init', '--yes', '--ci', 'github');
    const made = ['.git', '.github', 'contracts', 'go.mod', 'openapi.yaml', 'svc.config.yaml'];
    expect(readdirSync(service).sort()).toEqual(made);
    expect((await svc('init', '--yes')).stderr).toContain('Nothing was written.');
    expect((await svc('openapi', 'lock', '--check')).code).toBe(0);
    for (const name of ['svc.config', 'exceptions', 'uses', 'diff'])
      readJson(join(packed.folder, `consumer/node_modules/svckit/schemas/${name}.schema.json`));
  });
});

describe('svc new', () => {
  it('names the tarball that it was installed from', async () => {
    const script = join(packed.folder, 'consumer/node_modules/svckit/bin/svc.mjs');
    const { stderr } = await runProgram(
      [process.execPath, script, 'new', 'from-tarball', '--yes', '--no-install'],
      packed.folder,
    );
    expect(stderr).toContain('This svckit is from no registry');
    expect(readJson(join(packed.folder, 'from-tarball/package.json')).dependencies.svckit).toBe(
      `file:${packed.tarball}`,
    );
  });

  const parentOf = (versioning: string) => join(packed.folder, `new-${versioning}`);
  const shopOf = (versioning: string) => join(parentOf(versioning), 'shop');

  async function makeShop(versioning: string, ...more: readonly string[]): Promise<string> {
    mkdirSync(parentOf(versioning));
    const script = join(packed.folder, 'consumer/node_modules/svckit/bin/svc.mjs');
    const choices = ['--versioning', versioning, '--extras', 'docker,gitlab', '--svckit', `file:${packed.tarball}`];
    const command = [process.execPath, script, 'new', 'shop', '--yes', ...choices, ...more] as const;
    return (await runProgram(command, parentOf(versioning))).stdout;
  }

  const throughNpm = (shop: string) => (script: string, argv: readonly string[]) =>
    runProgram(['npm', 'run', script, '--', ...argv], shop);

  /** What npm would run, without a start of npm for each script. */
  const withoutNpm = (shop: string) => (script: string, argv: readonly string[]) => {
    const [program, ...parameters] = readJson(join(shop, 'package.json')).scripts[script].split(' ') as string[];
    return runProgram([join(shop, 'node_modules/.bin', program!), ...parameters, ...argv], shop);
  };

  async function expectShopWorks(shop: string, script: ReturnType<typeof throughNpm>): Promise<void> {
    const run = (...command: [string, ...string[]]) => runProgram(command, shop);
    await script('test', []);
    await script('typecheck', []);
    expect((await script('check', ['--fail-on', 'warning'])).stdout).toContain('No problems in');
    expect((await script('laws', [])).stdout).toContain('1 change keeps every law');
    const svc = (...argv: readonly string[]) => run('node_modules/.bin/svc', ...argv);
    expect((await svc('routes', '--deprecated')).stdout).toContain('TasksController.list');
    expect((await svc('routes', '--matrix')).stdout).toMatch(/\/api\/tasks\/\{id\} +\+\*! +~/);
    expect(readdirSync(join(shop, 'contracts')).sort()).toEqual(['changes.json', 'next.json', 'v1.json', 'v2.json']);
    await svc('openapi', 'lock', '--check');
    await run('git', 'init', '--quiet', '--initial-branch', 'main');
    await run('git', 'add', '.');
    await run('git', '-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'Start');
    expect((await svc('gate', '--base', 'main')).stdout).toContain('The gate is open.');
    expect(readFileSync(join(shop, '.gitignore'), 'utf8')).toContain('node_modules/');
    await serveOnce(shop, async (url) => expect((await fetch(`${url}/api/health/ready`)).status).toBe(200));
  }

  it(
    'makes a service, installed and ready, whose own tests and checks pass, and which serves',
    async () => {
      expect(await makeShop('uri')).toBe('\nNext:\n  cd shop\n  npm test\n  npm run dev\n');
      await expectShopWorks(shopOf('uri'), throughNpm(shopOf('uri')));
    },
    minutes(6),
  );

  // They depend on the same packages, so one installation serves them all.
  it.each(['header', 'media-type', 'query'])(
    'makes a %s service, not installed, that works after the steps it prints',
    async (versioning) => {
      const steps = '\nNext:\n  cd shop\n  npm install\n  npm run lock\n  npm test\n  npm run dev\n';
      expect(await makeShop(versioning, '--no-install')).toBe(steps);
      const [installed, shop] = [shopOf('uri'), shopOf(versioning)];
      expect(readJson(join(shop, 'package.json'))).toEqual(readJson(join(installed, 'package.json')));
      symlinkSync(join(installed, 'node_modules'), join(shop, 'node_modules'));
      const script = withoutNpm(shop);
      await script('lock', []);
      await expectShopWorks(shop, script);
    },
    minutes(6),
  );
});
