import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { books, names, subtitles } from '../release/testing/books.js';
import { capture, fixture } from '../testing/capture-io.js';

const opened: { remove(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.remove();
});

/** The service in a folder of its own, and its files. */
async function begin(files: Readonly<Record<string, string>> = {}) {
  const project = makeProject({ ...books, ...files });
  opened.push(project);
  const svc = (...argv: string[]) => capture(argv, { cwd: project.cwd });
  const write = (edits: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(edits)) writeFileSync(project.path(name), text);
  };
  const read = () =>
    Object.fromEntries(
      readdirSync(project.cwd, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [file.slice(project.cwd.length + 1), readFileSync(file, 'utf8')] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  await svc('openapi', 'lock');
  return { ...project, svc, write, read };
}

/** Versions with dates. */
const dated = Object.fromEntries(
  ['versions.ts', 'svc.config.ts'].map((name) => [name, books[name]!.replace("'1'", "'2026-01-01'")]),
);
const withoutId = (text: string) => text.replace(".meta({ id: 'Book' })", '');

describe('svc release', () => {
  it('makes a version of next, and never touches the files of a released one again', async () => {
    const { svc, write, read } = await begin();
    write(subtitles);
    expect(await svc('release', '2')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "Released version 2:
        created  versions/2.ts
        created  versions/2.shapes.ts
        edited   versions.ts
        edited   versions/next.ts
        created  contracts/v2.json
        edited   contracts/next.json
        created  contracts/changes.json
      Every older version is what it was. Run the tests, and commit these files.
      ",
      }
    `);
    const second = read();
    expect(second['versions/2.ts']).toMatchInlineSnapshot(`
      "import { added, change, type VersionEntry } from 'svckit';
      import { Book } from './2.shapes.js';

      export const v2 = {
        version: '2',
        released: '2026-11-21',
        changes: [change({ title: 'A book has a subtitle', schemas: [added(Book, { subtitle: '' })] })],
      } satisfies VersionEntry;
      "
    `);
    expect(second['versions/2.shapes.ts']).toMatchInlineSnapshot(`
      "import { frozen } from "svckit";
      import { z } from "zod";

      export const Author = frozen("Author", z.object({ name: z.string() }));

      export const Book = frozen(
        "Book",
        z.object({
          id: z.string(),
          title: z.string(),
          subtitle: z.string(),
          author: Author,
        }),
      );
      "
    `);
    expect(second['versions/next.ts']).toBe(books['versions/next.ts']);
    expect(second['versions.ts']).toMatchInlineSnapshot(`
      "import { defineVersions } from 'svckit';
      import { v2 } from './versions/2.js';
      import { next } from './versions/next.js';

      export const versions = defineVersions(['1', v2], { next });
      "
    `);
    expect(await svc('openapi', 'lock', '--check')).toMatchObject({ code: 0, stderr: '' });
    write(names);
    expect((await svc('release', '2026-12-01')).stderr).toBe('');
    const third = read();
    expect(third['versions/2026-12-01.ts']).toMatchInlineSnapshot(`
      "import { change, reshape, type VersionEntry } from 'svckit';
      import { z } from 'zod';
      import { Author as Person } from './2026-12-01.shapes.js';
      import { emptyAuthor } from '../book.js';

      const title = \`An author has
      two names\`;

      export const v2026_12_01 = {
        version: '2026-12-01',
        changes: [
          change({
            title,
            description: Object.keys(emptyAuthor).join(),
            schemas: [
              reshape(Person, {
                before: z.object({ name: z.string() }),
                down: ({ first, last }) => ({ name: \`\${first}
      \${last}\` }),
                up: ({ name }) => ({ first: name, last: '' }),
                loses: { down: ['first', 'last'], up: ['name'] },
              }),
            ],
          }),
        ],
      } satisfies VersionEntry;
      "
    `);
    expect(third['versions.ts']).toMatchInlineSnapshot(`
      "import { defineVersions } from 'svckit';
      import { v2 } from './versions/2.js';
      import { v2026_12_01 } from './versions/2026-12-01.js';
      import { next } from './versions/next.js';

      export const versions = defineVersions(['1', v2, v2026_12_01], { next });
      "
    `);
    expect(third['books.ts']).toContain("@Version({ from: '2026-12-01' })");
    for (const name of ['versions/2.ts', 'versions/2.shapes.ts', 'contracts/v1.json', 'contracts/v2.json'])
      expect(third[name], name).toBe(second[name]);
    expect(await svc('openapi', 'lock', '--check')).toMatchObject({ code: 0, stderr: '' });
    expect(await svc('laws')).toMatchObject({ code: 0 });
  }, 60_000);

  it('keeps the day of a release, and takes one that is declared later for no difference', async () => {
    const { svc, write, read } = await begin();
    write(subtitles);
    expect((await svc('release', '2', '--as-of', '2026-11-24')).code).toBe(0);
    const { 'versions/2.ts': entry, 'versions.ts': list, 'contracts/v2.json': lock } = read();
    expect(entry).toContain("released: '2026-11-24',");
    expect(lock).toContain('"2026-11-24"');
    write({ 'versions.ts': list!.replace("'1'", "{ version: '1', released: '2026-03-01' }") });
    expect(await svc('openapi', 'lock', '--check')).toMatchObject({ code: 0, stderr: '' });
    expect((await svc('routes', '--matrix')).stdout).toContain(
      'v1: released on 2026-03-01   v2: released on 2026-11-24',
    );
    expect(JSON.parse((await svc('routes', '--matrix', '--format', 'json')).stdout)).toMatchObject({
      released: { 1: '2026-03-01', 2: '2026-11-24' },
    });
    write({ 'versions.ts': list!.replace("'1'", "{ version: '1', released: '2026-12-01' }") });
    expect((await svc('check')).stdout).toContain(
      'Version 2 was released on 2026-11-24, before the older version 1 (2026-12-01).',
    );
  });

  it('prints the edits of a dry run, and writes nothing', async () => {
    const { svc, write, read } = await begin();
    write(subtitles);
    const files = read();
    expect(await svc('release', '2', '--dry-run')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "@@ versions/2.ts:1
      +import { added, change, type VersionEntry } from 'svckit';
      +import { Book } from './2.shapes.js';
      +
      +export const v2 = {
      +  version: '2',
      +  released: '2026-11-21',
      +  changes: [change({ title: 'A book has a subtitle', schemas: [added(Book, { subtitle: '' })] })],
      +} satisfies VersionEntry;

      @@ versions/2.shapes.ts:1
      +import { frozen } from "svckit";
      +import { z } from "zod";
      +
      +export const Author = frozen("Author", z.object({ name: z.string() }));
      +
      +export const Book = frozen(
      +  "Book",
      +  z.object({
      +    id: z.string(),
      +    title: z.string(),
      +    subtitle: z.string(),
      +    author: Author,
      +  }),
      +);

      @@ versions.ts:2
      +import { v2 } from './versions/2.js';
      @@ versions.ts:5
      -export const versions = defineVersions(['1'], { next });
      +export const versions = defineVersions(['1', v2], { next });

      @@ versions/next.ts:1
      -import { added, change } from 'svckit';
      -import { Book } from '../book.js';
      +import type { VersionEntry } from 'svckit';
      @@ versions/next.ts:3
      -export const next = [change({ title: 'A book has a subtitle', schemas: [added(Book, { subtitle: '' })] })];
      +export const next = [] satisfies VersionEntry['changes'];

      svc release 2 would write:
        created  versions/2.ts
        created  versions/2.shapes.ts
        edited   versions.ts
        edited   versions/next.ts
        created  contracts/v2.json
        edited   contracts/next.json
        created  contracts/changes.json
      Nothing is written.
      ",
      }
    `);
    expect(JSON.parse((await svc('release', '2', '--dry-run', '--format', 'json')).stdout)).toMatchObject({
      released: '2',
      written: false,
      files: [
        { file: 'versions/2.ts', change: 'created' },
        { file: 'versions/2.shapes.ts', change: 'created' },
        { file: 'versions.ts', change: 'edited' },
        { file: 'versions/next.ts', change: 'edited' },
        { file: 'contracts/v2.json', change: 'created' },
        {},
        {},
      ],
    });
    expect(read()).toEqual(files);
  });

  const { 'versions/next.ts': change } = subtitles;
  it.each([
    ['nothing is to be released', {}, ['2'], 1, 'Nothing to release'],
    ['the version is no newer one', subtitles, ['0'], 2, 'Version 0 would be older than version 1'],
    ['the version is released', subtitles, ['1'], 2, 'Version 1 is released already.'],
    [
      'requests without a version would get another one',
      {
        ...subtitles,
        'svc.config.ts': books['svc.config.ts']!.replace("defaultVersion: '1'", 'defaultVersion: versions.newest'),
      },
      ['2'],
      1,
      'The document of version 1 would change: a request without a version now gets 2 instead of 1 (default versions changed from 1 to 2); header parameter "X-API-Version" became required. Name a version where the service says versions.newest, such as defaultVersion: \'1\'.',
    ],
    ['the version is next', subtitles, ['next'], 2, 'Name the version that it becomes'],
    ['the version is no name', subtitles, ['../3'], 2, '"../3" cannot be the name of a file.'],
    [
      'a law is broken',
      {
        ...subtitles,
        'versions/next.ts': change
          .replace(
            "schemas: [added(Book, { subtitle: '' })]",
            "schemas: [reshape(Book, { before: Book.omit({ subtitle: true }), down: () => ({}) as never, up: (book) => ({ ...book, subtitle: '' }) })]",
          )
          .replace('added,', 'reshape,'),
      },
      ['2'],
      1,
      'Changes break laws.',
    ],
    [
      'a check fails',
      {
        ...subtitles,
        'versions/next.ts': change
          .replace("added(Book, { subtitle: '' })", 'reshape(Book, { before: Book.omit({ subtitle: true }) })')
          .replace('added,', 'reshape,'),
      },
      ['2'],
      1,
      'svc check reports errors.',
    ],
    [
      'a change is not finished',
      {
        ...subtitles,
        'versions/next.ts': change
          .replace("subtitle: ''", "subtitle: todo('Which subtitle has an old book?')")
          .replace('added,', 'added, todo,'),
      },
      ['2'],
      1,
      'is not finished: Which subtitle has an old book?',
    ],
    [
      'a schema has no id',
      { ...subtitles, 'book.ts': withoutId(subtitles['book.ts']) },
      ['2'],
      1,
      "cannot-freeze: versions/2.ts: Book of ../book.js has no id. Write .meta({ id: 'Book' })",
    ],
    [
      'a schema is not imported by its name',
      {
        ...subtitles,
        'versions/next.ts': change
          .replace('import { Book }', 'import * as shapes')
          .replace('added(Book', 'added(shapes.Book'),
      },
      ['2'],
      1,
      'cannot-freeze: Book would not be frozen. Import it by its name',
    ],
    [
      'a route names next in another way',
      {
        ...subtitles,
        'books.ts': subtitles['books.ts']
          .replace('Public }', 'Public, Version }')
          .replace('@Public()', "const unreleased = { from: 'next' };\n@Public()")
          .replace(
            "  @Get(':id'",
            "  @Version(unreleased)\n  @Get('count', { response: z.int() })\n  count() {\n    return 1;\n  }\n\n  @Get(':id'",
          ),
      },
      ['2'],
      1,
      'GET /books/count (books.ts:13) would still be declared for next.',
    ],
    [
      'the list of versions is elsewhere',
      {
        ...subtitles,
        'versions.ts': books['versions.ts']!.replace("['1']", 'list').replace('export', "const list = ['1'];\nexport"),
      },
      ['2'],
      2,
      'The first argument of defineVersions() is not written as a list.',
    ],
    [
      'next has no file of its own',
      {
        ...subtitles,
        'versions.ts':
          change.replaceAll('../', './').replace('added,', 'added, defineVersions,') +
          "export const versions = defineVersions(['1'], { next });\n",
      },
      ['2'],
      2,
      'has no file of its own',
    ],
    ['its name has a letter that the others lack', subtitles, ['v2'], 2, 'Write svc release 2.'],
    ...(['2026-02-30', '2026-13-01', 'tomorrow', '20261201x'] as const).map(
      (name) =>
        [
          `its name is not a date, and the others are: ${name}`,
          { ...subtitles, ...dated },
          [name],
          2,
          'is not a date',
        ] as const,
    ),
    [
      'the oldest version would be frozen',
      {},
      ['1', '--freeze-only'],
      2,
      'Version 1 is the oldest, so it has no changes',
    ],
    [
      'a version without a file of its own would be frozen',
      {
        ...subtitles,
        'versions/next.ts': books['versions/next.ts']!,
        'versions.ts': `${change.replaceAll('../', './').replace('added,', 'added, defineVersions,').replace('export const next', 'const changes')}
export const versions = defineVersions(['1', { version: '2', changes }]);
`,
      },
      ['2', '--freeze-only'],
      2,
      'run svc release 2 --freeze-only again',
    ],
    [
      'a lock is old',
      { ...subtitles, 'contracts/v1.json': '{}\n' },
      ['2'],
      1,
      'contracts/v1.json is not what the service promises now. svc openapi lock --check',
    ],
  ] as const)('writes nothing where %s', async (reason, files, argv, code, message) => {
    const { svc, write, read } = await begin(
      reason === 'a schema has no id' ? { 'book.ts': withoutId(books['book.ts']!) } : {},
    );
    write(files);
    const before = read();
    const refused = await svc('release', ...argv);
    expect(refused).toMatchObject({ code, stdout: '' });
    expect(refused.stderr).toContain(message);
    expect(read()).toEqual(before);
  });

  it('follows what else is imported from the module of next', async () => {
    const { svc, write, read } = await begin();
    write({
      ...subtitles,
      'versions/next.ts': change
        .replace('change }', 'behaviour, change }')
        .replace('[change', '[soft, change')
        .replace('export', "export const soft = behaviour('soft-delete', { title: 'Books can be restored' });\nexport"),
      'books.ts': `import { soft } from './versions/next.js';\n${subtitles['books.ts'].replace('return { ...book', 'void soft;\n    return { ...book')}`,
    });
    expect((await svc('release', '2')).stderr).toBe('');
    expect(read()['books.ts']).toContain("import { soft } from './versions/2.js';");
  });

  it('freezes what an operation and a hand-written shape name', async () => {
    const { svc, write, read } = await begin();
    write({
      ...subtitles,
      'books.ts': subtitles['books.ts']
        .replace('class BooksController', 'export class BooksController')
        .replace('201: Book', '201: z.object({ book: Book })')
        .replace('return body;', 'return { book: body };')
        .replace('create>): z.infer<typeof Book>', 'create>)'),
      'versions/next.ts': `import { change, operation, reshape } from 'svckit';
import { z } from 'zod';
import { BooksController } from '../books.js';
import { Author, Book } from '../book.js';

export const next = [
  change({
    title: 'A book has a subtitle',
    schemas: [
      reshape(Book, {
        before: z.object({ id: z.string(), title: z.string(), author: Author }),
        down: ({ subtitle: _, ...book }) => book,
        up: (book) => ({ ...book, subtitle: '' }),
        loses: { down: ['subtitle'] },
      }),
    ],
    operations: [
      operation(() => BooksController, 'create', {
        before: { response: { 201: Book } },
        down: ({ body }) => ({ body: (body as { book: unknown }).book }),
      }),
    ],
  }),
];
`,
    });
    expect(await svc('release', '2')).toMatchObject({ code: 0, stderr: '' });
    const released = read();
    expect(released['versions/2.ts']).toContain(
      "import { BooksController } from '../books.js';\nimport { Author, Book } from './2.shapes.js';",
    );
    write({
      ...names,
      'books.ts': released['books.ts']!.replace("{ name: 'Jane' }", "{ first: 'Jane', last: 'Austen' }"),
    });
    expect(await svc('release', '3')).toMatchObject({ code: 0, stderr: '' });
    const later = read();
    for (const name of ['versions/2.ts', 'versions/2.shapes.ts', 'contracts/v1.json', 'contracts/v2.json'])
      expect(later[name], name).toBe(released[name]);
  });

  it('lets the documents of deprecated versions name their successor', async () => {
    const dates = "{ version: '1', deprecated: { since: '2026-11-21', sunset: '2027-11-21' } }";
    const { svc, write, read } = await begin({ 'versions.ts': books['versions.ts']!.replace("'1'", dates) });
    write(subtitles);
    expect(await svc('release', '2')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining(
        'Of older versions, only words change: contracts/v1.json. Run the tests, and commit these files.',
      ),
    });
    expect(read()['contracts/v1.json']).toContain('Use `GET /books/{id}` in version 2 instead.');
    expect(await svc('openapi', 'lock', '--check')).toMatchObject({ code: 0, stderr: '' });
    write({ ...names, 'books.ts': names['books.ts'] });
    expect(await svc('release', '3')).toMatchObject({ code: 0, stderr: '' });
  });

  it('freezes a released version alone', async () => {
    const { svc, write, read, path } = await begin();
    write({
      ...subtitles,
      'versions/next.ts': books['versions/next.ts']!,
      'versions.ts': books['versions.ts']!.replace("['1']", "['1', v2]").replace(
        'import { next }',
        "import { v2 } from './versions/2.js';\nimport { next }",
      ),
    });
    writeFileSync(
      path('versions/2.ts'),
      change.replace('export const next = ', "export const v2 = { version: '2', changes: ").replace('];', '] };'),
    );
    await svc('openapi', 'lock');
    const before = read();
    expect(await svc('release', '2', '--freeze-only')).toMatchObject({ code: 0, stderr: '' });
    const after = read();
    expect(after['versions/2.ts']).toContain("import { Book } from './2.shapes.js';");
    expect({ ...after, 'versions/2.ts': '', 'versions/2.shapes.ts': '' }).toEqual({
      ...before,
      'versions/2.ts': '',
      'versions/2.shapes.ts': '',
    });
    expect((await svc('release', '2', '--freeze-only')).stdout).toBe('Version 2 is frozen already.\n');
  });

  it('leaves a lock file that says the same in another layout as it is', async () => {
    const { svc, write, path } = await begin();
    const text = JSON.stringify(JSON.parse(readFileSync(path('contracts/v1.json'), 'utf8')));
    write({ ...subtitles, 'contracts/v1.json': text });
    expect(await svc('release', '2')).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(path('contracts/v1.json'), 'utf8')).toBe(text);
  });

  describe('freezes what a newer change leads to under the id that it has', () => {
    it.each([
      ['the oldest first', ['2', '3']],
      ['the newest first', ['3', '2']],
    ])('%s', async (_, order) => {
      const { svc, write, path } = await begin({
        'versions.ts': `import { defineVersions } from 'svckit';
import { v2 } from './versions/2.js';
import { v3 } from './versions/3.js';
export const versions = defineVersions(['1', v2, v3]);
`,
        'versions/2.ts': `import { added, change } from 'svckit';
import { WithoutPages } from './3.js';
export const v2 = { version: '2', changes: [change({ title: 'Subtitles', schemas: [added(WithoutPages, { subtitle: '' })] })] };
`,
        'versions/3.ts': `import { added, change } from 'svckit';
import { Book } from '../book.js';
const pages = added(Book, { pages: 0 });
export const WithoutPages = pages.before;
export const v3 = { version: '3', changes: [change({ title: 'Pages', schemas: [pages] })] };
`,
      });
      write({
        'book.ts': subtitles['book.ts'].replace('title: z', 'pages: z.int(), title: z'),
        'books.ts': subtitles['books.ts'].replace("title: 'Emma',", "pages: 1, title: 'Emma',"),
      });
      await svc('openapi', 'lock');
      for (const version of order)
        expect(await svc('release', version, '--freeze-only')).toMatchObject({ code: 0, stderr: '' });
      expect(readFileSync(path('versions/2.ts'), 'utf8')).toContain(
        "import { Book as WithoutPages } from './2.shapes.js';",
      );
      const shapes = readFileSync(path('versions/2.shapes.ts'), 'utf8');
      expect([shapes.includes('subtitle'), shapes.includes('pages')]).toEqual([true, false]);
      expect((await svc('openapi', 'lock', '--check')).code).toBe(0);
    });
  });

  describe('freezes what a newer change overtakes, as svc check advises', () => {
    const overtaken = {
      'versions.ts': `import { defineVersions } from 'svckit';
import { v2 } from './versions/2.js';
import { v3 } from './versions/3.js';
export const versions = defineVersions(['1', v2, v3]);
`,
      'versions/2.ts': `import { added, change } from 'svckit';
import { Book } from '../book.js';
export const v2 = { version: '2', changes: [change({ title: 'Subtitles', schemas: [added(Book, { subtitle: '' })] })] };
`,
      'versions/3.ts': `import { added, change } from 'svckit';
import { Book } from '../book.js';
export const v3 = { version: '3', changes: [change({ title: 'Pages', schemas: [added(Book, { pages: 0 })] })] };
`,
      'book.ts': subtitles['book.ts'].replace('title: z', 'pages: z.int(), title: z'),
      'books.ts': subtitles['books.ts'].replace("title: 'Emma',", "pages: 1, title: 'Emma',"),
    };

    it('where the service does not start', async () => {
      const { svc, path } = await begin(overtaken);
      const problems = await svc('check');
      expect(problems.stdout).toContain('svc release 2 --freeze-only');
      rmSync(path('contracts'), { recursive: true, force: true });
      expect(await svc('release', '2', '--freeze-only')).toMatchObject({ code: 0, stderr: '' });
      expect(readFileSync(path('versions/2.ts'), 'utf8')).toContain("from './2.shapes.js'");
      const shapes = readFileSync(path('versions/2.shapes.ts'), 'utf8');
      expect([shapes.includes('subtitle'), shapes.includes('pages')]).toEqual([true, false]);
      expect((await svc('check')).code).toBe(0);
      const first = JSON.parse(readFileSync(path('contracts/v1.json'), 'utf8')) as object;
      expect(JSON.stringify(first)).not.toContain('subtitle');
    });

    it('and leaves lock files that say something else as they are', async () => {
      const { svc, read, write } = await begin();
      const [contract] = Object.keys(read()).filter((name) => name.endsWith('v1.json'));
      const lock = read()[contract!]!;
      write({ ...overtaken, [contract!]: lock.replaceAll('"title"', '"caption"') });
      const before = read();
      expect(await svc('release', '2', '--freeze-only')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`${contract} would change`),
      });
      expect(read()).toEqual(before);
    });
  });

  it('finishes a release that was killed', async () => {
    const { svc, write, path } = await begin();
    write({
      '.svc-write.json': JSON.stringify({ state: 'commit', pid: 1, files: [{ file: 'new.ts', from: '.new' }] }),
      '.new': 'text',
    });
    await svc('check');
    expect([readFileSync(path('new.ts'), 'utf8'), existsSync(path('.svc-write.json'))]).toEqual(['text', false]);
  });

  it('has nothing to release of lenses alone, and of a service without versions', async () => {
    const lenses = { cwd: fixture('lenses') };
    const byHand =
      "svc.config.ts has lenses and no routes, which svc release needs. Move the changes of next into an entry such as { version: '3', changes: [ … ] }, at the end of the list of defineVersions(), and run svc openapi lock.\n";
    for (const argv of [['4'], ['2', '--freeze-only']])
      expect(await capture(['release', ...argv], lenses)).toEqual({ code: 2, stdout: '', stderr: byHand });
    expect(await capture(['change'], lenses)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'svc.config.ts has lenses and no routes, which svc change needs. Write the change yourself; svc check and svc gate say which shape differs.\n',
    });
    expect(await capture(['release', '2', '--freeze-only'], { cwd: fixture('unversioned') })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Version 2 is not released: the service has no versions.\n',
    });
  });
});
