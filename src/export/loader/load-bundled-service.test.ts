import { describe, expect, it } from 'vitest';
import { checkService, compileService, loadBundledService } from '../index.js';

describe('loadBundledService', () => {
  it('loads the service of this repository from its sources, and finds nothing wrong with it', async () => {
    const loaded = await loadBundledService(new URL('../../..', import.meta.url).pathname);
    const { routes } = compileService(loaded.definition);
    expect(checkService(loaded, { asOf: new Date('2026-11-21') })).toEqual([]);
    expect(routes.length).toBeGreaterThan(60);
    const files = routes.flatMap(({ source }) => source?.file ?? []);
    expect(files.filter((file) => !file.startsWith('service/src/'))).toEqual([]);
    expect(files.length).toBeGreaterThan(60);
  });
});
