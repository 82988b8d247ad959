import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { adopt, type AdoptedApp } from './adopted-app.js';
import { compileBeside } from './compile-beside.js';
import { expectBothKinds, greet } from './expect-both-kinds.js';
import { followAround } from './follow-around.js';
import { expectVerdicts, followRecipe } from './follow-recipe.js';
import { book } from './while-running.js';
import { writeSideBySide } from './write-side-by-side.js';

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
    const own = { path: '/books', body: [book], notFound, running: [greet, write] };
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

  describe('versions around it', () => {
    beforeAll(() => app().startOver());

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
      expect((await app().type('npx svc check versioned.ts')).stdout).toMatch(
        /^openapi\.json:\d+ info operation-id-missing: .*\n1 note in 6 routes/,
      );
    });

    it('answer as everywhere, on Fastify 5', async () => {
      await expectPassing(app(), 'fastify.test.mjs');
    });

    it('answer as everywhere, on Fastify 4', async () => {
      await expectPassing(app(), 'fastify.test.mjs', 'fastify@4');
      const version =
        'node --input-type=module --eval "import Fastify from \'fastify\'; console.log(Fastify().version)"';
      expect((await app().type(version)).stdout).toMatch(/^4\./);
    });
  });
});
