import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  added,
  Authenticated,
  change,
  Controller,
  createApp,
  defineVersions,
  Get,
  HttpError,
  type Input,
  Module,
  operation,
  Post,
  Preview,
  preview,
  type PreviewDeclaration,
  Public,
  renamed,
  reshape,
  type ServiceOptions,
  Version,
  VERSION_NEUTRAL,
} from '../index.js';
import { compileRoutes } from '../routing/table/compile-routes.js';
import { MemoryUsageStore } from './stores/memory-usage-store.js';

const Author = z.object({ id: z.string(), name: z.string(), born: z.number() }).meta({ id: 'Author' });
const Book = z
  .object({ id: z.string(), title: z.string(), tags: z.array(z.string()), author: Author })
  .meta({ id: 'Book' });
const tagged = added(Book, { tags: [] });
const born = added(Author, { born: 0 });
const schemas = { response: Book };
const create = { body: Book, response: Book };
const names = { response: z.array(z.string()) };
const emma = { id: '1', title: 'Emma', tags: ['novel'], author: { id: 'a', name: 'Austen', born: 1775 } };
const plain = { id: '1', title: 'Emma', author: { id: 'a', name: 'Austen' } };

@Public()
@Controller('books')
class BooksController {
  @Get(':id', schemas) read(): z.infer<typeof Book> {
    return emma;
  }

  @Post('', create) create({ body }: Input<typeof create>): z.infer<typeof Book> {
    return body;
  }

  @Preview('search-2026-11', { expires: '2027-02-01', link: 'https://example.com/search' })
  @Get('search', names)
  search(): string[] {
    return ['Emma'];
  }

  @Preview('search-2026-11')
  @Get('found/:id', schemas)
  found(): z.infer<typeof Book> {
    return emma;
  }

  @Version({ until: '1' })
  @Get('old/all', schemas)
  old(): z.infer<typeof Book> {
    return emma;
  }
}

@Public()
@Controller('shelves')
class ShelvesController {
  @Get('', names) list(): string[] {
    return ['A'];
  }
}

@Module({ controllers: [BooksController, ShelvesController] })
class Root {}

const list = [
  '1',
  { version: '2', changes: [change({ title: 'Titles', schemas: [renamed(tagged.before, { title: 'name' })] })] },
];

const tags = (options: PreviewDeclaration = {}) =>
  preview('tags-2026-11', { expires: '2027-03-01', title: 'Books have tags', schemas: [tagged], ...options });
const years = (options: PreviewDeclaration = {}) =>
  preview('years-2026-11', { expires: '2027-03-01', schemas: [born], ...options });

const open = (previews: Parameters<typeof defineVersions>[1], options: ServiceOptions = {}) =>
  createApp(Root, {
    versioning: {
      type: 'header',
      header: 'X-API-Version',
      defaultVersion: '2',
      versions: defineVersions(list, previews),
    },
    now: () => new Date('2026-12-01'),
    ...options,
  });

const asking = (field: string | null, version?: string) => ({
  headers: { ...(field !== null && { 'API-Preview': field }), ...(version && { 'X-API-Version': version }) },
});

describe('a preview', () => {
  it('acts only on requests that name it, and says so', async () => {
    const app = await open({ previews: [tags(), years()] });
    const read = async (field: string | null, version?: string) => {
      const answer = await app.request('/books/1', asking(field, version));
      return [await answer.json(), answer.headers.get('api-preview'), answer.headers.get('vary')];
    };
    const vary = 'X-API-Version, API-Preview';
    expect(await read(null)).toEqual([plain, null, vary]);
    expect(await read('')).toEqual([plain, null, vary]);
    expect(await read('tags-2026-11')).toEqual([{ ...plain, tags: ['novel'] }, 'tags-2026-11', vary]);
    expect(await read('years-2026-11, "tags-2026-11"')).toEqual([
      emma,
      expect.stringMatching(/^(?=.*tags-2026-11)(?=.*years-2026-11)/),
      vary,
    ]);
    expect(await read(null, '1')).toEqual([{ ...plain, title: undefined, name: 'Emma' }, null, vary]);
    await app.close();
  });

  it('neither accepts nor sends its members without the name', async () => {
    const app = await open({ previews: [tags(), years()] });
    const send = async (field: string | null, body: unknown) => {
      const answer = await app.request('/books', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...asking(field).headers },
      });
      return [answer.status, await answer.json()];
    };
    expect(await send(null, emma)).toEqual([201, plain]);
    expect(await send(null, plain)).toEqual([201, plain]);
    expect(await send('tags-2026-11, years-2026-11', emma)).toEqual([201, emma]);
    expect((await send('tags-2026-11', plain))[0]).toBe(400);
    await app.close();
  });

  it('has routes that nobody else finds, and matching goes on without them', async () => {
    const app = await open({ previews: [tags(), years()] });
    const get = async (path: string, field: string | null, version?: string) => {
      const answer = await app.request(path, asking(field, version));
      return [answer.status, (await answer.json()) as unknown, answer.headers.get('api-preview')] as const;
    };
    expect(await get('/books/search', null)).toEqual([200, plain, null]);
    expect(await get('/books/search', 'tags-2026-11')).toEqual([200, { ...plain, tags: ['novel'] }, 'tags-2026-11']);
    expect(await get('/books/search', 'search-2026-11')).toEqual([200, ['Emma'], 'search-2026-11']);
    expect((await get('/books/found/1', null))[0]).toBe(404);
    expect(await get('/books/found/1', 'search-2026-11')).toEqual([200, plain, 'search-2026-11']);
    expect(await get('/books/found/1', 'tags-2026-11, search-2026-11')).toEqual([
      200,
      { ...plain, tags: ['novel'] },
      'search-2026-11, tags-2026-11',
    ]);
    expect((await get('/books/search', 'search-2026-11', '1'))[1]).toMatchObject({ code: 'preview-needs-newest' });
    await app.close();
  });

  it('leaves operations that it does not touch as they are', async () => {
    const app = await open({ previews: [tags(), years()] });
    const answer = await app.request('/shelves', asking('tags-2026-11'));
    expect([answer.headers.get('vary'), answer.headers.get('api-preview'), await answer.json()]).toEqual([
      'X-API-Version',
      null,
      ['A'],
    ]);
    const old = await app.request('/books/old/all', asking(null, '1'));
    expect(await old.json()).toEqual(plain);
    await app.close();
  });

  it('refuses what it cannot be asked for', async () => {
    const app = await open({
      previews: [
        tags(),
        years({ expires: '2026-11-30' }),
        preview('shelves', { promoted: '2', graceUntil: '2027-01-01' }),
        preview('old', { promoted: '2', graceUntil: '2026-11-01' }),
      ],
    });
    const get = async (field: string, version?: string) => {
      const answer = await app.request('/books/1', asking(field, version));
      const { status, code, detail } = (await answer.json()) as Record<string, unknown>;
      return status === undefined ? 200 : [status, code, detail];
    };
    expect(await get('tag-2026-11')).toEqual([
      400,
      'preview-unknown',
      'Unknown preview "tag-2026-11". Did you mean "tags-2026-11"? Available: search-2026-11, tags-2026-11.',
    ]);
    expect(await get('Tags-2026-11')).toMatchObject([400, 'preview-unknown', expect.anything()]);
    expect(await get('years-2026-11')).toEqual([
      400,
      'preview-expired',
      'The preview "years-2026-11" expired on 2026-11-30. Available: search-2026-11 and tags-2026-11.',
    ]);
    expect(await get('old')).toEqual([
      400,
      'preview-expired',
      'The preview "old" became part of version 2. Ask for version 2, and leave the name out of API-Preview.',
    ]);
    expect(await get('tags-2026-11', '1')).toEqual([
      400,
      'preview-needs-newest',
      'Previews stand beside the newest version, 2, and this request is for version 1. Ask for version 2, or leave out API-Preview.',
    ]);
    for (const malformed of ['tags-2026-11,', '(a b)', '12', ',', 'a b', '"x'])
      expect(await get(malformed)).toMatchObject([400, 'preview-malformed', expect.anything()]);
    expect(await get('shelves')).toBe(200);
    expect(await get('shelves', '1')).toBe(200);
    await app.close();
  });

  it('asks after authentication who may use it', async () => {
    const app = await open(
      { previews: [tags({ allow: async (caller) => caller?.id === 'ann' }), years()] },
      { authenticate: ({ headers }) => (headers['x-user'] ? { id: String(headers['x-user']), roles: [] } : null) },
    );
    const get = async (user: string | null, field: string) => {
      const answer = await app.request('/books/1', {
        headers: { 'API-Preview': field, ...(user !== null && { 'X-User': user }) },
      });
      return [answer.status, await answer.json()] as const;
    };
    expect(await get('ann', 'tags-2026-11')).toEqual([200, { ...plain, tags: ['novel'] }]);
    const shared = await app.request('/books/1', { headers: { 'API-Preview': 'years-2026-11' } });
    const own = await app.request('/books/1', { headers: { 'API-Preview': 'tags-2026-11', 'X-User': 'ann' } });
    expect([shared, own].map(({ headers }) => headers.get('vary'))).toEqual([
      'X-API-Version, API-Preview',
      'X-API-Version, API-Preview, Authorization, Cookie',
    ]);
    const [status, hidden] = await get('bob', 'tags-2026-11');
    const [, unknown] = await get('bob', 'pets-2026-11');
    const text = (body: unknown) =>
      JSON.stringify(body).replaceAll(/pets-2026-11|tags-2026-11|"(?:traceId|instance)":"[^"]*"/g, '');
    expect([status, text(hidden)]).toEqual([400, text(unknown)]);
    expect((await get(null, 'tags-2026-11, years-2026-11'))[0]).toBe(400);
    await app.close();
  });

  it('refuses a wrong name where nothing, or another method, answers', async () => {
    const app = await open({ previews: [tags(), years({ expires: '2026-11-30' })] });
    const get = async (path: string, field: string | null, init: RequestInit = {}) => {
      const answer = await app.request(path, { ...asking(field), ...init });
      return [answer.status, ((await answer.json()) as { code?: string }).code, answer.headers.get('vary')];
    };
    expect(await get('/books/found/1', 'serch-2026-11')).toEqual([400, 'preview-unknown', 'API-Preview']);
    expect(await get('/books/found/1', 'years-2026-11')).toEqual([400, 'preview-expired', 'API-Preview']);
    expect(await get('/nowhere', '12')).toEqual([400, 'preview-malformed', null]);
    expect(await get('/nowhere', 'tags-2026-11')).toEqual([404, undefined, null]);
    expect(await get('/books/found/1', null)).toEqual([404, undefined, 'API-Preview']);
    expect((await app.request('/books/1', { ...asking('serch-2026-11'), method: 'DELETE' })).status).toBe(400);
    await app.close();
  });

  it('hides a preview from callers who may not use it', async () => {
    const allowed = { expires: '2027-03-01', allow: (caller: { id: string } | null) => caller?.id === 'ann' };
    @Public()
    @Controller('books')
    class Books {
      @Get(':id', { params: z.object({ id: z.string() }), response: z.string() })
      read(): string {
        return 'Emma';
      }

      @Preview('secret-2026-11', allowed) @Get('part/of', names) partOf(): string[] {
        return ['p'];
      }
    }
    @Module({ controllers: [Books] })
    class Root {}
    const app = await createApp(Root, {
      versioning: {
        type: 'header',
        header: 'X-API-Version',
        defaultVersion: '2',
        versions: defineVersions(['1', '2']),
      },
      authenticate: ({ headers }) => (headers['x-user'] ? { id: String(headers['x-user']), roles: [] } : null),
      csrf: false,
    });
    const get = async (path: string, user: string, name: string, version: string | null) => {
      const answer = await app.request(path, {
        headers: { 'API-Preview': name, 'X-User': user, ...(version !== null && { 'X-API-Version': version }) },
      });
      const body = (await answer.text()).replaceAll(name, 'NAME').replace(/"traceId":"[^"]*"/, '');
      return { status: answer.status, body, headers: [...answer.headers].filter(([key]) => key !== 'date') };
    };
    for (const path of ['/books/part/of', '/books/1'])
      for (const version of [null, '1', '2', '9'])
        expect([path, version, await get(path, 'bob', 'secret-2026-11', version)]).toEqual([
          path,
          version,
          await get(path, 'bob', 'nobody-2026-11', version),
        ]);
    const answer = await get('/books/part/of', 'ann', 'secret-2026-11', null);
    expect(answer).toMatchObject({ status: 200, body: '["p"]' });
    expect(answer.headers).toContainEqual(['vary', 'X-API-Version, API-Preview, Authorization, Cookie']);
    expect((await get('/books/1', 'ann', 'secret-2026-11', '1')).body).toContain('preview-needs-newest');
    await app.close();
  });

  it('hides a preview from callers who are not signed in, where routes require a caller', async () => {
    const allowed = { expires: '2027-03-01', allow: (caller: { id: string } | null) => caller?.id === 'ann' };
    const older = preview('older-2026-11', { expires: '2026-11-30', title: 'Older', schemas: [] });
    @Authenticated()
    @Controller('books')
    class Books {
      @Get(':id', schemas)
      read() {
        return emma;
      }
      @Public()
      @Get('of/:name', { params: z.object({ name: z.string() }), response: z.string() })
      of(): string {
        return 'public';
      }
      @Preview('secret-2026-11', allowed) @Get('of/secret', { response: z.string() }) secret(): string {
        return 'secret';
      }
      @Preview('secret-2026-11') @Get('in/secret', { response: z.string() }) inSecret(): string {
        return 'secret';
      }
    }
    @Module({ controllers: [Books] })
    class Root {}
    const app = await createApp(Root, {
      versioning: {
        type: 'header',
        header: 'X-API-Version',
        defaultVersion: '2',
        versions: defineVersions(['1', '2'], { previews: [tags(allowed), older] }),
      },
      authenticate: ({ headers }) => {
        if (headers['x-user'] === 'mallory') throw new HttpError(401, 'This key was revoked.');
        return headers['x-user'] ? { id: String(headers['x-user']), roles: [] } : null;
      },
      csrf: false,
      now: () => new Date('2026-12-01'),
    });
    const get = async (path: string, user: string | null, names: string, version: string | null) => {
      const answer = await app.request(path, {
        headers: {
          'API-Preview': names,
          ...(user !== null && { 'X-User': user }),
          ...(version !== null && { 'X-API-Version': version }),
        },
      });
      const body = (await answer.text()).replaceAll(/(?:tags|secret|nobody)-2026-11|"traceId":"[^"]*"/g, '');
      return { status: answer.status, body, headers: [...answer.headers].filter(([key]) => key !== 'date') };
    };
    const fields = [
      'NAME',
      'NAME, older-2026-11',
      'older-2026-11, NAME',
      'nobody-2026-11, NAME',
      'NAME, nobody-2026-11',
    ];
    for (const name of ['tags-2026-11', 'secret-2026-11'])
      for (const path of ['/books/1', '/books/of/secret', '/books/in/secret', '/books/nowhere/1'])
        for (const user of [null, 'mallory', 'bob'])
          for (const version of [null, '1', '2', '9'])
            for (const field of fields)
              expect([path, user, version, field, await get(path, user, field.replace('NAME', name), version)]).toEqual(
                [path, user, version, field, await get(path, user, field.replace('NAME', 'nobody-2026-11'), version)],
              );
    expect((await app.request('/books/1')).status).toBe(401);
    expect((await get('/books/1', null, 'tags-2026-11', null)).body).toContain('preview-unknown');
    expect((await get('/books/1', 'mallory', 'tags-2026-11', null)).status).toBe(401);
    expect((await get('/books/of/secret', null, 'secret-2026-11', null)).body).toContain('preview-unknown');
    expect((await get('/books/in/secret', null, 'secret-2026-11', null)).status).toBe(404);
    expect((await get('/books/of/secret', 'ann', 'secret-2026-11', null)).body).toBe('"secret"');
    expect((await get('/books/in/secret', 'ann', 'secret-2026-11', null)).body).toBe('"secret"');
    expect((await get('/books/1', 'ann', 'tags-2026-11', null)).body).toContain('novel');
    await app.close();
  });

  it('acts on routes without a version, whose converters get none', async () => {
    const answers = { response: z.object({ size: z.int() }) };
    const versions: unknown[] = [];
    @Public()
    @Version(VERSION_NEUTRAL)
    @Controller('status')
    class Status {
      @Get('', answers) read({ version }: Input<typeof answers>): { size: number } {
        versions.push(version);
        return { size: 1 };
      }
    }
    const sized = operation(() => Status, 'read', {
      before: { response: { 200: z.object({ count: z.int() }) } },
      down: ({ body }, { version }) => {
        versions.push(version);
        return { body: { count: body.size } };
      },
    });
    @Module({ controllers: [Status] })
    class Root {}
    const app = await createApp(Root, {
      versioning: {
        type: 'header',
        header: 'X-API-Version',
        defaultVersion: '1',
        versions: defineVersions(['1'], {
          previews: [preview('sizes', { expires: '2027-01-01', operations: [sized] })],
        }),
      },
      now: () => new Date('2026-12-01'),
    });
    const plainly = await app.request('/status');
    expect([plainly.headers.get('vary'), await plainly.json()]).toEqual(['API-Preview', { count: 1 }]);
    const on = await app.request('/status', asking('sizes'));
    expect([on.headers.get('vary'), on.headers.get('api-preview'), await on.json()]).toEqual([
      'API-Preview',
      'sizes',
      { size: 1 },
    ]);
    expect(versions).toEqual([null, null, null]);
    await app.close();
  });

  it('is on top of others that it names', async () => {
    const shorter = z.object({ id: z.string() }).meta({ id: 'Book' });
    const two = preview('ids', {
      expires: '2027-01-01',
      schemas: [added(Book, { author: { id: '', name: '', born: 0 } })],
      with: ['tags-2026-11'],
    });
    const versions = {
      versioning: {
        type: 'header',
        header: 'X-API-Version',
        versions: defineVersions(['1'], { previews: [two, tags()] }),
        defaultVersion: '1',
      },
    } as const;
    const app = await open({}, versions);
    const get = async (field: string | null) => (await app.request('/books/1', asking(field))).json();
    expect(await get(null)).toEqual({ id: '1', title: 'Emma' });
    expect(await get('tags-2026-11')).toEqual({ id: '1', title: 'Emma', tags: ['novel'] });
    expect(await get('ids')).toEqual({ id: '1', title: 'Emma', author: emma.author });
    expect(await get('ids, tags-2026-11')).toEqual(emma);
    await app.close();
    const unordered = preview('ids', { schemas: [reshape(Book, { before: shorter, down: ({ id }) => ({ id }) })] });
    await expect(open({ previews: [unordered, tags()] })).rejects.toThrow(
      "The previews ids and tags-2026-11 both change the schema Book. Say which is on top of the other: with: ['ids'] in tags-2026-11.",
    );
  });

  it('is refused at boot where what is not released changes the same schema', async () => {
    const next = [change({ title: 'More', schemas: [added(Book, { title: '' })] })];
    await expect(open({ next, previews: [tags()] })).rejects.toThrow(
      'The preview tags-2026-11 and "More" of next both change the schema Book. Promote the preview first',
    );
  });

  it('is counted apart', async () => {
    const store = new MemoryUsageStore();
    const app = await open({ previews: [tags()] }, { usage: { store }, csrf: false });
    for (const field of [null, 'tags-2026-11', 'tags-2026-11', '']) await app.request('/books/1', asking(field));
    await app.request('/books/search', asking('search-2026-11'));
    await app.close();
    const { counts } = store.read({});
    expect(Object.fromEntries(counts.map(({ operation, calls }) => [operation, calls]))).toEqual({
      'GET /books/{id}': 2,
      'GET /books/{id} +tags-2026-11': 2,
      'GET /books/search +search-2026-11': 1,
    });
  });

  it('admits the header in preflights that ask for it', async () => {
    const app = await open(
      { previews: [tags()] },
      { cors: { origin: 'https://a.example', allowedHeaders: ['X-One'] } },
    );
    const ask = async (path: string, headers: string) => {
      const answer = await app.request(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://a.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': headers,
        },
      });
      return [
        answer.status,
        answer.headers.get('access-control-allow-headers'),
        answer.headers.get('access-control-allow-methods'),
      ];
    };
    expect(await ask('/books/1', 'x-one')).toEqual([204, 'X-One,X-API-Version', 'GET,HEAD']);
    expect(await ask('/books/1', 'x-one, api-preview')).toEqual([204, 'X-One,X-API-Version,API-Preview', 'GET,HEAD']);
    expect((await ask('/books/found/1', 'api-preview'))[2]).toBe('GET,HEAD');
    await app.close();
  });

  it('stands beside the newest version where no list says which that is', async () => {
    @Public()
    @Version(['1', '2'])
    @Controller('books')
    class Unlisted {
      @Get('', names) list(): string[] {
        return [];
      }

      @Preview('search-2026-11') @Get('search', names) search(): string[] {
        return [];
      }

      @Preview('old-2026-11') @Version('1') @Get('old', names) old(): string[] {
        return [];
      }
    }
    @Module({ controllers: [Unlisted] })
    class UnlistedRoot {}
    const versioning = { type: 'header', header: 'X-API-Version', defaultVersion: '2' } as const;
    const { problems } = compileRoutes(UnlistedRoot, { versioning });
    expect(problems.map(({ id, message }) => [id, message])).toEqual([
      [
        'preview-not-in-newest',
        'Unlisted.old() is in the preview old-2026-11, and is not served in the newest version.',
      ],
    ]);
  });
});
