import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { defineVersions } from '../changes/define-versions.js';
import { around } from './around.js';
import { booksDocument, booksOperations, shapes } from './testing/books.js';
import { Opened } from './testing/serve-books.js';

const opened = new Opened();
afterEach(() => opened.close());

const guide = 'http://books.test/v2/from-1-to-2';
const options = {
  document: booksDocument('/v2'),
  shapes,
  operations: booksOperations('/v2'),
  versions: defineVersions([
    { version: '1', deprecated: { since: '2026-01-01', link: guide } },
    { version: '2', changes: [] },
  ]),
  versioning: { type: 'uri' } as const,
  logger: { info() {}, warn() {}, error() {} },
};

const location = '/v2/covers/7?as=png';
const link = '<http://books.test/v2/covers/7>; rel="self", </v2/covers/8>; rel=next';
const elsewhere = 'https://pictures.example/v2/covers/7';

/** How applications write the same head. */
const writers: Readonly<Record<string, RequestListener>> = {
  'sets one by one': (_, res) => {
    res.setHeader('Location', location);
    res.setHeader('Content-Location', elsewhere);
    res.setHeader('Link', [link, `<${elsewhere}>; rel=icon`]);
    res.end('picture');
  },
  'writes as an object': (_, res) => {
    const links = [link, `<${elsewhere}>; rel=icon`];
    res.writeHead(200, { Location: location, 'Content-Location': elsewhere, Link: links }).end('picture');
  },
  'writes as a list': (_, res) => {
    const links = ['Link', link, 'Link', `<${elsewhere}>; rel=icon`];
    res.writeHead(200, 'OK', ['Location', location, 'Content-Location', elsewhere, ...links]).end('picture');
  },
};

const ways: Readonly<Record<string, (listener: RequestListener) => Promise<string>>> = {
  node: (listener) => opened.listen(createServer(around(options).node(listener))),
  gateway: async (listener) => opened.gateway({ ...options, upstream: await opened.listen(listener) }),
};

const found = ({ headers }: Response) => [
  headers.get('location'),
  headers.get('content-location'),
  headers.get('link')!.split(/,\s*(?=<)/),
];

/** The link of the version's own deprecation stays as its service declares it. */
const expected = (version: string) => [
  `/v${version}/covers/7?as=png`,
  elsewhere,
  [
    `<http://books.test/v${version}/covers/7>; rel="self"`,
    `</v${version}/covers/8>; rel=next`,
    `<${elsewhere}>; rel=icon`,
    ...(version === '1' ? [`<${guide}>; rel="deprecation"; type="text/html"`] : []),
  ],
];

describe.each(Object.entries(ways))('the addresses of what passes, by %s', (_, serve) => {
  it.each(Object.keys(writers))('are those of the version that was asked, where the application %s', async (how) => {
    const url = await serve(writers[how]!);
    const headers = { 'X-Forwarded-Host': 'books.test' };
    for (const version of ['1', '2']) {
      const answer = await fetch(`${url}/v${version}/covers/7`, { headers });
      expect([answer.status, await answer.text()]).toEqual([200, 'picture']);
      expect(found(answer)).toEqual(expected(version));
    }
  });
});

it('the addresses of what a Response has are those of the version that was asked', async () => {
  const answer = () => {
    const headers = new Headers({ Location: location, 'Content-Location': elsewhere });
    for (const one of [link, `<${elsewhere}>; rel=icon`]) headers.append('Link', one);
    return new Response('picture', { headers });
  };
  const call = around(options).fetch(answer);
  for (const version of ['1', '2']) {
    const asked = new Request(`http://books.test/v${version}/covers/7`, { headers: { Host: 'books.test' } });
    expect(found(await call(asked))).toEqual(expected(version));
  }
});
