import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adopt } from './adopted-app.js';
import { compileBeside } from './compile-beside.js';
import { expectBothKinds, greet } from './expect-both-kinds.js';
import { followAround } from './follow-around.js';
import { expectVerdicts, followRecipe } from './follow-recipe.js';
import { book, older, whileRunning } from './while-running.js';
import { writeSideBySide } from './write-side-by-side.js';

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
    const own = { path: '/books', body: [book], notFound: { message: 'Not found' }, running: [greet, write] };
    await expectBothKinds(app(), 'dist/server.js', own, 'Hello');
    expect((await app().type('npx svc routes')).stdout).toContain('GreetingsController.read');
  });

  describe('versions around it', () => {
    it.each(['5', '4'])('keep version 1 alive by the recipe, on Express %s with compression', async (major) => {
      await app().startOver();
      await followAround(app(), 'express.md');
      const compress = "\napp.use(require('compression')({ threshold: 0 }));";
      await app().type(`npm install --no-save express@${major} compression@1.8.2`);
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
      expect((await app().type('npx svc check versioned.ts')).stdout).toMatch(
        /^openapi\.json:\d+ info operation-id-missing: .*\n1 note in 6 routes/,
      );
    });
  });
});
