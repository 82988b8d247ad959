import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { testApp } from '../../src/testing/index.js';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import service from '../../fixtures/body-changes/svc.config.js';
import { compile } from './compile.js';
import { consumerFolder, writeFiles } from './consumer-folder.js';

const use = `
import { createClient } from './api/v2.js';

export async function talk(fetch: (request: Request) => Promise<Response>) {
  const api = createClient({ baseUrl: 'http://localhost', fetch });
  const picture = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])], 'sun.png');
  const answers = [
    await api.POST('/people/upload', { body: { name: 'Ada', age: 36, picture, papers: [new Blob(['a']), new Blob(['b'])] } }),
    await api.POST('/people/upload', { body: { name: 'Ada', age: 36, picture } }),
    await api.POST('/people/form', { body: { name: 'Ada & Bob', age: 36 } }),
    await api.POST('/people/note', { body: 'Grüße' }),
    await api.POST('/people/blob', { body: new Blob(['Grüße']) }),
    await api.POST('/people/rows', { body: { name: 'Ada', age: 3 }, bodySerializer: (row) => JSON.stringify(row) + '\\n' }),
  ];
  // Only compiled.
  const wrong = () => [
    // @ts-expect-error a file is missing
    api.POST('/people/upload', { body: { name: 'Ada', age: 36 } }),
    // @ts-expect-error a file is no text
    api.POST('/people/upload', { body: { name: 'Ada', age: 36, picture: 'sun.png' } }),
  ];
  void wrong;
  const { data } = await api.GET('/people/export', { parseAs: 'text' });
  return { counts: answers.map((answer) => answer.data?.count ?? answer.error), data };
}
`;

it('a client sends forms, files, text and bytes by their types', async () => {
  const folder = consumerFolder({ noEmit: false, outDir: 'out' });
  const entry = join(fixture('body-changes'), 'svc.config.ts');
  expect(await capture(['client', entry], { cwd: folder })).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, 'src/api/v2.ts'), 'utf8')).toContain('papers?: globalThis.Blob[];');
  writeFiles(folder, { 'src/use.ts': use });
  expect(compile(folder)).toBe('');
  const { talk } = (await import(pathToFileURL(join(folder, 'out/use.js')).href)) as {
    talk: (fetch: (request: Request) => Promise<Response>) => Promise<unknown>;
  };
  await using app = await testApp(service);
  expect(await talk((request) => app.request(request))).toEqual({
    counts: [38, 36, 36, 5, 7, 3],
    data: '{"name":"Ada","age":36}\n',
  });
  // Files of uploads are removed behind the answers.
  await expect.poll(() => readdirSync(tmpdir()).filter((name) => name.startsWith('svckit-upload'))).toEqual([]);
});
