import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  change,
  Controller,
  defineVersions,
  Get,
  type Input,
  Module,
  operation,
  preview,
  Public,
  Put,
  reshape,
  VERSION_NEUTRAL,
  type Versions,
} from '../index.js';
import { compileRoutes } from '../routing/table/compile-routes.js';
import { runLaws } from './run-laws.js';

const Book = z.object({ id: z.string(), authors: z.array(z.string()) }).meta({ id: 'Book' });
const BookBefore = z.object({ id: z.string(), authors: z.string() }).meta({ id: 'Book' });
const BookV1 = z.object({ key: z.string(), authors: z.string() }).meta({ id: 'Book' });

const keys = change({
  title: 'Books have an id',
  schemas: [
    reshape(BookBefore, {
      before: BookV1,
      down: ({ id, ...book }) => ({ ...book, key: id }),
      up: ({ key, ...book }) => ({ ...book, id: key }),
    }),
  ],
});

const authors = (split: (authors: string) => string[], join = (list: string[]) => list.join('; ')) =>
  preview('authors-2026-11', {
    expires: '2027-03-01',
    schemas: [
      reshape(Book, {
        before: BookBefore,
        down: (book) => ({ ...book, authors: join(book.authors) }),
        up: (book) => ({ ...book, authors: split(book.authors) }),
        loses: { down: ['authors'], up: ['authors'], update: ['authors'] },
      }),
    ],
  });

const limit = z.object({ limit: z.coerce.number().int() });
const lists = (up: (limit: number) => number) =>
  preview('lists-2026-11', {
    expires: '2027-03-01',
    operations: [
      operation(() => Books, 'list', {
        before: { query: z.object({ most: z.coerce.number().int() }) },
        up: (request) => ({ ...request, query: { limit: up((request.query as { most: number }).most) } }),
      }),
    ],
  });

@Public()
@Controller('books')
class Books {
  @Put(':id', { params: z.object({ id: z.string() }), body: Book, response: Book })
  write({ body }: Input<{ body: typeof Book }>): z.infer<typeof Book> {
    return body;
  }

  @Get('', { query: limit, response: z.array(z.string()) })
  list(): string[] {
    return [];
  }
}

@Public()
@Controller('shelves', { version: VERSION_NEUTRAL })
class Shelves {
  @Put(':id', { params: z.object({ id: z.string() }), body: z.object({ book: Book }) })
  put(): void {}
}

@Module({ controllers: [Books, Shelves] })
class Root {}

function judge(previews: readonly ReturnType<typeof preview>[], { hasNext = false } = {}) {
  const versions: Versions = defineVersions(['1', { version: '2', changes: [keys] }], {
    previews,
    ...(hasNext && { next: [] }),
  });
  const versioning = { type: 'header', header: 'X-API-Version', defaultVersion: '2', versions } as const;
  const { routes, next, bindings, previews: table, problems } = compileRoutes(Root, { versioning });
  expect(problems.filter(({ severity, id }) => severity === 'error' && id !== 'neutral-route-changed')).toEqual([]);
  const { tested, findings } = runLaws({
    versions,
    versioning,
    routes: [...routes, ...next],
    bindings,
    previews: table,
    differences: () => [],
    only: null,
    clients: true,
    runs: 60,
    seed: 3,
    asOf: new Date('2026-12-01'),
  });
  return {
    tested: tested.map(({ version }) => version),
    findings: findings.map(({ law, version, change: blamed, subject }) => [law, version, blamed?.id, subject]),
  };
}

const byName = (list: string) => list.split('; ');

describe.each([false, true])('the laws of previews, with next: %s', (hasNext) => {
  it('have nothing against lawful ones, also on the way from older versions', () => {
    expect(judge([authors(byName), lists((most) => most)], { hasNext })).toEqual({
      tested: ['2', expect.stringMatching(/^preview /), expect.stringMatching(/^preview /)],
      findings: [],
    });
  });

  it('find what a schema does not say, and blame the preview', () => {
    const { findings } = judge([authors(() => null as never), lists((most) => most)], { hasNext });
    expect(findings).toContainEqual(['change-misfit', 'preview authors-2026-11', 'authors-2026-11', 'Book']);
    expect(findings.filter(([, version]) => version !== 'preview authors-2026-11')).toEqual([]);
  });

  it('draw requests for operations that a preview changes', () => {
    const { findings } = judge([lists((most) => most + 0.5)], { hasNext });
    expect(findings).not.toEqual([]);
    expect(new Set(findings.map(([, version, id]) => `${version} ${id}`))).toEqual(
      new Set(['preview lists-2026-11 lists-2026-11']),
    );
  });
});
