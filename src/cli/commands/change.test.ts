import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { books, subtitles } from '../release/testing/books.js';
import { run } from '../run.js';
import { capture, captureIo } from '../testing/capture-io.js';
import { sitAt } from '../testing/sit-at.js';

const opened: { remove(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.remove();
});

const live = books['book.ts']!;
const answers = books['books.ts']!;

/** Requests may leave out what has a default. */
const tagged = live
  .replace(
    'export const Book',
    "export const Tag = z.object({ label: z.string() }).meta({ id: 'Tag' });\nexport const Book",
  )
  .replace('title: z.string(),', 'title: z.string(), tag: Tag, pages: z.int().default(0),');

/** A rename whose draft would have the title of an entry of version 2. */
const twice = {
  'book.ts': live.replace('title:', 'name:'),
  'books.ts': answers.replace("title: 'Emma'", "name: 'Emma'"),
};
const twiceChanged = {
  'versions.ts': `import { behaviour, defineVersions } from 'svckit';
import { next } from './versions/next.js';

const titled = behaviour('book-name-instead-of-title', { title: 'Book: name instead of title' });
const changes = [titled, behaviour('a-book-name-instead-of-title', { title: 'Names of books' })];
export const versions = defineVersions(['1', { version: '2', changes }], { next });
`,
};

const locks = new Map<string, Promise<Readonly<Record<string, string>>>>();

/** The lock files of a service, which are made once. */
function lockOf(files: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  const key = JSON.stringify(files);
  const found = locks.get(key) ?? lock(files);
  locks.set(key, found);
  return found;
}

async function lock(files: Readonly<Record<string, string>>) {
  const { cwd, path, remove } = makeProject(files);
  await capture(['openapi', 'lock'], { cwd });
  const names = readdirSync(path('contracts')).map((name) => `contracts/${name}`);
  const written = Object.fromEntries(names.map((name) => [name, readFileSync(path(name), 'utf8')]));
  remove();
  return written;
}

/** The service with version 1 locked, and then changed. */
async function begin(edits: Readonly<Record<string, string>>, first: Readonly<Record<string, string>> = {}) {
  const project = makeProject({ ...books, ...first, ...(await lockOf({ ...books, ...first })) });
  opened.push(project);
  const svc = (...argv: string[]) => capture(argv, { cwd: project.cwd });
  for (const [name, text] of Object.entries(edits)) writeFileSync(project.path(name), text);
  return { svc, cwd: project.cwd, read: (name: string) => readFileSync(project.path(name), 'utf8') };
}

interface Listed {
  readonly state: string;
  readonly ways: readonly {
    readonly title: string;
    readonly examples: readonly { readonly to: Readonly<Record<string, unknown>>; readonly open: readonly string[] }[];
  }[];
}

/** An example, with `?` for what somebody must say. */
const shown = (to: Listed['ways'][number]['examples'][number]['to'], open: readonly string[]) =>
  JSON.stringify({ ...to, ...Object.fromEntries(open.map((name) => [name, '?'])) }).replaceAll('"?"', '?');

describe('svc change', () => {
  it('writes a renamed member, which is certain, once', async () => {
    const { svc, read } = await begin({
      'book.ts': live.replace('title:', 'name:'),
      'books.ts': answers.replace("title: 'Emma'", "name: 'Emma'"),
    });
    expect(await svc('change')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "Book (certain: it keeps the lock and every law)
        property "title" seems renamed to "name"

        change({
          title: 'Book: name instead of title',
          schemas: [renamed(Book, { name: 'title' })],
        }),
        down: {"name": "some name"}
            → {"title": "some name"}
        up:   {"title": "some title"}
            → {"name": "some title"}

      svc change --apply writes it to versions/next.ts.
      ",
      }
    `);
    expect((await svc('change', '--check')).code).toBe(1);
    expect(await svc('change', '--apply')).toMatchObject({ code: 0, stderr: '' });
    expect(read('versions/next.ts')).toMatchInlineSnapshot(`
      "import { change, renamed, type VersionEntry } from 'svckit';
      import { Book } from '../book.js';

      export const next = [
        change({
          title: 'Book: name instead of title',
          schemas: [renamed(Book, { name: 'title' })],
        }),
      ] satisfies VersionEntry['changes'];
      "
    `);
    expect(await svc('change', '--apply')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "Nothing breaks version 1: there is no change to declare.
      ",
      }
    `);
    expect((await svc('change', '--check')).code).toBe(0);
    expect(await svc('openapi', 'lock', '--check')).toMatchObject({ code: 0 });
  });

  it('leaves a question where a value must be made up', async () => {
    const { svc, read } = await begin({
      'book.ts': live.replace('title: z.string(),', 'title: z.string(), isbn: z.string(),'),
      'books.ts': answers.replace("title: 'Emma',", "title: 'Emma', isbn: '',"),
    });
    expect(await svc('change', '--apply')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "Book (to be filled in)
        property "isbn": is new and required

        change({
          title: 'Book: isbn added',
          schemas: [
            added(Book, {
              isbn: todo('Which isbn has a Book that version 1 sends?'),
            }),
          ],
        }),
        down: {"isbn": "some isbn"}
            → {}
        up:   {}
            → {"isbn": ?}

      Wrote 1 change to versions/next.ts.
      Read it, fill in what is todo(…), and run svc laws.
      ",
      }
    `);
    expect(read('versions/next.ts')).toMatchInlineSnapshot(`
      "import { added, change, todo, type VersionEntry } from 'svckit';
      import { Book } from '../book.js';

      export const next = [
        change({
          title: 'Book: isbn added',
          schemas: [
            added(Book, {
              isbn: todo('Which isbn has a Book that version 1 sends?'),
            }),
          ],
        }),
      ] satisfies VersionEntry['changes'];
      "
    `);
    expect((await svc('check')).stdout).toContain('change-unfinished');
  });

  it.each([
    [
      'a text that may be one of two, or both',
      ['name: z.string(), label: z.string()', 'title: z.string()'],
      [
        'label instead of title and name added: {"title":"some label"} {"label":"some title","name":?}',
        'name instead of title and label added: {"title":"some name"} {"name":"some title","label":?}',
        'label and name instead of title: {"title":"some label some name"} {"label":"some","name":"title"}',
        'name and label instead of title: {"title":"some name some label"} {"name":"some","label":"title"}',
      ],
    ],
    [
      'other values of an enum, beside another unit',
      [
        "title: z.string(), state: z.enum(['open', 'shut']), grams: z.int()",
        "title: z.string(), state: z.enum(['open', 'closed']), kilograms: z.number()",
      ],
      [
        'state changed and grams instead of kilograms: {"state":"closed","kilograms":12.5} {"state":"shut","grams":125000}',
        'state changed and grams instead of kilograms: {"kilograms":12.5,"state":?} {"grams":125000,"state":?}',
        'state changed and grams instead of kilograms: {"state":"closed","kilograms":1.25} {"state":"shut","grams":1250000}',
        'state changed and grams instead of kilograms: {"kilograms":1.25,"state":?} {"grams":1250000,"state":?}',
        'state changed, grams added and kilograms removed: {"state":"closed","kilograms":?} {"state":"shut","grams":?}',
        'state changed, grams added and kilograms removed: {"state":?,"kilograms":?} {"state":?,"grams":?}',
      ],
    ],
  ] as const)('lists %s, and never writes it by itself', async (_, [newer, older], expected) => {
    const { svc, read } = await begin(
      { 'book.ts': live.replace('title: z.string()', newer) },
      { 'book.ts': live.replace('title: z.string()', older) },
    );
    const [{ state, ways }] = JSON.parse((await svc('change', '--apply', '--format', 'json')).stdout).changes as [
      Listed,
    ];
    const listed = ways.map(
      ({ title, examples }) =>
        `${title.replace('Book: ', '')}: ${examples.map(({ to, open }) => shown(to, open)).join(' ')}`,
    );
    expect([state, listed]).toEqual(['several', expected]);
    expect(read('versions/next.ts')).toContain('export const next = []');
  });

  it('prints the ways where there are several, and takes the chosen one', async () => {
    const { svc } = await begin({
      'book.ts': live.replace('title: z.string(),', 'name: z.string(), label: z.string(),'),
      'books.ts': answers.replace("title: 'Emma',", "name: 'Emma', label: '',"),
    });
    const { stdout } = await svc('change');
    expect(stdout.split('\n').filter((line) => /^\S|^ {2}\d/.test(line))).toEqual([
      'Book (to be chosen)',
      '  1. Book: label instead of title and name added',
      '  2. Book: name instead of title and label added',
      '  3. Book: label and name instead of title',
      '  4. Book: name and label instead of title',
      'Choose a way for Book, such as svc change --choose Book=1',
    ]);
    expect(await svc('change', '--choose', 'Book=2')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "Book (chosen)
        property "label": is new and required
        property "name": is new and required
        property "title": was removed (it was required)

        change({
          title: 'Book: name instead of title and label added',
          schemas: [
            reshapes(
              Book,
              (schema) => renamed(schema, { name: 'title' }),
              (schema) =>
                added(schema, {
                  label: todo('Which label has a Book that version 1 sends?'),
                }),
            ),
          ],
        }),
        down: {"label": "some label", "name": "some name"}
            → {"title": "some name"}
        up:   {"title": "some title"}
            → {"name": "some title", "label": ?}

      svc change --choose Book=2 --apply writes it to versions/next.ts.
      ",
      }
    `);
  });

  describe('at a terminal', () => {
    const several = () =>
      begin({
        'book.ts': live.replace('title: z.string(),', 'name: z.string(), label: z.string(),'),
        'books.ts': answers.replace("title: 'Emma',", "name: 'Emma', label: '',"),
      });
    const choice = ['Which way for Book?', '\u001b[B\r'] as const;
    const title = 'What is the title of the change of Book?';

    it('asks which way to take, and for a title', async () => {
      const { cwd, read } = await several();
      const { io, written } = captureIo({ cwd, columns: 80 });
      const terminal = sitAt([choice, [title, ' too\r']]);
      expect(await run(['change', '--apply'], { ...io, terminal })).toBe(0);
      expect(read('versions/next.ts')).toContain("title: 'Book: name instead of title and label added too',");
      expect(read('versions/next.ts')).toContain("renamed(schema, { name: 'title' })");
      expect(written.stdout).toBe(
        'Wrote 1 change to versions/next.ts.\nRead it, fill in what is todo(…), and run svc laws.\n',
      );
    });

    it('leaves a change to be chosen, and refuses an empty title', async () => {
      const { cwd, read } = await several();
      const { io, written } = captureIo({ cwd, columns: 80 });
      expect(
        await run(['change', '--apply'], { ...io, terminal: sitAt([['Which way for Book?', '\u001b[A\r']]) }),
      ).toBe(0);
      expect(written.stdout).toContain('Nothing is written.');
      const terminal = sitAt([choice, [title, '\u0015\r'], ['Write a title with a letter', 'Names\r']]);
      expect(await run(['change', '--apply'], { ...io, terminal })).toBe(0);
      expect(read('versions/next.ts')).toContain("title: 'Names',");
    });

    it('refuses the title of an older change', async () => {
      const { cwd, read } = await begin(twice, twiceChanged);
      const { io } = captureIo({ cwd, columns: 80 });
      const terminal = sitAt([
        [title, '\u0015A book: name instead of TITLE\r'],
        ['Another change has this title.', '\u0015Names again\r'],
      ]);
      expect(await run(['change', '--apply'], { ...io, terminal })).toBe(0);
      expect(read('versions/next.ts')).toContain("title: 'Names again',");
    });

    it.each([
      ['the way', [['Which way for Book?', '\u0003']]],
      ['the title', [choice, [title, '\u0003']]],
    ] as const)('writes nothing when the person cancels at %s', async (_, keys) => {
      const { cwd, read } = await several();
      const { io, written } = captureIo({ cwd, columns: 80 });
      expect(await run(['change', '--apply'], { ...io, terminal: sitAt(keys) })).toBe(1);
      expect(written.stdout).toBe('');
      expect(read('versions/next.ts')).toContain('export const next = []');
    });

    it('asks nothing in CI, with --choose, --check or --format json', async () => {
      const { cwd } = await several();
      for (const [argv, env] of [
        [[], { CI: 'true' }],
        [['--choose', 'Book=1'], {}],
        [['--check'], {}],
        [['--format', 'json'], {}],
      ] as const) {
        const { io } = captureIo({ cwd, columns: 80, env });
        const terminal = sitAt([]);
        await run(['change', ...argv], { ...io, terminal });
        expect(terminal.screen()).toBe('');
      }
    });
  });

  it('gives a change another title than an older one has', async () => {
    const { svc, read } = await begin(twice, twiceChanged);
    expect((await svc('change', '--apply')).code).toBe(0);
    expect(read('versions/next.ts')).toContain("title: 'Book: name instead of title (2)',");
    expect(await svc('openapi', 'lock', '--check')).toMatchObject({ code: 0 });
  });

  it('repeats what it was asked in the command to run next, but for what is written', async () => {
    const twoNames = { 'book.ts': live.replaceAll('title: z.string(),', 'name: z.string(), label: z.string(),') };
    const { svc } = await begin({
      'book.ts': twoNames['book.ts']
        .replace('{ name: z.string() }', '{ first: z.string(), last: z.string() }')
        .replace("{ name: '' }", '{}'),
      'books.ts': answers.replace("title: 'Emma',", "name: 'Emma', label: '',"),
    });
    const command = ['change', 'svc.config.ts', '--dir', './contracts', '--choose', 'Book=2'];
    expect((await svc(...command)).stdout.split('\n').slice(-3)).toEqual([
      'Choose a way for Author, such as svc change svc.config.ts --dir ./contracts --choose Book=2 --choose Author=1',
      'svc change svc.config.ts --dir ./contracts --choose Book=2 --apply writes it to versions/next.ts.',
      '',
    ]);
    expect((await svc(...command, '--apply')).stdout.split('\n').at(-4)).toBe(
      'Choose a way for Author, such as svc change svc.config.ts --dir ./contracts --choose Author=1',
    );
  });

  it('drafts what several schemas hold, as data', async () => {
    const { svc } = await begin({
      'book.ts': live
        .replace('{ name: z.string() }', '{ fullName: z.string() }')
        .replace("{ name: '' }", "{ fullName: '' }")
        .replace('title: z.string(),', 'title: z.string(), pages: z.int().optional(),'),
      'books.ts': answers.replace("{ name: 'Jane' }", "{ fullName: 'Jane' }"),
    });
    const { stdout, code } = await svc('change', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchInlineSnapshot(`
      {
        "base": "1",
        "changes": [
          {
            "broken": [
              "property "name" seems renamed to "fullName"",
            ],
            "operation": null,
            "reason": null,
            "schema": "Author",
            "state": "certain",
            "ways": [
              {
                "code": "change({
        title: 'Author: fullName instead of name',
        schemas: [renamed(Author, { fullName: 'name' })],
      })",
                "examples": [
                  {
                    "direction": "down",
                    "from": {
                      "fullName": "some fullName",
                    },
                    "open": [],
                    "refused": [],
                    "to": {
                      "name": "some fullName",
                    },
                  },
                  {
                    "direction": "up",
                    "from": {
                      "name": "some name",
                    },
                    "open": [],
                    "refused": [],
                    "to": {
                      "fullName": "some name",
                    },
                  },
                ],
                "imports": [
                  {
                    "from": "svckit",
                    "names": [
                      "change",
                      "renamed",
                    ],
                  },
                  {
                    "from": "book.ts",
                    "names": [
                      "Author",
                    ],
                  },
                ],
                "isComplete": true,
                "isTaken": true,
                "title": "Author: fullName instead of name",
              },
            ],
          },
        ],
        "version": 1,
        "written": null,
      }
    `);
  });

  it('knows a schema that one operation uses, and one that requests and answers have in two forms', async () => {
    const { svc } = await begin(
      {
        'book.ts': tagged.replace('label: z.string()', 'name: z.string()').replace('title:', 'heading:'),
        'books.ts': answers.replace("title: 'Emma'", "heading: 'Emma', tag: { name: '' }, pages: 0"),
      },
      { 'book.ts': tagged, 'books.ts': answers.replace("'Emma'", "'Emma', tag: { label: '' }, pages: 0") },
    );
    const { changes } = JSON.parse((await svc('change', '--format', 'json')).stdout) as {
      changes: readonly { schema: string; state: string; ways: readonly { title: string }[] }[];
    };
    expect(changes.map(({ schema, state, ways }) => [schema, state, ...ways.map(({ title }) => title)]).sort()).toEqual(
      [
        ['Book', 'certain', 'Book: heading instead of title'],
        ['Tag', 'certain', 'Tag: name instead of label'],
      ],
    );
  });

  it('keeps to a change that reshapes a schema already', async () => {
    const renamedTitle = {
      'book.ts': live.replace('title: z.string(),', 'name: z.string(), isbn: z.string(),'),
      'books.ts': answers.replace("title: 'Emma',", "name: 'Emma', isbn: '',"),
      'versions/next.ts':
        "import { change, renamed } from 'svckit';\nimport { Book } from '../book.js';\n\nexport const next = [change({ title: 'Names', schemas: [renamed(Book, { name: 'title' })] })];\n",
    };
    const { svc } = await begin(renamedTitle);
    expect((await svc('change')).stdout).toContain('A change of next reshapes Book already: say the rest there.');
  });

  it('prints the lines where it cannot write them', async () => {
    const { svc, read } = await begin({
      'book.ts': live.replace('title:', 'name:'),
      'books.ts': answers.replace("title: 'Emma'", "name: 'Emma'"),
      'versions.ts':
        "import { defineVersions } from 'svckit';\n\nexport const versions = defineVersions(['1'], { next: [] });\n",
    });
    expect((await svc('change')).stdout).toContain("schemas: [renamed(Book, { name: 'title' })],");
    const refused = await svc('change', '--apply');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('The next of defineVersions() has no file of its own.');
    expect(read('versions.ts')).toContain('next: []');
  });

  it('names no schema of a file that loads next, where it has no value yet', async () => {
    const loop = "export { versions } from './versions.js';\n";
    const { svc, read } = await begin({ ...twice, 'book.ts': `${twice['book.ts']}${loop}` });
    const { stdout, code } = await svc('change', '--apply');
    expect(code).toBe(0);
    expect(stdout).toContain('book.ts exports Book and imports the versions');
    expect(read('versions/next.ts')).toBe(books['versions/next.ts']);
    const typed = await begin({ ...twice, 'book.ts': `${twice['book.ts']}${loop.replace('{', 'type {')}` });
    expect((await typed.svc('change', '--apply')).stdout).toContain('renamed(Book');
  });

  it('names no schema of such a file inside another', async () => {
    const held = "import { z } from 'zod';\nexport { versions } from './versions.js';\n";
    const edits = {
      'author.ts': `${held}export const Author = z.object({ name: z.string() }).meta({ id: 'Author' });\n`,
      'book.ts': live
        .replace(/export const Author.*\n/, "import { Author } from './author.js';\n")
        .replace('author: Author', 'authors: z.array(Author)'),
      'books.ts': answers
        .replace(
          "import { Author, Book } from './book.js';",
          "import { Author } from './author.js';\nimport { Book } from './book.js';",
        )
        .replace("title: 'Emma', author }", "title: 'Emma', authors: [author] }"),
    };
    const { svc, read } = await begin(edits);
    await svc('change', '--apply');
    expect(read('versions/next.ts')).not.toContain('author.js');
    expect((await svc('check')).code).toBe(0);
  });

  it('writes an operation that moved, where its class is exported', async () => {
    const exported = answers.replace('class BooksController', 'export class BooksController');
    const { svc, read } = await begin({ 'books.ts': exported.replace("@Get(':id'", "@Get('one/:id'") });
    expect((await svc('change', '--apply')).stdout).toMatchInlineSnapshot(`
      "GET /books/{id} (certain: it keeps the lock and every law)
        the operation was removed without being deprecated first

        change({
          title: 'GET /books/one/{id}: moved from GET /books/{id}',
          operations: [
            operation(() => BooksController, 'read', {
              before: { path: ':id' },
            }),
          ],
        }),

      Wrote 1 change to versions/next.ts.
      svc gate says whether that keeps every promise.
      "
    `);
    expect(read('versions/next.ts')).toContain("import { BooksController } from '../books.js';");
    expect((await svc('openapi', 'lock', '--check')).code).toBe(0);
    const { svc: other } = await begin({ 'books.ts': answers.replace("@Get(':id'", "@Get('one/:id'") });
    expect((await other('change')).stdout).toContain('No exported class BooksController was found: export it.');
  });

  it('converts parameters, bodies and answers that no schema shares', async () => {
    const search = (query: string, body: string, answer: string) =>
      answers.replace('class BooksController', 'export class BooksController').replace(
        '@Post(',
        `@Post('search', { query: z.object(${query}), body: z.object(${body}), response: { 200: z.object(${answer}) } })
  search(_input: Input<{ query: z.ZodObject<never> }>): never {
    throw new Error();
  }

  @Post(`,
      );
    const { svc } = await begin(
      {
        'books.ts': search(
          '{ limit: z.int() }',
          '{ words: z.string() }',
          '{ found: z.array(z.string()), total: z.int() }',
        ),
      },
      { 'books.ts': search('{ top: z.int() }', '{ text: z.string() }', '{ hits: z.array(z.string()) }') },
    );
    expect((await svc('change')).stdout).toMatchInlineSnapshot(`
      "POST /books/search (to be checked)
        query parameter "limit" is new and required
        request property "words": is new and required
        response 200 property "hits": was removed (it was required)
        query parameter "top" was removed
        request property "text": was removed (it was required)

        change({
          title:
            'POST /books/search: limit instead of top, words instead of text and found instead of hits and total added',
          operations: [
            operation(() => BooksController, 'search', {
              before: {
                query: z.object({ top: z.int() }),
                body: z.object({ text: z.string() }),
                response: { 200: z.object({ hits: z.array(z.string()) }) },
              },
              up: ({ query: { top, ...query }, body: { text, ...body } }) => ({
                query: { ...query, limit: top },
                body: { ...body, words: text },
              }),
              down: ({ status, body }) => {
                if (status === 200) {
                  const { found, total: _total, ...value } = body;
                  return { body: { ...value, hits: found } };
                }
                return {};
              },
            }),
          ],
        }),
        down: {"found": ["some found"], "total": 2500}
            → {"hits": ["some found"]}
        up:   {"query": {"top": 1250}, "body": {"text": "some text"}}
            → {"query": {"limit": 1250}, "body": {"words": "some text"}}

      svc change --apply writes it to versions/next.ts.
      "
    `);
  });

  it('refuses what it cannot do', async () => {
    const { svc } = await begin({
      'book.ts': live.replace('title:', 'name:'),
      'books.ts': answers.replace("title: 'Emma'", "name: 'Emma'"),
    });
    for (const [argv, message] of [
      [['--choose', 'Author=1'], '--choose names "Author", which does not differ. Available: Book.'],
      [['--choose', 'Book=7'], '--choose Book=7: Book has 1 way.'],
      [['--choose', 'Book'], 'Write the schema and the number of the way: Book=2.'],
      [['--choose', 'Book=0'], 'Write the schema and the number of the way: Book=2.'],
      [['--apply', '--check'], '--check writes nothing, so it cannot stand beside --apply.'],
      [['--dir', 'elsewhere'], 'Version 1 has no lock file: elsewhere/v1.json.'],
      [['--base', 'nowhere'], 'nowhere'],
      [['--as-of', 'never'], '--as-of "never" is not a date.'],
      [['--format', 'xml'], 'Available: pretty, json.'],
      [['nowhere.ts'], 'File nowhere.ts not found.'],
    ] as const) {
      const refused = await svc('change', ...argv);
      expect([argv, refused]).toMatchObject([argv, { code: 2, stdout: '' }]);
      expect(refused.stderr).toContain(message);
    }
  });

  it('drafts beside the frozen shapes of a released version', async () => {
    const { svc, cwd, read } = await begin(subtitles);
    expect(await svc('release', '2')).toMatchObject({ code: 0, stderr: '' });
    const write = (name: string, from: string, to: string) =>
      writeFileSync(`${cwd}/${name}`, read(name).replaceAll(from, to));
    write('book.ts', ' title:', ' name:');
    write('books.ts', " title: 'Emma'", " name: 'Emma'");
    expect(await svc('check')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('svc change drafts it.') as string,
    });
    expect(await svc('change', '--apply')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Book (certain: it keeps the lock and every law)') as string,
    });
    expect(read('versions/next.ts')).toContain("schemas: [renamed(Book, { name: 'title' })]");
    expect(await svc('check')).toMatchObject({ code: 0 });
    expect(await svc('release', '3')).toMatchObject({ code: 0, stderr: '' });
  });

  it('waits until svc check has no errors', async () => {
    const { svc } = await begin({ 'books.ts': answers.replace('@Public()\n', '@Public()\n@Broken()\n') });
    expect((await svc('change')).code).not.toBe(0);
  });
});
