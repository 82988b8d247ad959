import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPackage, type PackedPackage } from '../packed/packed-package.js';
import { AdoptedApp } from './adopted-app.js';
import { followAround } from './follow-around.js';

let packed: PackedPackage;
beforeAll(async () => {
  packed = await packPackage();
});
afterAll(() => packed.remove());

/** A copy of a fixture for the tests of one describe. */
function adopt(name: string): () => AdoptedApp {
  let app: AdoptedApp;
  beforeAll(async () => {
    app = await new AdoptedApp(name, packed.tarball).open();
  });
  afterAll(() => app.remove());
  return () => app;
}

/** Runs tests of test/adopt/around in an application. */
async function expectPassing(app: AdoptedApp, file: string, ...packages: readonly string[]): Promise<void> {
  for (const name of ['books.mjs', file]) {
    const text = readFileSync(new URL(`around/${name}`, import.meta.url), 'utf8');
    app.write({ section: '', language: 'js', file: name, text });
  }
  await app.type(`npm install --no-save svckit zod@4.6.7 ${packages.join(' ')}`);
  const { stdout } = await app.type(`node --test --test-reporter=tap ${file}`, { mayFail: true });
  expect(stdout).toMatch(/^# pass [1-9]\d*\n# fail 0$/m);
}

interface Asked {
  readonly method?: string;
  readonly body?: unknown;
}

/** Asks a running application for paths in versions: their statuses and bodies. */
async function ask(url: string, version: string, path: string, { method = 'GET', body }: Asked = {}) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'X-API-Version': version, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return [answer.status, await answer.json()] as const;
}

type Ask = (version: string, path: string, asked?: Asked) => ReturnType<typeof ask>;

async function whileRunning(app: AdoptedApp, script: string, check: (asking: Ask) => Promise<void>): Promise<void> {
  const { url, child, ended } = await app.start(script);
  try {
    await check((version, path, asked) => ask(url, version, path, asked));
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

const book = { id: 1, title: 'Emma', author: 'Jane Austen' };
const older = { id: 1, title: 'Emma', writer: 'Jane Austen' };

describe('versions around an application of Express', () => {
  const app = adopt('express');

  it.each(['5', '4'])('keep version 1 alive by the recipe, on Express %s with compression', async (major) => {
    await app().type('git reset -q --hard && git clean -fdq');
    await followAround(app(), 'express.md');
    const compress = "\napp.use(require('compression')({ threshold: 0 }));";
    await app().type(`npm install --no-save express@${major} compression@1.8.2 --no-audit --no-fund`);
    expect(JSON.parse(readFileSync(join(app().app, 'node_modules/express/package.json'), 'utf8'))).toMatchObject({
      version: expect.stringMatching(`^${major}\\.`),
    });
    const use = "\napp.use(require('./versioned.mjs').default.express());";
    for (const [from, to] of [
      [use, use],
      [use, `${compress}${use}`],
      [`${compress}${use}`, `${use}${compress}`],
    ] as const) {
      app().edit('app.js', from, to);
      await whileRunning(app(), 'server.js', async (asking) => {
        expect(await asking('1', '/books')).toEqual([200, [older]]);
        expect(await asking('2', '/books/1')).toEqual([200, book]);
        expect(await asking('1', '/books/9')).toEqual([404, { message: 'Not found' }]);
        const added = { id: 2, title: 'Ulysses', author: 'James Joyce' };
        expect(await asking('1', '/books', { method: 'POST', body: added })).toEqual([
          201,
          { id: 2, title: 'Ulysses', writer: 'James Joyce' },
        ]);
        expect(await asking('3', '/books')).toMatchObject([404, { supportedVersions: ['1', '2'] }]);
      });
    }
    expect((await app().type('npx svc check versioned.ts')).stdout).toContain('No problems');
  });
});

describe('versions around an application of Fastify', () => {
  const app = adopt('fastify');

  it('keep version 1 alive by the recipe', async () => {
    await followAround(app(), 'fastify.md');
    const ask = `
      import Fastify from 'fastify';
      import application from './app.js';
      const app = Fastify(application.options);
      app.register(application);
      const asked = async (version, url) => {
        const answer = await app.inject({ url, headers: { 'X-API-Version': version } });
        return [answer.statusCode, answer.json()];
      };
      const query = (name) => '/books?' + name + '=Nobody';
      console.log(JSON.stringify(await Promise.all([
        asked('1', query('writer')), asked('2', query('author')), asked('2', '/books'), asked('9', '/books'),
      ])));
      await app.close();`;
    app().write({ section: '', language: 'js', file: 'ask.mjs', text: ask });
    const answers = JSON.parse((await app().type('node ask.mjs')).stdout) as unknown[];
    expect(answers).toMatchObject([
      [200, []],
      [200, []],
      [200, [book]],
      [404, { supportedVersions: ['1', '2'] }],
    ]);
    expect((await app().type('npx svc check versioned.ts')).stdout).toContain('No problems');
  });

  it('answer as everywhere, on Fastify 5', async () => {
    await expectPassing(app(), 'fastify.test.mjs');
  });

  it('answer as everywhere, on Fastify 4', async () => {
    await expectPassing(app(), 'fastify.test.mjs', 'fastify@4');
    const version = 'node --input-type=module --eval "import Fastify from \'fastify\'; console.log(Fastify().version)"';
    expect((await app().type(version)).stdout).toMatch(/^4\./);
  });
});

describe('versions around an application of Hono', () => {
  const app = adopt('hono');

  it('keep version 1 alive by the recipe', async () => {
    await followAround(app(), 'hono.md');
    await app().type('npm run build');
    app().edit('dist/index.js', 'Server is running on', 'Listening on');
    await whileRunning(app(), 'dist/index.js', async (asking) => {
      expect(await asking('1', '/books')).toEqual([200, [older]]);
      expect(await asking('2', '/books?author=Nobody')).toEqual([200, []]);
      expect(await asking('1', '/books', { method: 'POST', body: { title: 'Ulysses', by: 'James Joyce' } })).toEqual([
        201,
        { id: 2, title: 'Ulysses', writer: 'James Joyce' },
      ]);
    });
    expect((await app().type('npx svc check src/versioned.ts')).stdout).toContain('No problems');
  });
});

describe('versions around an application of Nest', () => {
  const app = adopt('nest-books');
  const dto = 'src/books/book.dto.ts';
  const service = 'src/books/books.service.ts';
  const controller = () => readFileSync(join(app().app, 'src/books/books.controller.ts'), 'utf8');
  const anew =
    'npm run -s build && npm run -s openapi > openapi.json && npx svc shapes openapi.json --out src/shapes.ts';

  async function expectThreeVersions(): Promise<void> {
    await app().type('npm run build');
    await whileRunning(app(), 'dist/main.js', async (asking) => {
      expect(await asking('1', '/books/1')).toEqual([200, { id: 1, name: 'Emma', author: 'Jane Austen' }]);
      expect(await asking('3', '/books/1')).toEqual([200, book]);
      const added = { name: 'Ulysses', author: 'James Joyce' };
      expect(await asking('1', '/books', { method: 'POST', body: added })).toEqual([201, { id: 2, ...added }]);
      expect(await asking('1', '/books?limit=1')).toMatchObject([200, [{ name: 'Emma' }]]);
      expect(await asking('2', '/books?limit=1')).toEqual([200, [book]]);
      expect(await asking('3', '/books?pageSize=1')).toEqual([200, [book]]);
      expect(await asking('3', '/books?limit=1')).toMatchObject([
        400,
        { message: ['property limit should not exist'] },
      ]);
      expect((await asking('2', '/books'))[1]).toHaveLength(2);
      // svckit refuses what version 1 does not have, and class-validator what the newest version does not have.
      const long = { name: 'x'.repeat(41), author: 'a' };
      expect(await asking('1', '/books', { method: 'POST', body: long })).toMatchObject([
        400,
        { errors: [{ in: 'body', path: 'name' }] },
      ]);
      expect(await asking('3', '/books', { method: 'POST', body: { ...added, title: 'x' } })).toMatchObject([
        400,
        { message: expect.arrayContaining(['property name should not exist']) },
      ]);
      expect((await asking('1', '/books/nine'))[0]).toBe(400);
      expect(await asking('1', '/books/9')).toEqual([404, { message: 'Not Found', statusCode: 404 }]);
    });
  }

  it('go from one version to three without a touched controller, on Express and on Fastify', async () => {
    const untouched = controller();
    // Version 2, by the recipe.
    const inDto = [
      ['  @ApiProperty()\n  name!', '  @ApiProperty()\n  title!'],
      ['@MaxLength(40)\n  name!', '@MaxLength(40)\n  title!'],
    ] as const;
    for (const [from, to] of inDto) app().edit(dto, from, to);
    app().edit(service, "name: 'Emma'", "title: 'Emma'");
    await followAround(app(), 'nest.md');
    await app().type('npm run build && npx svc check src/versioned.ts');
    await whileRunning(app(), 'dist/main.js', async (asking) => {
      expect(await asking('1', '/books')).toEqual([200, [{ id: 1, name: 'Emma', author: 'Jane Austen' }]]);
      expect(await asking('2', '/books/1')).toEqual([200, book]);
    });

    // Version 3.
    app().edit(dto, '  limit?: number;', '  pageSize?: number;');
    app().edit(service, '{ limit }: ListBooksDto', '{ pageSize }: ListBooksDto');
    app().edit(service, 'slice(0, limit)', 'slice(0, pageSize)');
    await app().type(anew);
    const versioned = 'src/versioned.ts';
    app().edit(versioned, 'defineVersions, renamed }', 'defineVersions, operation, renamed }');
    app().edit(versioned, 'import { around }', "import { z } from 'zod';\nimport { around }");
    app().edit(versioned, 'const versions =', `${pageSizes}\nconst versions =`);
    app().edit(versioned, 'changes: [titles] }', "changes: [titles] }, { version: '3', changes: [pageSizes] }");
    await expectThreeVersions();
    expect((await app().type('npx svc check src/versioned.ts')).stdout).toContain('No problems');
    expect(controller()).toBe(untouched);

    const onFastify =
      'create<NestFastifyApplication>(AppModule, new FastifyAdapter({ rewriteUrl: versioned.rewriteUrl }))';
    app().edit('src/main.ts', 'create(AppModule)', onFastify);
    app().edit('src/main.ts', 'app.use(versioned.express());', 'await app.register(versioned.fastify());');
    const adapter = "import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';\n";
    app().edit('src/main.ts', 'import { NestFactory }', `${adapter}import { NestFactory }`);
    await expectThreeVersions();
    expect(controller()).toBe(untouched);
  });
});

const pageSizes = [
  'const before = { query: z.object({ limit: z.int().min(1).max(100).optional() }) };',
  'const list = operation(operations.BooksController_list, { before, up: ({ query }) => ({ query: { pageSize: query.limit } }) });',
  "const pageSizes = change({ title: 'The length of a page is its size', operations: [list] });",
].join('\n');
