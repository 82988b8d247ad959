import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileService, loadService } from '../index.js';
import { makeProject } from '../testing/temporary-project.js';

const cwd = resolve(import.meta.dirname, '../../..');

const routes = async (entry: string) => compileService((await loadService(entry, { cwd })).definition).routes;

describe('loadService', () => {
  it.each(['uri', 'header', 'media-type', 'unversioned'])('loads fixtures/%s without a problem', async (name) => {
    const { definition, problems } = await loadService(`fixtures/${name}/svc.config.ts`, { cwd });
    expect([...problems, ...compileService(definition).problems]).toEqual([]);
  });

  it('maps every route to the line of its verb, in any file', async () => {
    const found = (await routes('fixtures/uri')).flatMap(({ method, path, source }) =>
      source ? `${method} ${path} ${source.file}:${source.line}` : [],
    );
    expect(found).toEqual([
      'GET /api/health fixtures/people/health-controller.ts:9',
      'GET /api/health/echo fixtures/people/health-controller.ts:15',
      'GET /api/v1/people fixtures/people/people-v1-controller.ts:14',
      'POST /api/v1/people fixtures/people/people-controller.ts:44',
      'GET /api/v1/people/{id} fixtures/people/people-v1-controller.ts:19',
      'GET /api/v1/status fixtures/people/status-controller.ts:11',
      'GET /api/v2/people fixtures/people/people-controller.ts:30',
      'POST /api/v2/people fixtures/people/people-controller.ts:44',
      'DELETE /api/v2/people fixtures/people/people-controller.ts:52',
      'GET /api/v2/people/{id} fixtures/people/people-controller.ts:36',
    ]);
  });

  it('names files as on disk', async () => {
    const folder = "de la Peña's #1 (100%)";
    const project = makeProject({
      [`${folder}/svc.config.ts`]:
        "import { Module } from 'svckit';\nimport { Users } from './größe.js';\n@Module({ controllers: [Users] }) class App {}\nexport default { root: App };",
      [`${folder}/größe.ts`]:
        "import { Controller, Get } from 'svckit';\n@Controller() export class Users {\n@Get() list() { return 1; } }",
    });
    const { definition } = await loadService(`${folder}/svc.config.ts`, project);
    expect(compileService(definition).routes.map(({ source }) => source)).toEqual([
      { file: `${folder}/größe.ts`, line: 3 },
    ]);
    project.remove();
  });
});
