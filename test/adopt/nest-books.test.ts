import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adopt } from './adopted-app.js';
import { followAround } from './follow-around.js';
import { book, whileRunning } from './while-running.js';

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
