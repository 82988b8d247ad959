import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import { compile } from './compile.js';
import { consumerFolder, writeFiles } from './consumer-folder.js';

const head = (module: string) => `
import type { Client as FetchClient, FetchOptions } from 'openapi-fetch';
import type { Client } from './api/client.js';
import type { paths } from './api/${module}.js';

declare const own: Client<paths>;
declare const other: FetchClient<paths>;
type Alike<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Sent<Init> = Pick<NonNullable<Init>, keyof NonNullable<Init> & ('params' | 'body')>;
`;

/** The operations of a written module: `['/orders', 'get']`. openapi-fetch turns a body that has to be empty into one with any members, and a Blob into an object without its methods. */
function listCalls(text: string): readonly (readonly [path: string, method: string])[] {
  const ofType = (name: string) => text.split(`export interface ${name} `)[1]?.split('\n}')[0] ?? '';
  const paths = text.slice(text.indexOf('export interface paths'));
  return [...paths.matchAll(/^ {2}("[^"]+"): \{\n((?: {4}\w+: .*;\n)+)/gm)].flatMap(([, path = '', members = '']) =>
    [...members.matchAll(/^ {4}(\w+): (.*);$/gm)].flatMap(([, method = '', type = '']) =>
      /Record<string, never>|globalThis\.Blob/.test(ofType(type)) ? [] : [[path, method] as const],
    ),
  );
}

describe.each([
  ['airline', '2026-09-01'],
  ['header', '2'],
  ['unversioned', null],
  ['demo', '2'],
])('the calls of %s', (name, version) => {
  it('have the parameters, bodies and answers of openapi-fetch', async () => {
    const folder = consumerFolder();
    const entry = name === 'demo' ? '--demo' : join(fixture(name), 'svc.config.ts');
    const chosen = version === null ? [] : ['--api-version', version];
    expect(await capture(['client', entry, ...chosen], { cwd: folder })).toMatchObject({ code: 0 });
    const module = version === null ? 'index' : `v${version}`;
    const calls = listCalls(readFileSync(join(folder, `src/api/${module}.ts`), 'utf8'));
    expect(calls.length).toBeGreaterThan(2);
    const lines = calls.map(([path, method], index) => {
      return `
        const own${index} = own.${method.toUpperCase()}(${path}, {} as never);
        const other${index} = other.${method.toUpperCase()}(${path}, {} as FetchOptions<paths[${path}]['${method}']>);
        export const answer${index}: Alike<typeof own${index}, typeof other${index}> = true;
        type Init${index} = Parameters<typeof own.${method.toUpperCase()}<${path}>>[1];
        export const init${index}: Alike<Sent<Init${index}>, Sent<FetchOptions<paths[${path}]['${method}']>>> = true;
        export const need${index}: Alike<undefined extends Init${index} ? 1 : 0, {} extends Sent<Init${index}> ? 1 : 0> = true;`;
    });
    writeFiles(folder, { 'src/compare.ts': `${head(module)}${lines.join('')}\n` });
    expect(compile(folder)).toBe('');
  });
});

it('calls check what they are given, and keep what openapi-fetch offers', async () => {
  const folder = consumerFolder();
  await capture(['client', join(fixture('header'), 'svc.config.ts')], { cwd: folder });
  writeFiles(folder, {
    'src/use.ts': `
import { client, type paths, type Person } from './api/v2.js';
import type { Client } from './api/client.js';

// @ts-expect-error an unknown path
await client.GET('/api/peple');
// @ts-expect-error a path without this method
await client.DELETE('/api/health');
// @ts-expect-error a parameter of the path is missing
await client.GET('/api/people/{id}');
// @ts-expect-error a body is missing
await client.POST('/api/people');
// @ts-expect-error a member of the body is missing
await client.POST('/api/people', { body: {} });
// @ts-expect-error a parameter of another type
await client.GET('/api/people', { params: { query: { limit: 'many' } } });

export const blob: Blob | undefined = (await client.GET('/api/people', { parseAs: 'blob' })).data;
export const text: string | undefined = (await client.POST('/api/people', { body: { name: 'Ada' }, parseAs: 'text' })).data;
export const same: Person | undefined = (await client.request('get', '/api/people/{id}', { params: { path: { id: 1 } } })).data;
const { GET } = client;
export const taken: Person | undefined = (await GET('/api/people')).data?.items[0];
await client.GET('/api/people', {
  querySerializer: (query) => String(query.limit),
  headers: { Accept: 'application/json' },
  signal: AbortSignal.timeout(1000),
  next: { revalidate: 60 },
});
const init = { params: { query: { limit: 1 } } };
await client.GET('/api/people', init);
client.use({ onRequest: ({ request }) => request });

export const read = async (path: '/api/people' | '/api/health') => (await client.GET(path)).response.status;
export const any: Client<paths> = client;
`,
  });
  expect(compile(folder)).toBe('');
});
