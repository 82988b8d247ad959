import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { change, Controller, defineVersions, Get, type Input, Module, operation } from '../index.js';
import { around } from '../around/around.js';
import { Opened } from '../around/testing/serve-books.js';
import { callForTest, serveForTest } from './testing/serve-for-test.js';

const Item = z.object({ title: z.string() }).meta({ id: 'Item' });
const Page = z.object({ items: z.array(Item), next: z.int().nullable() }).meta({ id: 'Page' });
const Query = z.object({ after: z.coerce.number().int().optional() });
const list = { query: Query, response: { 200: Page } } as const;

const titles = ['a', 'b', 'c'];
const date = 'Sat, 01 Aug 2026 00:00:00 GMT';
const pageAfter = (after: number) => ({ items: [{ title: titles[after]! }], next: after < 2 ? after + 1 : null });
/** The first page is the same, whatever the others are. */
const isHeld = (after: number, headers: Readonly<Record<string, unknown>>) =>
  after === 0 && (headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined);

@Controller('items')
class ItemsController {
  @Get('', list) list({ query: { after = 0 }, req, res }: Input<typeof list>) {
    res.setHeader('ETag', `"page-${after}"`);
    res.setHeader('Last-Modified', date);
    if (!isHeld(after, req.headers)) return pageAfter(after);
    res.writeHead(304).end();
    return undefined as never;
  }
}
@Module({ controllers: [ItemsController] })
class Root {}

const older = { query: z.object({}), response: z.array(Item) };
const collect = {
  items: (page: z.infer<typeof Page>) => page.items,
  next: (page: z.infer<typeof Page>) => (page.next === null ? null : { after: page.next }),
};
const changes = (target: never) =>
  defineVersions(['1', { version: '2', changes: [change({ title: 'Pages', operations: [target] })] }]);

let pinned = '1';
const versioning = { type: 'header', header: 'X-API-Version', defaultVersion: '1', pin: () => pinned } as const;
const authenticate = () => ({ id: 'a', roles: [] });
const opened = new Opened();

const operationOf = {
  operationId: 'list',
  method: 'GET',
  path: '/items',
  query: z.object({ after: z.int().optional() }),
  responses: { 200: Page },
} as const;
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const document = {
  openapi: '3.1.0',
  info: { title: 'Items', version: '2' },
  paths: {
    '/items': {
      get: {
        operationId: 'list',
        parameters: [{ name: 'after', in: 'query', schema: { type: 'integer' } }],
        responses: { 200: { description: 'Items.', content: { 'application/json': { schema: ref('Page') } } } },
      },
    },
  },
  components: {
    schemas: {
      Item: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
      Page: {
        type: 'object',
        required: ['items', 'next'],
        properties: { items: { type: 'array', items: ref('Item') }, next: { type: ['integer', 'null'] } },
      },
    },
  },
};

const serving = {
  'a service': async () => {
    const target = operation(() => ItemsController, 'list', {
      before: { ...older, response: { 200: older.response } },
      collect,
    });
    const served = await serveForTest(Root, {
      authenticate,
      versioning: { ...versioning, versions: changes(target as never) },
    });
    opened.add(() => served.app.close());
    return () => served.url;
  },
  'around an application': async () => {
    const versioned = (defaultVersion: string) =>
      around({
        document,
        shapes: { Item, Page },
        operations: { list: operationOf },
        versions: changes(operation(operationOf, { before: older, collect }) as never),
        versioning: { type: 'header', header: 'X-API-Version', defaultVersion },
        logger: { info() {}, warn() {}, error() {} },
      });
    const listener = (req: IncomingMessage, res: ServerResponse) => {
      const after = Number(new URL(req.url!, 'http://t').searchParams.get('after') ?? 0);
      const head = { ETag: `"page-${after}"`, 'Last-Modified': date, 'Content-Type': 'application/json' };
      if (isHeld(after, req.headers)) return res.writeHead(304, head).end();
      return res.writeHead(200, head).end(JSON.stringify(pageAfter(after)));
    };
    // Nobody is pinned around an application; its default changes.
    const open = async (defaultVersion: string) => {
      const application = versioned(defaultVersion);
      opened.add(() => application.close());
      return opened.listen(application.node(listener));
    };
    const addresses: Readonly<Record<string, string>> = { 1: await open('1'), 2: await open('2') };
    return (version: string) => addresses[version]!;
  },
};

describe.each(Object.entries(serving))('a list that is made of pages, of %s', (_, serve) => {
  let address: (version: string) => string = () => '';
  beforeAll(async () => void (address = await serve()));
  afterAll(() => opened.close());
  beforeEach(() => void (pinned = '1'));
  const ask = (path: string, headers: Record<string, string> = {}) => callForTest(address(pinned), path, { headers });
  const all = titles.map((title) => ({ title }));

  it('has no tag and no date of one page', async () => {
    const { headers } = await ask('/items');
    expect([headers['etag'], headers['last-modified']]).toEqual([undefined, undefined]);
  });

  it.each(['1', '2'])('is whole for a condition that a client of version %s has from a page', async (before) => {
    pinned = before;
    await ask('/items');
    pinned = '1';
    for (const condition of ['"page-0"', '"page-0--v1"', '*']) {
      const found = await ask('/items', { 'if-none-match': condition });
      expect([found.status, JSON.parse(found.text)]).toEqual([200, all]);
    }
    const found = await ask('/items', { 'if-modified-since': date, 'x-api-version': '1' });
    expect([found.status, JSON.parse(found.text)]).toEqual([200, all]);
  });

  it('is whole for a client that was in the middle of the pages when its version was lowered', async () => {
    pinned = '2';
    expect(JSON.parse((await ask('/items?after=1')).text)).toEqual(pageAfter(1));
    pinned = '1';
    expect(JSON.parse((await ask('/items?after=2')).text)).toEqual(all);
  });

  it('begins with the first page for a client whose version was raised', async () => {
    await ask('/items');
    pinned = '2';
    expect(JSON.parse((await ask('/items')).text)).toEqual(pageAfter(0));
  });
});
