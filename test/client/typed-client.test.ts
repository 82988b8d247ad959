import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { startWholeService } from '../../service/src/testing/start-whole-service.js';
import { documentsOf } from '../documents/apps.js';
import { runProgram } from '../packed/run-program.js';
import { compile } from './compile.js';
import { consumerFolder, tools, writeFiles } from './consumer-folder.js';

/** What a team would write against both versions; a wrong member or a missing parameter does not compile. */
const client = `
import createClient from 'openapi-fetch';
import type { paths as V1 } from './v1.js';
import type { paths as V2 } from './v2.js';

export async function talk(baseUrl: string) {
  const one = createClient<V1>({ baseUrl });
  const two = createClient<V2>({ baseUrl });
  const created = await two.POST('/api/users', { params: { header: { 'X-API-Version': '2' } }, body: { name: 'Ada' } });
  const listed = await one.GET('/api/users', { params: { query: { limit: 5 } } });
  const paged = await two.GET('/api/users', { params: { header: { 'X-API-Version': '2' }, query: { limit: 5 } } });
  const missing = await one.GET('/api/users/{id}', { params: { path: { id: 4_000_000 } } });
  const invalid = await one.GET('/api/users', { params: { query: { limit: 1000 } } });
  const first: string | undefined = listed.data?.[0]?.name;
  const tags: { label: string }[] | undefined = paged.data?.items[0]?.tags;
  const cursor: string | null | undefined = paged.data?.nextCursor;
  const detail: string | undefined = missing.error?.detail;
  const issues = invalid.error && 'errors' in invalid.error ? invalid.error.errors?.map(({ in: place, path }) => place + ' ' + path) : undefined;
  // @ts-expect-error version 1 returns a list, not a page
  void listed.data?.items;
  // Only compiled.
  const wrong = () => [
    // @ts-expect-error a request for version 2 must name it
    two.GET('/api/users', {}),
    // @ts-expect-error version 2 has no whoami
    two.GET('/api/notes/whoami', { params: { header: { 'X-API-Version': '2' } } }),
  ];
  void wrong;
  return { created: created.response.status, first, tags, cursor, detail, issues };
}
`;

it('a client generated from versions 1 and 2 compiles in strict mode and talks to the service', async () => {
  const folder = consumerFolder();
  const service = await startWholeService();
  onTestFinished(() => service.close());
  for (const { version, text } of await documentsOf('bundled')) {
    if (version === null) continue;
    writeFiles(folder, { [`v${version}.json`]: text });
    const program = join(tools, 'node_modules/.bin/openapi-typescript');
    // Without the option a member that has a default would have to be sent.
    const options = ['--default-non-nullable', 'false', '-o', `src/v${version}.ts`];
    await runProgram([program, `v${version}.json`, ...options], folder);
  }
  writeFiles(folder, { 'src/client.ts': client });
  expect(compile(folder)).toBe('');

  const { code } = await transform(client, { loader: 'ts', format: 'esm' });
  writeFiles(folder, { 'client.mjs': code });
  const { talk } = (await import(pathToFileURL(join(folder, 'client.mjs')).href)) as {
    talk(baseUrl: string): Promise<Record<string, unknown>>;
  };
  expect(await talk(service.url)).toEqual({
    created: 201,
    first: 'Ada',
    tags: [],
    cursor: null,
    detail: expect.stringContaining('4000000'),
    issues: ['query limit'],
  });
});
