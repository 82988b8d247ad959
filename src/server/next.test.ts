import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  added,
  change,
  Controller,
  createApp,
  defineVersions,
  Get,
  type Input,
  Module,
  Post,
  Public,
  renamed,
  Version,
  VERSION_NEUTRAL,
} from '../index.js';
import type { VersioningOptions } from '../routing/versioning/versioning.js';

const Book = z.object({ id: z.string(), title: z.string(), tags: z.array(z.string()) }).meta({ id: 'Book' });
const tags = added(Book, { tags: [] });
const schemas = { response: Book };
const create = { body: Book, response: Book };
const shelves = { response: z.array(z.string()) };

@Public()
@Controller('books')
class BooksController {
  @Get(':id', schemas) read(): z.infer<typeof Book> {
    return { id: '1', title: 'Emma', tags: ['novel'] };
  }

  @Post('', create) create({ body }: Input<typeof create>): z.infer<typeof Book> {
    return body;
  }

  @Version({ from: 'next' })
  @Get('shelves/all', shelves)
  shelves(): string[] {
    return ['A', 'B'];
  }

  @Version({ from: 'next' })
  @Post(':id', schemas)
  replace(): z.infer<typeof Book> {
    return { id: '1', title: 'Emma', tags: [] };
  }

  @Version({ until: '1' })
  @Get('old/all', shelves)
  old(): string[] {
    return [];
  }
}

@Public()
@Controller('ping', { version: VERSION_NEUTRAL })
class PingController {
  @Get('', shelves) ping(): string[] {
    return ['pong'];
  }
}

@Module({ controllers: [BooksController, PingController] })
class Root {}

const list = [
  '1',
  { version: '2', changes: [change({ title: 'Titles', schemas: [renamed(tags.before, { title: 'name' })] })] },
];
const versions = defineVersions(list, { next: [change({ title: 'Tags', schemas: [tags] })] });
const hidden = defineVersions(list, { next: [change({ title: 'Tags', schemas: [tags] })], serveNext: false });

type Ask = (path: string, version: string | null) => readonly [path: string, headers?: Record<string, string>];
const named = (name: string, value: string | null): Record<string, string> => (value === null ? {} : { [name]: value });

const types: readonly (readonly [VersioningOptions, Ask])[] = [
  [
    { type: 'header', header: 'X-API-Version', defaultVersion: '2' },
    (path, version) => [path, named('x-api-version', version)],
  ],
  [{ type: 'uri' }, (path, version) => [`/v${version ?? '2'}${path}`]],
  [
    { type: 'query', parameter: 'v', defaultVersion: '2' },
    (path, version) => [version === null ? path : `${path}?v=${version}`],
  ],
  [
    { type: 'media-type', key: 'v=', defaultVersion: '2' },
    (path, version) => [path, named('accept', version && `application/json;v=${version}`)],
  ],
];

describe.each(types.map(([options, ask]) => [options.type, options, ask] as const))(
  'next under %s versioning',
  (_type, options, ask) => {
    const opening = createApp(Root, { versioning: { ...options, versions, report: true }, documents: {} });
    let url: string;
    beforeAll(async () => {
      url = await (await opening).listen();
    });
    afterAll(async () => (await opening).close());

    const send = async (how: 'socket' | 'fetch', path: string, version: string | null, init: RequestInit = {}) => {
      const [address, headers = {}] = ask(path, version);
      const request = {
        ...init,
        headers: { ...headers, ...(init.body ? { 'content-type': 'application/json' } : {}) },
      };
      const app = await opening;
      return how === 'socket' ? fetch(new URL(address, url), request) : app.request(address, request);
    };

    describe.each(['socket', 'fetch'] as const)('over %s', (how) => {
      it('answers a request that names it, and makes the released versions from it', async () => {
        const bodies = await Promise.all(
          ['next', '2', '1', null].map(async (version) => (await send(how, '/books/1', version)).json()),
        );
        expect(bodies).toEqual([
          { id: '1', title: 'Emma', tags: ['novel'] },
          { id: '1', title: 'Emma' },
          { id: '1', name: 'Emma' },
          { id: '1', title: 'Emma' },
        ]);
      });

      it('reads bodies of its own shape, and those of the released versions', async () => {
        const post = async (version: string, book: object) =>
          (await send(how, '/books', version, { method: 'POST', body: JSON.stringify(book) })).json();
        const next = { id: '1', title: 'Emma', tags: ['a'] };
        expect(await post('next', next)).toEqual(next);
        expect(await post('2', { id: '1', title: 'Emma' })).toEqual({ id: '1', title: 'Emma' });
        expect(await post('next', { id: '1', title: 'Emma' })).toMatchObject({ status: 400 });
      });

      it('has addresses that the released versions lack, which do not exist for others', async () => {
        expect(await (await send(how, '/books/shelves/all', 'next')).json()).toEqual(['A', 'B']);
        for (const version of ['1', '2', null]) {
          const answer = await send(how, '/books/shelves/all', version);
          expect(answer.status).toBe(404);
          expect(JSON.stringify(await answer.json())).not.toContain('next');
        }
      });

      it('has methods that the released versions lack, which these do not allow', async () => {
        const init = { method: 'POST', body: '{}' };
        expect((await send(how, '/books/1', 'next', init)).status).toBe(201);
        const refused = await send(how, '/books/1', '2', init);
        expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      });

      it('lacks what ended before it', async () => {
        expect((await send(how, '/books/old/all', '1')).status).toBe(200);
        expect((await send(how, '/books/old/all', 'next')).status).toBe(404);
      });

      it('is in no list of versions', async () => {
        const next = await send(how, '/books/1', 'next');
        expect(next.headers.get('api-version')).toBe('next');
        expect(next.headers.get('api-supported-versions')).toBe('1, 2');
        expect(await (await send(how, '/books/1', '9')).json()).toMatchObject({ supportedVersions: ['1', '2'] });
      });
    });

    it('has a document of its own, which no list names', async () => {
      const read = async (query: string) => (await (await opening).request(`/openapi.json${query}`)).json();
      const next = (await read('?version=next')) as { paths: object };
      expect(Object.keys(next.paths).some((path) => path.endsWith('/books/shelves/all'))).toBe(true);
      expect(JSON.stringify(await read(''))).not.toContain('shelves');
      expect(await read('?version=3')).toMatchObject({ status: 404, supportedVersions: ['1', '2'] });
    });

    it('is not served with serveNext: false, and the released versions are made from it', async () => {
      const app = await createApp(Root, { versioning: { ...options, versions: hidden }, documents: {} });
      const [address, named] = ask('/books/1', 'next');
      expect((await app.request(address, { headers: named })).status).toBe(404);
      const [path, headers] = ask('/books/1', '1');
      expect(await (await app.request(path, { headers })).json()).toEqual({ id: '1', name: 'Emma' });
      expect((await app.request('/openapi.json?version=next')).status).toBe(404);
      await app.close();
    });
  },
);

describe('next', () => {
  const header = { type: 'header', header: 'X-API-Version' } as const;
  const problemsOf = async (versioning: VersioningOptions) =>
    createApp(Root, { versioning }).then(
      () => [],
      (error: { problems: readonly { message: string }[] }) => error.problems.map(({ message }) => message),
    );

  it('is no default version', async () => {
    expect(await problemsOf({ ...header, versions, defaultVersion: 'next' })).toContain(
      'versioning.defaultVersion names next, which is unreleased and answers only requests that name it.',
    );
  });

  it('is no pin', async () => {
    const app = await createApp(Root, {
      versioning: { ...header, versions, pin: () => 'next' },
      authenticate: () => ({ id: 'a', roles: [] }),
    });
    const answer = await app.request('/books/1');
    expect(await answer.json()).toMatchObject({ status: 404, requested: 'next', supportedVersions: ['1', '2'] });
    await app.close();
  });

  it('is not a date', async () => {
    const dated = defineVersions(['2026-01-01', '2026-06-01'], { next: [] });
    const app = await createApp(Root2, {
      versioning: { ...header, versions: dated, match: 'latest-not-newer', report: true },
    });
    const ask = async (version: string) =>
      (await app.request('/ping', { headers: { 'x-api-version': version } })).headers.get('api-version');
    expect(await ask('2026-05-05')).toBe('2026-01-01');
    expect(await ask('2027-01-01')).toBeNull();
    expect(await ask('next')).toBe('next');
    await app.close();
  });

  it('cannot be declared where nothing is written', async () => {
    const app = problemsOf({ ...header, versions: defineVersions(list) });
    expect((await app).join('\n')).toContain('declares version next, and the API lists no unreleased changes.');
  });

  it('is a reserved name', () => {
    expect(() => defineVersions(['1', 'next'])).toThrow('"next" names what is not released');
    expect(() => defineVersions(['1'], { next: [1] as never })).toThrow('next');
    expect(() => defineVersions(['1'], { serveNext: 'no' as never })).toThrow('serveNext');
  });
});

@Public()
@Controller('ping')
class PingVersionsController {
  @Get('', shelves) ping(): string[] {
    return [];
  }
}

@Module({ controllers: [PingVersionsController] })
class Root2 {}
