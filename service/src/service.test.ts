import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { compileService } from 'svckit/export';
import service from './service.js';
import { tagDescriptions } from './tag-descriptions.js';

const { routes } = compileService(service);

const all = await readdir(import.meta.dirname, { recursive: true });
const files = all.filter((name) => name.endsWith('-controller.ts'));

it('serves every controller of the package', async () => {
  const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file)) as Promise<object>));
  const controllers = modules.flatMap((exported) =>
    Object.keys(exported).filter((name) => name.endsWith('Controller')),
  );
  expect(controllers.length).toBeGreaterThan(10);
  const served = new Set(routes.map(({ handler }) => handler.controller));
  expect(controllers.filter((name) => !served.has(name))).toEqual([]);
});

it('sends requests to the routes of every resource in a test', () => {
  const folders = [...new Set(files.map(dirname))];
  expect(folders.filter((folder) => !all.includes(join(folder, `${folder}-routes.test.ts`)))).toEqual([]);
});

it('describes every tag of its routes, and those of the accounts', () => {
  const tags = new Set(routes.flatMap((route) => route.tags));
  expect(tagDescriptions.map(({ name }) => name).toSorted()).toEqual([...tags, 'Auth'].toSorted());
});
