import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { adopt } from './adopted-app.js';
import { codeBlocks } from './code-blocks.js';
import { expectBothKinds, greet } from './expect-both-kinds.js';
import { followAround } from './follow-around.js';
import { type Edit, expectVerdicts, followRecipe } from './follow-recipe.js';
import { book, whileRunning } from './while-running.js';
import { writeSideBySide } from './write-side-by-side.js';

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
    const print = async () => (await app().type('npm run -s openapi')).stdout;
    const before = await print();
    const listChanges: Edit = [controller, 'type: [CatDto]', 'type: CatDto'];
    await expectVerdicts(judge, listChanges, 'response-body-type-changed', largerPage);

    app().edit(...listChanges);
    await app().type('npm run -s build');
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
      app().edit('dist/configure.js', ...global);
      await expectBothKinds(app(), 'dist/main.js', ownBelow('/api'), 'meow');
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

  describe('versions around another', () => {
    const dto = 'src/books/book.dto.ts';
    const service = 'src/books/books.service.ts';
    const readController = () => readFileSync(join(app().app, 'src/books/books.controller.ts'), 'utf8');
    const anew =
      'npm run -s build && npm run -s openapi > openapi.json && npx svc shapes openapi.json --out src/shapes.ts';

    beforeAll(() => app().startOverAs('nest-books'));

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
      const untouched = readController();
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
      app().edit(versioned, 'import { shapes }', 'import { operations, shapes }');
      app().edit(versioned, 'import { around }', "import { z } from 'zod';\nimport { around }");
      app().edit(versioned, 'const versions =', `${pageSizes}\nconst versions =`);
      app().edit(versioned, 'changes: [titles] }', "changes: [titles] }, { version: '3', changes: [pageSizes] }");
      await expectThreeVersions();
      expect((await app().type('npx svc check src/versioned.ts')).stdout).toContain('No problems');
      expect(readController()).toBe(untouched);

      const onFastify =
        'create<NestFastifyApplication>(AppModule, new FastifyAdapter({ rewriteUrl: versioned.rewriteUrl }))';
      app().edit('src/main.ts', 'create(AppModule)', onFastify);
      app().edit('src/main.ts', 'app.use(versioned.express());', 'await app.register(versioned.fastify());');
      const adapter = "import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';\n";
      app().edit('src/main.ts', 'import { NestFactory }', `${adapter}import { NestFactory }`);
      await expectThreeVersions();
      expect(readController()).toBe(untouched);
    });
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

const pageSizes = [
  'const before = { query: z.object({ limit: z.int().min(1).max(100).optional() }) };',
  'const list = operation(operations.BooksController_list, { before, up: ({ query }) => ({ query: { pageSize: query.limit } }) });',
  "const pageSizes = change({ title: 'The length of a page is its size', operations: [list] });",
].join('\n');
