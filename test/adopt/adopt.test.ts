import { afterAll, beforeAll, describe, it, expect } from 'vitest';
import { packPackage, type PackedPackage } from '../packed/packed-package.js';
import { AdoptedApp } from './adopted-app.js';
import { codeBlocks } from './code-blocks.js';
import { compileBeside } from './compile-beside.js';
import { expectBothKinds, greet } from './expect-both-kinds.js';
import { type Edit, followRecipe, type Judge } from './follow-recipe.js';

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

/** Writes the files of docs/adopt/side-by-side.md into the application as it was before its recipe. */
async function writeSideBySide(app: AdoptedApp, ...sections: readonly string[]): Promise<void> {
  await app.type('git reset -q --hard "$(git rev-list --max-parents=0 HEAD)" && git clean -fdq');
  await app.type('npm install --save-dev svckit zod@4.6.7');
  for (const block of codeBlocks('side-by-side.md'))
    if (block.file !== null && ['The routes', ...sections].includes(block.section)) app.write(block);
}

async function expectVerdicts(judge: Judge, breaking: Edit, id: string, compatible: Edit): Promise<void> {
  expect(await judge(breaking)).toEqual({ code: 1, report: expect.stringContaining(`[${id}]`) });
  expect(await judge(compatible)).toEqual({ code: 0, report: expect.stringContaining('The gate is open.') });
}

const books = [{ id: 1, title: 'Emma', author: 'Jane Austen' }];

describe('an Express application', () => {
  const app = adopt('express');

  it('gets the gate by its recipe', async () => {
    const file = 'routes/books.js';
    await expectVerdicts(
      await followRecipe(app(), 'express.md'),
      [file, 'in: query, required: false', 'in: query, required: true'],
      'request-parameter-became-required',
      [file, 'author: { type: string }', 'author: { type: string }\n *         year: { type: integer }'],
    );
  });

  it('has routes of svckit beside its own', async () => {
    await writeSideBySide(app(), 'Express');
    await compileBeside(app());
    const write = { path: '/books', body: { title: 'Ulysses', author: 'James Joyce' }, status: 201 };
    const own = { path: '/books', body: books, notFound: { message: 'Not found' }, running: [greet, write] };
    await expectBothKinds(app(), 'dist/server.js', own, 'Hello');
    expect((await app().type('npx svc routes')).stdout).toContain('GreetingsController.read');
  });
});

describe('a Fastify application', () => {
  const app = adopt('fastify');

  it('gets the gate by its recipe', async () => {
    const file = 'routes/books/index.js';
    await expectVerdicts(
      await followRecipe(app(), 'fastify.md'),
      [file, "id: { type: 'integer' }", "id: { type: 'string' }"],
      'response-property-type-changed',
      [file, "required: ['title', 'author']", "required: ['title']"],
    );
  });

  it('has routes of svckit beside its own', async () => {
    await writeSideBySide(app(), 'Fastify');
    await compileBeside(app());
    const notFound = { message: 'Route GET:/nothing not found', error: 'Not Found', statusCode: 404 };
    const write = { path: '/books', body: { title: 'Ulysses', author: 'James Joyce' }, status: 201 };
    const own = { path: '/books', body: books, notFound, running: [greet, write] };
    await expectBothKinds(app(), 'dist/server.js', own, 'Hello');

    // A context that an earlier hook opened.
    const context =
      "import { AsyncLocalStorage } from 'node:async_hooks';\nconst context = new AsyncLocalStorage<string>();\n";
    const hook = "\nfastify.addHook('onRequest', (_request, _reply, next) => context.run('Welcome', next));";
    app().edit('src/server.ts', 'import Fastify', `${context}import Fastify`);
    app().edit('src/server.ts', "() => 'Hello'", '() => context.getStore()!');
    app().edit('src/server.ts', 'fastify.register(existing);', `fastify.register(existing);${hook}`);
    await compileBeside(app());
    await expectBothKinds(app(), 'dist/server.js', own, 'Welcome');
  });
});

describe('a Hono application', () => {
  const app = adopt('hono');

  it('gets the gate by its recipe', async () => {
    const file = 'src/app.ts';
    await expectVerdicts(
      await followRecipe(app(), 'hono.md'),
      [file, '    author: z.string(),\n', ''],
      'response-required-property-removed',
      [file, 'author: z.string().optional()', 'author: z.string().optional(), title: z.string().optional()'],
    );
  });

  it('has routes of svckit beside its own', async () => {
    await writeSideBySide(app(), 'Hono');
    app().edit('tsconfig.json', '"target": "ESNext"', '"target": "ES2022"');
    await app().type('npm run build');
    const write = { path: '/books', body: { title: 'Ulysses', by: 'James Joyce' }, status: 201 };
    const own = { path: '/books', body: books, notFound: '404 Not Found', otherMethod: 405, running: [greet, write] };
    await expectBothKinds(app(), 'dist/server.js', own, 'Hello');
  });
});

describe('a tsoa application', () => {
  const app = adopt('tsoa');

  it('gets the gate by its recipe', async () => {
    await expectVerdicts(
      await followRecipe(app(), 'tsoa.md'),
      ['src/books/book.ts', 'title: string;', 'title?: string;'],
      'response-property-became-optional',
      ['src/books/booksController.ts', '@Query() author?: string', '@Query() author?: string, @Query() title?: string'],
    );
  });
});

describe('a Nest application', () => {
  const app = adopt('nest');
  const controller = 'src/cats/cats.controller.ts';
  const largerPage: Edit = [
    'src/cats/cat.dto.ts',
    'items!: CatDto[];',
    'items!: CatDto[];\n\n  @ApiProperty({ required: false })\n  total?: number;',
  ];

  it('gets the gate by its recipe, which sees a version that its own document overwrites', async () => {
    const judge = await followRecipe(app(), 'nest.md');
    const listChanges: Edit = [controller, 'type: [CatDto]', 'type: CatDto'];
    await expectVerdicts(judge, listChanges, 'response-body-type-changed', largerPage);

    const print = async () => (await app().type('npm run -s build && npm run -s openapi')).stdout;
    const before = await print();
    app().edit(...listChanges);
    expect(await print()).toBe(before);
    await app().type('git reset -q --hard');
  });

  it('gets the gate without a file of its own where its paths hold the version', async () => {
    app().edit(
      'src/configure.ts',
      "{ type: VersioningType.HEADER, header: 'X-API-Version' }",
      '{ type: VersioningType.URI }',
    );
    await app().type('git rm -rq contracts svc.config.yaml openapi.mjs && npm run build');
    const config = codeBlocks('nest.md').find(({ section, file }) => section !== '' && file === 'svc.config.yaml')!;
    app().write(config);
    await app().type('npx svc openapi lock && git add . && git commit -qm "versions in the path" && git push -q');
    app().edit(controller, "@Version('2')", "@Version('3')");
    const gate = 'npm run build && npx svc openapi lock && npx svc gate --base origin/main';
    const { code, stdout } = await app().type(gate, { mayFail: true });
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('GET /v2/cats') });
    await app().type('git reset -q --hard origin/main');
  });

  it('has routes of svckit beside its own, on Express and on Fastify, with its own tsconfig.json, build and tests', async () => {
    await writeSideBySide(app(), 'Nest');
    const imported = "import { SvckitModule } from './svckit.module.js';\n\n@Module({\n  imports: [SvckitModule],";
    app().edit('src/app.module.ts', '@Module({', imported);
    await app().type('npm run build && npm test');
    const cat = { id: 1, name: 'Tom', age: 3 };
    const ownBelow = (prefix: string) => {
      const path = `${prefix}/cats`;
      const notFound = { message: `Cannot GET ${prefix}/nothing`, error: 'Not Found', statusCode: 404 };
      return { path, body: [cat], notFound, running: [greet, { path, body: cat, status: 201 }] };
    };
    const global = ['app.enableVersioning(', "app.setGlobalPrefix('api');\n  app.enableVersioning("] as const;
    const expectWithAndWithoutPrefix = async () => {
      await expectBothKinds(app(), 'dist/main.js', ownBelow(''), 'meow');
      app().edit('src/configure.ts', ...global);
      await app().type('npm run build');
      await expectBothKinds(app(), 'dist/main.js', ownBelow('/api'), 'meow');
      app().edit('src/configure.ts', ...(global.toReversed() as [string, string]));
    };
    await expectWithAndWithoutPrefix();

    const onFastify = 'create<NestFastifyApplication>(AppModule, new FastifyAdapter())';
    app().edit('src/main.ts', 'create(AppModule)', onFastify);
    const adapter = "import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';\n";
    app().edit('src/main.ts', 'import { NestFactory }', `${adapter}import { NestFactory }`);
    await app().type('npm run build');
    await expectWithAndWithoutPrefix();
    expect((await app().type('npx svc check')).stdout).toContain('No problems');
  });
});

describe('a Nest application in CommonJS, with ts-jest', () => {
  const app = adopt('nest-jest');

  it('tests routes of svckit beside its own', async () => {
    await app().type('npm test');
    await writeSideBySide(app(), 'Nest', 'Nest with ts-jest');
    await app().type('rm src/main.ts && npx tsc && node --eval "require(\'./dist/src/svckit.module.js\')"');
    const commands = codeBlocks('side-by-side.md').find(
      ({ section, language }) => section === 'Nest with ts-jest' && language === 'sh',
    )!;
    expect((await app().type(commands.text)).stderr).toContain('2 passed, 2 total');
  });
});
