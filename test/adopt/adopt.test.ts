import { afterAll, beforeAll, describe, it, expect } from 'vitest';
import { packPackage, type PackedPackage } from '../packed/packed-package.js';
import { AdoptedApp } from './adopted-app.js';
import { codeBlocks } from './code-blocks.js';
import { compileBeside } from './compile-beside.js';
import { expectBothKinds } from './expect-both-kinds.js';

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

/** Writes the files of docs/adopt/side-by-side.md. */
async function writeSideBySide(app: AdoptedApp, section: string): Promise<void> {
  await app.type('npm install --save-dev svckit zod@4.6.7');
  for (const block of codeBlocks('side-by-side.md'))
    if (block.file !== null && ['The routes', section].includes(block.section)) app.write(block);
}

const books = [{ id: 1, title: 'Emma', author: 'Jane Austen' }];

describe('an Express application', () => {
  const app = adopt('express');

  it('has routes of svckit beside its own', async () => {
    await writeSideBySide(app(), 'Express');
    await compileBeside(app());
    const own = { path: '/books', body: books, notFound: { message: 'Not found' } };
    await expectBothKinds(app(), 'dist/server.js', own, 'Hello');
    expect((await app().type('npx svc routes')).stdout).toContain('GreetingsController.read');
  });
});

describe('a Fastify application', () => {
  const app = adopt('fastify');

  it('has routes of svckit beside its own', async () => {
    await writeSideBySide(app(), 'Fastify');
    await compileBeside(app());
    const notFound = { message: 'Route GET:/nothing not found', error: 'Not Found', statusCode: 404 };
    const own = { path: '/books', body: books, notFound };
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

describe('a Nest application', () => {
  const app = adopt('nest');

  it('has routes of svckit beside its own, on Express and on Fastify, with its own tsconfig.json, build and tests', async () => {
    await writeSideBySide(app(), 'Nest');
    const imported = "import { SvckitModule } from './svckit.module.js';\n\n@Module({\n  imports: [SvckitModule],";
    app().edit('src/app.module.ts', '@Module({', imported);
    await app().type('npm run build && npm test');
    const notFound = { message: 'Cannot GET /nothing', error: 'Not Found', statusCode: 404 };
    const own = { path: '/cats', body: [{ id: 1, name: 'Tom', age: 3 }], notFound };
    await expectBothKinds(app(), 'dist/main.js', own, 'meow');

    const onFastify = 'create<NestFastifyApplication>(AppModule, new FastifyAdapter())';
    app().edit('src/main.ts', 'create(AppModule)', onFastify);
    const adapter = "import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';\n";
    app().edit('src/main.ts', 'import { NestFactory }', `${adapter}import { NestFactory }`);
    await app().type('npm run build');
    await expectBothKinds(app(), 'dist/main.js', own, 'meow');
    expect((await app().type('npx svc check')).stdout).toContain('No problems');
  });
});
