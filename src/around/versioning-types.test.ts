import { describe, expect, it } from 'vitest';
import { around } from './around.js';
import { booksDocument, booksVersions, shapes } from './testing/books.js';
import { BooksApplication } from './testing/books-application.js';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** How each type names a version in a request for a path, and what the application sees. */
const types = {
  header: {
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
    segments: ['', ''],
    ask: (version: string, path: string) => new Request(`http://t${path}`, { headers: { 'X-API-Version': version } }),
    seen: (path: string) => path,
  },
  uri: {
    versioning: { type: 'uri' },
    segments: ['/v2', '/v1'],
    ask: (version: string, path: string) => new Request(`http://t/v${version}${path}`),
    seen: (path: string) => `/v2${path}`,
  },
  'uri with a prefix': {
    versioning: { type: 'uri', prefix: '' },
    segments: ['/api/2', '/api/1'],
    ask: (version: string, path: string) => new Request(`http://t/api/${version}${path}`),
    seen: (path: string) => `/api/2${path}`,
  },
  query: {
    versioning: { type: 'query', parameter: 'version' },
    segments: ['', ''],
    ask: (version: string, path: string) =>
      new Request(`http://t${path}${path.includes('?') ? '&' : '?'}version=${version}`),
    seen: (path: string) => `${path}${path.includes('?') ? '&' : '?'}version=2`,
  },
  'media-type': {
    versioning: { type: 'media-type', key: 'v=' },
    segments: ['', ''],
    ask: (version: string, path: string) =>
      new Request(`http://t${path}`, { headers: { Accept: `application/json;v=${version};q=0.9, text/html` } }),
    seen: (path: string) => path,
  },
} as const;

describe.each(Object.entries(types))('versions named by %s', (_, { versioning, segments, ask, seen }) => {
  const [newest, older] = segments;
  const application = new BooksApplication(newest);
  const versioned = around({
    document: booksDocument(newest),
    shapes,
    ...booksVersions(newest, older),
    versioning,
    logger: quiet,
  });
  const call = versioned.fetch(application.fetch);

  it('reach the application as the newest', async () => {
    const one = await call(ask('1', '/books/1'));
    expect(await one.json()).toEqual({ id: '1', name: 'Notes', pages: 12 });
    expect(application.seen.at(-1)!.url).toBe(seen('/books/1'));
    const two = await call(ask('2', '/books/1'));
    expect(await two.json()).toEqual({ id: '1', title: 'Notes', pages: 12 });
    expect(application.seen.at(-1)!.url).toBe(seen('/books/1'));
    await call(ask('1', '/covers/7'));
    expect(application.seen.at(-1)!.url).toBe(seen('/covers/7'));
  });

  it('move what their changes move', async () => {
    const found = await call(ask('1', '/all-books?search=Not'));
    expect(await found.json()).toEqual([{ id: '1', name: 'Notes', pages: 12 }]);
    const [path, query = ''] = application.seen.at(-1)!.url.split('?');
    expect(path).toBe(seen('/books').split('?')[0]);
    expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({ q: 'Not', limit: '50' });
  });

  it('keep their addresses in Location', async () => {
    const asked = ask('1', '/books');
    const headers = { 'Content-Type': 'application/json', ...Object.fromEntries(asked.headers) };
    const added = await call(new Request(asked, { method: 'POST', headers, body: '{"name":"More"}' }));
    expect([added.status, added.headers.get('location')]).toEqual([201, `${older}/books/2`]);
  });
});

it('a document whose paths do not name the newest version is refused with what to write', async () => {
  const options = { document: booksDocument(), shapes, ...booksVersions('', ''), versioning: { type: 'uri' } as const };
  expect(() => around(options).root).toThrow(
    'around(): no path of the document names version 2, such as /v2/books. Give the document of what the application serves',
  );
});
