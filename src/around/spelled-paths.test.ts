import { request, type RequestListener } from 'node:http';
import express, { Router } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { defineVersions } from '../changes/define-versions.js';
import { around } from './around.js';
import { defineGateway } from './gateway/define-gateway.js';
import type { AroundOptions } from './options.js';
import { booksDocument, booksVersions, shapes } from './testing/books.js';
import { Opened } from './testing/serve-books.js';

const opened = new Opened();
const logged: unknown[] = [];
afterEach(() => {
  logged.splice(0);
  seen.splice(0);
  return opened.close();
});

const note = (message: string, context?: unknown) => void logged.push([message, context]);
const options: AroundOptions = {
  document: booksDocument(),
  shapes,
  ...booksVersions('', ''),
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
  logger: { info() {}, warn: note, error: note },
};

/** An application that answers every address, as one that takes each spelling would. */
const seen: string[] = [];
const application: RequestListener = (req, res) => {
  seen.push(`${req.method} ${req.url}`);
  res.writeHead(200, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(answerTo(req.url!)));
};
const book = { id: '1', title: 'Notes' };
const answerTo = (path: string) => (/books(?:;[^/]*)?(?:\/|%2f)+\w/i.test(path) ? book : [book]);

const ways: Readonly<Record<string, (more?: Partial<AroundOptions>) => Promise<string>>> = {
  node: async (more) => opened.listen(around({ ...options, ...more }).node(application)),
  fetch: async (more) => {
    const call = around({ ...options, ...more }).fetch((asked) => {
      const { pathname, search } = new URL(asked.url);
      seen.push(`${asked.method} ${pathname}${search}`);
      return Response.json(answerTo(pathname));
    });
    return opened.listen(async (req, res) => {
      const { host: _, ...headers } = req.headers as Record<string, string>;
      const answer = await call(new Request(`http://books.test${req.url}`, { method: req.method!, headers }));
      res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  },
  gateway: async (more) => opened.gateway({ ...options, ...more, upstream: await opened.listen(application) }),
};

/** As it is, without what a URL makes of it. */
const ask = (url: string, path: string, version = '1'): Promise<readonly [number, unknown]> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path, headers: { 'X-API-Version': version } }, async (answer) => {
      const text = Buffer.concat((await answer.toArray()) as Buffer[]).toString();
      resolve([answer.statusCode!, /json/.test(answer.headers['content-type'] ?? '') ? JSON.parse(text) : text]);
    })
      .on('error', reject)
      .end();
  });

const older = { id: '1', name: 'Notes' };

/** A spelling of each kind: with `paths`, it is converted; without, it passes near. */
const spellings: readonly (readonly [AroundOptions['paths'], string])[] = [
  [{ caseSensitive: false }, '/Books/x'],
  [{ caseSensitive: false }, '/BOOKS/7?q=A'],
  [{ duplicateSlashes: 'ignore' }, '//books/7'],
  [{ duplicateSlashes: 'ignore' }, '/books//7'],
  [{ semicolons: 'ignore' }, '/books;v=1/7'],
  [{ semicolons: 'ignore' }, '/books;v=1/7;jsessionid=2'],
  [{ encodedSlashes: 'decode' }, '/books%2f7'],
  [{ encodedSlashes: 'decode' }, '/books%2F7?a=%2F'],
];

describe.each(Object.entries(ways))('a path that is spelled otherwise, by %s', (_, serve) => {
  it.each(spellings)('is of its version with %o: %s', async (paths, path) => {
    const url = await serve({ paths: paths! });
    expect(await ask(url, path)).toEqual([200, older]);
    expect(seen).toEqual([`GET ${path}`]);
    expect(await ask(url, path, '9')).toMatchObject([404, { code: 'api-version-unsupported' }]);
    expect(logged).toEqual([]);
  });

  it.each(spellings)('passes near a declared one without %o, which is logged once: %s', async (_paths, path) => {
    const url = await serve();
    expect(await ask(url, path)).toEqual([200, book]);
    expect(await ask(url, path)).toEqual([200, book]);
    expect(seen).toEqual([`GET ${path}`, `GET ${path}`]);
    expect(logged).toEqual([
      [
        'passed-near: a request near GET /books/{id} passes as it came, unconverted',
        expect.objectContaining({ code: 'passed-near', path: path.split('?')[0] }),
      ],
    ]);
    // What would be refused is refused in every spelling.
    expect(await ask(url, path, '9')).toMatchObject([404, { code: 'api-version-unsupported' }]);
    expect(seen).toHaveLength(2);
  });

  it.each([
    '/books/7',
    '/books',
    '/covers/7',
    '/BOOKS/7',
    '//books',
    '/covers%2F7',
    '/x/../books',
    '/./books',
    '/%2e/books',
    '/Books.json',
    '/books/7;x',
    '/books;x#y',
    '/books/',
    '/b%6Foks',
  ])('is refused with the version that is past its sunset: %s', async (path) => {
    const deprecated = { since: '2026-01-01', sunset: '2027-01-01' };
    const versions = defineVersions([
      { version: '1', deprecated },
      { version: '2', changes: [] },
    ]);
    const versioning = { ...options.versioning, sunset: 'refuse' as const };
    const url = await serve({ versions, versioning, now: () => new Date('2027-02-01') });
    expect(await ask(url, path)).toMatchObject([410, { code: 'api-version-retired' }]);
    expect(seen).toEqual([]);
  });

  it.each(['/BOOKS/7', '/books;v=1/7', '/books/7'])('is refused in a brownout: %s', async (path) => {
    const brownouts = [{ from: '2026-06-01T00:00:00Z', to: '2026-06-01T01:00:00Z' }];
    const deprecated = { since: '2026-01-01', sunset: '2027-01-01', brownouts };
    const versions = defineVersions([
      { version: '1', deprecated },
      { version: '2', changes: [] },
    ]);
    const url = await serve({ versions, now: () => new Date('2026-06-01T00:30:00Z') });
    expect(await ask(url, path)).toMatchObject([503, { code: 'api-version-brownout' }]);
    expect(await ask(url, path, '2')).toEqual([200, book]);
  });

  it('passes without a word where nothing is near', async () => {
    const url = await serve();
    for (const path of ['/bookes/7', '/books/7/8', '/', '/covers']) expect((await ask(url, path))[0]).toBe(200);
    expect(logged).toEqual([]);
  });

  it('has no slash at its end where paths say so', async () => {
    const url = await serve({ paths: { trailingSlash: 'strict' } });
    expect(await ask(url, '/books/7/')).toEqual([200, book]);
    expect(logged).toHaveLength(1);
  });

  it('gets the newest path where versions are in it, and where a change has moved it', async () => {
    const paths = { caseSensitive: false, duplicateSlashes: 'ignore', semicolons: 'ignore' } as const;
    const url = await serve({
      document: booksDocument('/api/v2'),
      ...booksVersions('/api/v2', '/api/v1'),
      versioning: { type: 'uri' },
      paths,
    });
    expect(await ask(url, '/API//V1/books/a%3Ab;x?q=%')).toEqual([200, older]);
    expect(await ask(url, '//api/v1/All-Books?search=x')).toEqual([200, [older]]);
    expect((await ask(url, '/Api/v1/covers/7'))[0]).toBe(200);
    expect(seen).toEqual(['GET /api/v2/books/a%3Ab?q=%', 'GET /api/v2/books?q=x&limit=50', 'GET /api/v2/covers/7']);
  });
});

it('counts requests that pass near a declared path', async () => {
  const versioned = around(options);
  const url = await opened.listen(versioned.node(application));
  for (const path of ['/Books/7', '/Books/7', '/BOOKS/8', '/covers;/7']) await ask(url, path);
  expect(versioned.drift()).toEqual([
    { operation: 'GET /books/{id}', undeclared: 0, misfits: 0, passedNear: 3 },
    { operation: 'GET /covers/{id}', undeclared: 0, misfits: 0, passedNear: 1 },
  ]);
});

describe('Express', () => {
  const serve = (
    fill: (app: express.Express) => void,
    more: Partial<AroundOptions> = {},
    settings: readonly string[] = [],
  ) => {
    const app = express();
    for (const name of settings) app.enable(name);
    const versioned = around({ ...options, ...more });
    app.use(versioned.express());
    fill(app);
    return opened.listen(app);
  };
  const read: express.RequestHandler = (_req, res) => void res.json(book);

  it('takes every case and a slash at the end as long as its settings do', async () => {
    const url = await serve((app) => app.get('/books/:id', read));
    for (const path of ['/Books/7', '/BOOKS/7/', '/books/7/']) expect(await ask(url, path)).toEqual([200, older]);
    expect(logged).toEqual([]);
  });

  it('is read when the first request comes', async () => {
    const fill = (app: express.Express) =>
      void app.get('/books/:id', read).get('/Books/:id', (_req, res) => void res.json('another'));
    const url = await serve(fill, {}, ['case sensitive routing', 'strict routing']);
    expect(await ask(url, '/Books/7')).toEqual([200, 'another']);
    expect((await ask(url, '/books/7/'))[0]).toBe(404);
    expect(await ask(url, '/books/7')).toEqual([200, older]);
  });

  it('takes what one of its routers takes', async () => {
    const settings = ['case sensitive routing', 'strict routing'];
    const loose = Router().get('/books/:id', read);
    const strict = Router({ caseSensitive: true, strict: true }).get('/books/:id', read);
    const all = [Router({ caseSensitive: true, strict: true }).use('/', loose), express().get('/books/:id', read)];
    for (const one of all) {
      const url = await serve((app) => void app.use('/', one), {}, settings);
      for (const path of ['/Books/7', '/books/7/']) expect(await ask(url, path)).toEqual([200, older]);
    }
    const url = await serve((app) => void app.use('/', strict), {}, settings);
    for (const path of ['/Books/7', '/books/7/']) expect((await ask(url, path))[0]).toBe(404);
    expect(await ask(url, '/books/7')).toEqual([200, older]);
  });

  it('is read where it is a listener of Node too, and the option has the last word', async () => {
    const app = express().get('/books/:id', read);
    const url = await opened.listen(around(options).node(app));
    expect(await ask(url, '/Books/7')).toEqual([200, older]);
    const strict = await serve((one) => one.get('/books/:id', read), { paths: { caseSensitive: true } });
    expect(await ask(strict, '/Books/7')).toEqual([200, book]);
    expect(logged).toHaveLength(1);
  });
});

it.each([
  ['caseSensitive', 'paths is "caseSensitive". Write paths: { caseSensitive: false }.'],
  [[], 'paths is []. Write paths: { caseSensitive: false }.'],
  [null, 'paths is null. Write paths: { caseSensitive: false }.'],
  [{ casesensitive: false }, 'unknown member paths.casesensitive. Did you mean "caseSensitive"?'],
  [{ caseSensitive: 'no' }, 'paths.caseSensitive is "no". Write true or false.'],
  [{ trailingSlash: true }, "paths.trailingSlash is true. Write 'ignore' or 'strict'."],
  [{ semicolons: 'query' }, `paths.semicolons is "query". Write 'ignore' or 'strict'.`],
  [{ encodedSlashes: 'ignore' }, `paths.encodedSlashes is "ignore". Write 'decode' or 'strict'.`],
])('refuses paths: %j', (paths, message) => {
  expect(() => around({ ...options, paths: paths as never })).toThrow(`around(): ${message}`);
  const gateway = { ...options, paths: paths as never, upstream: 'http://127.0.0.1:9' };
  expect(() => defineGateway(gateway)).toThrow(`defineGateway(): ${message}`);
});
