import { beforeAll, describe, expect, it } from 'vitest';
import { adopt } from './adopted-app.js';
import { expectBothKinds, greet } from './expect-both-kinds.js';
import { followAround } from './follow-around.js';
import { expectVerdicts, followRecipe } from './follow-recipe.js';
import { book, older, whileRunning } from './while-running.js';
import { writeSideBySide } from './write-side-by-side.js';

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
    const own = { path: '/books', body: [book], notFound: '404 Not Found', otherMethod: 405, running: [greet, write] };
    await expectBothKinds(app(), 'dist/server.js', own, 'Hello');
  });

  describe('versions around it', () => {
    beforeAll(() => app().startOver());

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
      expect((await app().type('npx svc check src/versioned.ts')).stdout).toMatch(
        /^openapi\.json:\d+ info operation-id-missing: .*\n1 note in 4 routes/,
      );
    });
  });
});
