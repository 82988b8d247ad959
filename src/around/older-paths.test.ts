import { createServer, request as ask, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../changes/change.js';
import { defineVersions } from '../changes/define-versions.js';
import { operation } from '../routing/changes/operation.js';
import { around } from './around.js';
import { Opened } from './testing/serve-books.js';

const opened = new Opened();
afterEach(() => opened.close());

const params = z.object({ id: z.string() });
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const responses = { 200: { description: 'Answered.' } };

/** Version 3 renamed the folder of books, and version 2 gave the list of volumes its address; `/books/new` and `/tags` are where they were. */
const describeApi = (segment: string, at: (version: number) => string) => {
  const operations = {
    list: { operationId: 'list', method: 'GET', path: `${segment}/volumes`, responses: { 200: null } },
    read: { operationId: 'read', method: 'GET', path: `${segment}/volumes/{id}`, params, responses: { 200: null } },
    draft: { operationId: 'draft', method: 'GET', path: `${segment}/volumes/new`, responses: { 200: null } },
    remove: {
      operationId: 'remove',
      method: 'DELETE',
      path: `${segment}/volumes/{id}`,
      params,
      responses: { 200: null },
    },
    shelf: { operationId: 'shelf', method: 'GET', path: `${segment}/shelves/{id}`, params, responses: { 200: null } },
    tag: { operationId: 'tag', method: 'GET', path: `${segment}/tags/{id}`, params, responses: { 200: null } },
  } as const;
  const { list, read, remove, shelf } = operations;
  return {
    document: {
      openapi: '3.1.0',
      info: { title: 'Volumes', version: '3' },
      paths: {
        [`${segment}/volumes`]: { get: { operationId: 'list', responses } },
        [`${segment}/volumes/new`]: { get: { operationId: 'draft', responses } },
        [`${segment}/volumes/{id}`]: {
          get: { operationId: 'read', parameters, responses },
          delete: { operationId: 'remove', parameters, responses },
        },
        [`${segment}/shelves/{id}`]: { get: { operationId: 'shelf', parameters, responses } },
        [`${segment}/tags/{id}`]: { get: { operationId: 'tag', parameters, responses } },
      },
    },
    shapes: {},
    operations,
    versions: defineVersions([
      '1',
      {
        version: '2',
        changes: [change({ title: 'The list', operations: [operation(list, { before: { path: `${at(1)}/all` } })] })],
      },
      {
        version: '3',
        changes: [
          change({
            title: 'Volumes',
            operations: [
              operation(list, { before: { path: `${at(2)}/books` } }),
              operation(read, { before: { path: `${at(2)}/books/{id}` } }),
              operation(remove, { before: { path: `${at(2)}/removals/{id}` } }),
              operation(shelf, {
                before: { path: `${at(2)}/shelf`, params: z.object({}), query: z.object({ id: z.string() }) },
                up: ({ query }) => ({ params: { id: query.id }, query: {} }),
              }),
            ],
          }),
        ],
      },
    ]),
    logger: { info() {}, warn() {}, error() {} },
  };
};

const schemes = {
  'in the path': {
    ...describeApi('/v3', (version) => `/v${version}`),
    versioning: { type: 'uri' } as const,
    newest: '/v3',
    in: (version: string) => ({ start: `/v${version}`, headers: {} }),
  },
  'in a header': {
    ...describeApi('', () => ''),
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' } as const,
    newest: '',
    in: (version: string) => ({ start: '', headers: { 'X-API-Version': version } }),
  },
};

/** What the application answers, and what clients of versions 1, 2 and 3 get, below the start of their version. */
const addresses: readonly (readonly [string, string, string, string])[] = [
  ['/volumes/a%2Fb?full=1#top', '/books/a%2Fb?full=1#top', '/books/a%2Fb?full=1#top', '/volumes/a%2Fb?full=1#top'],
  ['/volumes', '/all', '/books', '/volumes'],
  ['/volumes/new', '/volumes/new', '/volumes/new', '/volumes/new'],
  ['/shelves/4', '/shelves/4', '/shelves/4', '/shelves/4'],
  ['/tags/4', '/tags/4', '/tags/4', '/tags/4'],
  ['/volumes/4/pages', '/volumes/4/pages', '/volumes/4/pages', '/volumes/4/pages'],
];

describe.each(Object.entries(schemes))(
  'addresses of operations that changes have moved, with versions %s',
  (_, scheme) => {
    const { newest, in: versionIn, ...options } = scheme;
    const listener: RequestListener = (req, res) => {
      const to = `${newest}${new URL(req.url!, 'http://a').searchParams.get('to')!}`;
      res.writeHead(200, {
        Location: to,
        Link: `<http://${req.headers.host}${to}>; rel=next, <https://b.example${to}>; rel=up`,
      });
      res.end('tag');
    };
    const ways: Readonly<Record<string, () => Promise<string>>> = {
      node: () => opened.listen(createServer(around(options).node(listener))),
      gateway: async () => opened.gateway({ ...options, upstream: await opened.listen(listener) }),
    };

    it.each(Object.keys(ways))('are those of the version that was asked, by %s', async (way) => {
      const url = await ways[way]!();
      for (const [to, ...expected] of addresses)
        for (const [index, path] of expected.entries()) {
          const { start, headers } = versionIn(String(index + 1));
          const answer = await fetch(`${url}${start}/tags/7?to=${encodeURIComponent(to)}`, { headers });
          expect(await answer.text()).toBe('tag');
          const shown = `${start}${path}`;
          expect(answer.headers.get('location')).toBe(shown);
          expect(answer.headers.get('link')).toBe(
            `<${url}${shown}>; rel=next, <https://b.example${newest}${to}>; rel=up`,
          );
        }
    });

    it('are the same in what a change converts', async () => {
      const url = await ways['gateway']!();
      const { start, headers } = versionIn('1');
      const answer = await fetch(`${url}${start}/books/7?to=/volumes/8`, { headers });
      expect([answer.status, answer.headers.get('location')]).toEqual([200, `${start}/books/8`]);
    });

    it('are the same in early hints', async () => {
      const hinting: RequestListener = (_req, res) => {
        res.writeEarlyHints({ link: [`<${newest}/volumes/7>; rel=preload`, `<${newest}/tags/1>; rel=preload`] });
        res.end('tag');
      };
      const wrapped = await opened.listen(createServer(around(options).node(hinting)));
      const gateway = await opened.gateway({ ...options, upstream: await opened.listen(hinting) });
      const { start, headers } = versionIn('1');
      // A change converts what shelves answer.
      for (const url of [`${wrapped}${start}/tags/7`, `${wrapped}${start}/shelf?id=7`, `${gateway}${start}/tags/7`]) {
        const hints = await new Promise((resolve, reject) => {
          const found: unknown[] = [];
          ask(url, { headers, agent: false }, (res) => res.resume().on('end', () => resolve(found)))
            .on('information', (info) => found.push(info.headers['link']))
            .on('error', reject)
            .end();
        });
        expect(hints).toEqual([`<${start}/books/7>; rel=preload, <${start}/tags/1>; rel=preload`]);
      }
    });
  },
);
