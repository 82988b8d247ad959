import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkService, compileService, loadService } from '../index.js';
import { findDemo } from './find-demo.js';
import { makeProject } from '../testing/temporary-project.js';

const repository = join(import.meta.dirname, '../../..');

describe('findDemo', () => {
  it('finds the service of this repository in its sources, where nothing is wrong with it', async () => {
    const loaded = await loadService(findDemo(repository), { cwd: repository });
    const { routes } = compileService(loaded.definition);
    expect(checkService(loaded, { asOf: new Date('2026-11-21') })).toEqual([]);
    expect(routes.length).toBeGreaterThan(60);
    const files = routes.flatMap(({ source }) => source?.file ?? []);
    expect(files.filter((file) => !file.startsWith('service/src/'))).toEqual([]);
    expect(files.length).toBeGreaterThan(60);
  });

  it('prefers the package that the project has installed, as it was built', () => {
    const project = makeProject({
      'node_modules/@svckit/service/package.json': '{ "name": "@svckit/service" }',
      'node_modules/@svckit/service/dist/service.js': '',
    });
    try {
      expect(findDemo(project.cwd)).toBe(project.path('node_modules/@svckit/service/dist/service.js'));
    } finally {
      project.remove();
    }
  });
});
