import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  added,
  type App,
  Controller,
  createApp,
  defineVersions,
  Get,
  Module,
  Preview,
  preview,
  type ServiceOptions,
} from '../index.js';

const Book = z.object({ id: z.string(), title: z.string(), tags: z.array(z.string()) }).meta({ id: 'Book' });
const Shelf = z.object({ id: z.string(), rows: z.number(), secret: z.string() }).meta({ id: 'Shelf' });

const previews = [
  preview('tags-2026-11', {
    expires: '2027-03-01',
    title: 'Books have tags',
    description: 'Words of readers.',
    link: 'https://example.com/tags',
    schemas: [added(Book, { tags: [] })],
  }),
  preview('rows-2026-11', { expires: '2027-03-01', schemas: [added(Shelf, { rows: 1 })], listed: false }),
  preview('partners-2026-11', { expires: '2027-03-01', allow: () => true, title: 'For partners' }),
  preview('old-2026-01', { expires: '2026-06-01', title: 'Over' }),
];

@Controller('books')
class Books {
  @Get(':id', { params: z.object({ id: z.string() }), response: Book })
  read(): z.infer<typeof Book> {
    return { id: '1', title: 'Emma', tags: ['novel'] };
  }

  @Preview('search-2026-11', { expires: '2027-02-01' })
  @Get('search', { response: z.array(Book) })
  search(): z.infer<typeof Book>[] {
    return [];
  }

  @Get('shelves/one', { response: Shelf })
  shelf(): z.infer<typeof Shelf> {
    return { id: '1', rows: 1, secret: '' };
  }
}

@Module({ controllers: [Books] })
class Root {}

const header: ServiceOptions['versioning'] = {
  type: 'header',
  header: 'X-API-Version',
  defaultVersion: '1',
  versions: defineVersions(['1', '2'], { previews }),
};
const open = (versioning: ServiceOptions['versioning'], day = '2026-12-01') =>
  createApp(Root, { versioning, documents: {}, now: () => new Date(day) });

let app: App;
beforeAll(async () => {
  app = await open(header);
});
afterAll(() => app.close());

const page = async (query = '', of = app) => {
  const answer = await of.request(`/docs${query}`);
  return { status: answer.status, text: (await answer.text()).replaceAll('&amp;', '&') };
};

describe('the page of a service with previews', () => {
  it('lists those that everybody may use, with their end, their link and what they touch', async () => {
    const { text } = await page('?version=2');
    for (const part of [
      'Books have tags',
      'Words of readers.',
      'until <time datetime="2027-03-01T00:00:00.000Z">1 March 2027</time>',
      'href="https://example.com/tags"',
      'href="/docs?version=2&preview=tags-2026-11" aria-label="Turn on tags-2026-11"',
      'href="/docs?version=2&operation=get-books-id&preview=tags-2026-11"',
      'href="/docs?version=2&operation=get-books-search&preview=search-2026-11"',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/rows-2026-11|partners|old-2026-01/);
    expect(text).not.toContain('Previews that are on');
  });

  it('shows none beside older versions, and refuses them there', async () => {
    expect((await page('?version=1')).text).not.toContain('preview');
    expect((await page()).text).not.toContain('preview');
    expect(await page('?version=1&preview=tags-2026-11')).toEqual({
      status: 400,
      text: expect.stringContaining('Previews stand beside the newest version, 2'),
    });
  });

  it('shows the document with those that are on, marks operations and members, and sends the field', async () => {
    const { text } = await page('?version=2&operation=get-books-id&preview=tags-2026-11');
    expect(text).toContain('Previews that are on');
    expect(text).toContain('href="/docs?version=2&operation=get-books-id" aria-label="Turn off tags-2026-11"');
    expect(text).toContain('<span class="mark preview">preview</span>');
    expect(text).toMatch(/<code class="name">tags<\/code>[^]{0,120}<span class="mark new">new<\/span>/);
    expect(text).toContain(
      'From <a href="/docs?version=2&operation=get-books-id">version 2</a> to version 2 with tags-2026-11',
    );
    const words = text.replaceAll(/<[^>]+>/g, '').replaceAll('&#39;', "'");
    expect(words).toContain("--header 'API-Preview: tags-2026-11'");
    expect(words).toContain("const client = createClient({ previews: ['tags-2026-11'] });");
    expect(words).toContain('1 difference');
    expect(words).not.toMatch(/is new and required breaking|stability level/);
    expect(text).toContain('href="/openapi.json?version=2&preview=tags-2026-11"');
    const off = await page('?version=2&operation=get-books-id');
    expect(off.text).not.toMatch(/<code class="name">tags<|<\/h1> <span class="mark preview">/);
    expect(off.text).toContain('aria-label="Turn on tags-2026-11"');
  });

  it('has operations that only a preview has, and leaves them where it is turned off', async () => {
    const both = await page('?version=2&operation=get-books-search&preview=search-2026-11&preview=tags-2026-11');
    expect(both.status).toBe(200);
    expect(both.text).toContain('New in version 2 with search-2026-11 and tags-2026-11: version 2 does not have it.');
    expect(both.text).toContain('href="/docs?version=2&preview=tags-2026-11" aria-label="Turn off search-2026-11"');
    expect(both.text).toContain(
      'href="/docs?version=2&operation=get-books-search&preview=search-2026-11" aria-label="Turn off tags-2026-11"',
    );
    expect((await page('?version=2&operation=get-books-search')).status).toBe(404);
    expect((await page('?version=2&operation=get-books-search&preview=tags-2026-11')).status).toBe(404);
  });

  it('compares the newest version with the same one without the preview', async () => {
    const answer = await app.request('/docs/changes?version=2&preview=tags-2026-11');
    expect(await answer.text()).toContain('From version 2 to version 2 with tags-2026-11</h1>');
  });

  it.each(['rows-2026-11', 'partners-2026-11', 'nobody-2026-11'])('does not know %s', async (name) => {
    const { status, text } = await page(`?version=2&preview=${name}`);
    expect([status, text]).toEqual([400, expect.stringContaining('Available: search-2026-11, tags-2026-11.')]);
    expect(text).toContain('"code":"preview-unknown"');
  });

  it('says what became of one that has ended, and leaves it out from then on', async () => {
    const { status, text } = await page('?version=2&preview=old-2026-01');
    expect([status, text]).toEqual([400, expect.stringContaining('expired on 2026-06-01')]);
    const later = await open(header, '2027-02-15');
    const listed = await page('?version=2', later);
    expect(listed.text).toContain('tags-2026-11');
    expect(listed.text).not.toContain('search-2026-11');
    await later.close();
  });

  it.each<[string, ServiceOptions['versioning'], string]>([
    ['no versions', undefined, ''],
    ['versions in paths', { type: 'uri', versions: defineVersions(['1', '2'], { previews }) }, '2'],
  ])('works for %s', async (_, versioning, version) => {
    const own = await open(versioning);
    const { text } = await page('', own);
    expect(text).toContain('search-2026-11');
    const [href = ''] = /\/docs\?[^"]*preview=search-2026-11(?=" aria-label="Turn on)/.exec(text) ?? [];
    const shown = await page(href.slice('/docs'.length), own);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('Previews that are on');
    const query = version === '' ? '' : `version=${version}&`;
    const path = version === '' ? 'get-books-search' : 'get-books-search';
    expect(shown.text).toContain(`/docs?${query}operation=${path}&preview=search-2026-11`);
    await own.close();
  });

  it('is what it would be without previews where there are none', async () => {
    const bare = await createApp(Root, {
      versioning: { ...header, versions: defineVersions(['1', '2']) },
      documents: {},
    });
    expect((await page('?version=1', bare)).text).not.toMatch(/class="previews|Previews/);
    await bare.close();
  });
});

describe('the pages of a service while no preview is turned on', () => {
  const Small = z.object({ id: z.string() }).meta({ id: 'Small' });
  const Large = Small.extend(
    Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`member${index}`, z.string()])),
  ).meta({ id: 'Large' });
  const large = preview('large-2026-11', { expires: '2027-03-01', schemas: [added(Large, { member0: '' })] });

  /** A service of 30 operations with as many previews as it is given, and routes that only the last one has. */
  const openHaving = (count: number, added: number) => {
    const parts = Array.from({ length: 30 }, (_, index) => `operation${index}`);
    @Controller('things')
    class Things {}
    const declare = (name: string, path: string, ...decorators: MethodDecorator[]) => {
      Object.defineProperty(Things.prototype, name, { value: () => ({}), configurable: true });
      const descriptor = Object.getOwnPropertyDescriptor(Things.prototype, name)!;
      Get(path, { response: Large })(Things.prototype as never, name as never, descriptor as never);
      for (const decorate of decorators) decorate(Things.prototype, name, descriptor);
    };
    for (const part of parts) declare(part, part);
    for (let index = 0; index < added; index++)
      declare(`added${index}`, `added${index}`, Preview('more-2026-11', { expires: '2027-03-01' }) as never);
    @Module({ controllers: [Things] })
    class Root {}
    return createApp(Root, {
      versioning: { ...header, versions: defineVersions(['1', '2'], { previews: [large].slice(0, count) }) } as never,
      documents: {},
      now: () => new Date('2026-12-01'),
    });
  };

  it('weigh what they weigh without it, but for the list of previews', async () => {
    const pages = async (having: number, more: number) => {
      const app = await openHaving(having, more);
      const queries = ['?version=1', '?version=2', '?version=2&operation=get-things-operation1'];
      const texts = await Promise.all(queries.map(async (query) => (await page(query, app)).text));
      await app.close();
      return texts.map((text) => text.replaceAll(/ nonce="[^"]+"/g, ''));
    };
    const [older, overview, operation] = (await pages(0, 0)) as [string, string, string];
    for (const [having, more] of [
      [1, 0],
      [1, 20],
    ] as const) {
      const [same, listing, touched] = (await pages(having, more)) as [string, string, string];
      expect(same).toBe(older);
      // A line for each operation that a preview touches, and one for each preview; the document with it on would be as large again.
      expect(listing.length - overview.length).toBeLessThan(220 * (30 + more) + 600 * 2);
      expect(touched.length - operation.length).toBeLessThan(400);
    }
  });
});
