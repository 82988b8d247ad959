import { describe, expect, it } from 'vitest';
import { loadExports, loadService } from './load-service.js';
import { makeProject } from '../testing/temporary-project.js';

const files = {
  'svc.config.ts':
    "import { Module } from 'svckit';\nimport { title } from './title.js';\n@Module({}) class App {}\nexport default { root: App, info: { title, version: '1' } };",
  'title.ts': "export const title = 'old';",
};

describe('texts that are not written', () => {
  it('are loaded instead of those on the disk, and beside them', async () => {
    const project = makeProject(files);
    try {
      const texts = new Map([
        [project.path('title.ts'), "export { title } from './sub/newer.js';"],
        [project.path('sub/newer.ts'), "export * from './plain';"],
        [project.path('sub/plain.ts'), "export const title = 'new';"],
      ]);
      const title = async (options: object) =>
        (await loadService('svc.config.ts', { cwd: project.cwd, ...options })).definition.info?.title;
      expect(await title({ texts })).toBe('new');
      expect(await title({})).toBe('old');
    } finally {
      project.remove();
    }
  });

  it('may be the module that is loaded', async () => {
    const project = makeProject(files);
    try {
      const entry = project.path('entry.ts');
      const texts = new Map([[entry, "export * as titles from './title.js';"]]);
      const exported = await loadExports(entry, { cwd: project.cwd, texts });
      expect((exported['titles'] as { title: string }).title).toBe('old');
    } finally {
      project.remove();
    }
  });
});
