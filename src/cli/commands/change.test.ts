import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { books } from '../release/testing/books.js';
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

/** The service with version 1 locked, and then changed. */
async function begin(edits: Readonly<Record<string, string>>, first: Readonly<Record<string, string>> = {}) {
  const project = makeProject({ ...books, ...first });
  opened.push(project);
  const svc = (...argv: string[]) => capture(argv, { cwd: project.cwd });
  await svc('openapi', 'lock');
  for (const [name, text] of Object.entries(edits)) writeFileSync(project.path(name), text);
  return { svc, cwd: project.cwd, read: (name: string) => readFileSync(project.path(name), 'utf8') };
}

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
        "stdout": "Book (to be checked)
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

      Wrote 1 change to versions/next.ts. Read them, fill in what is todo(…), and run svc laws.
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

  it('lists the ways where there are several, and takes the chosen one', async () => {
    const { svc } = await begin({
      'book.ts': live.replace('title: z.string(),', 'name: z.string(), label: z.string(),'),
      'books.ts': answers.replace("title: 'Emma',", "name: 'Emma', label: '',"),
    });
    expect(await svc('change')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "Book (to be chosen)
        property "label": is new and required
        property "name": is new and required
        property "title": was removed (it was required)

        1. Book: label instead of title and name added
        change({
          title: 'Book: label instead of title and name added',
          schemas: [
            reshapes(
              Book,
              (schema) => renamed(schema, { label: 'title' }),
              (schema) =>
                added(schema, {
                  name: todo('Which name has a Book that version 1 sends?'),
                }),
            ),
          ],
        }),
        down: {"label": "some label", "name": "some name"}
            → {"title": "some label"}
        up:   {"title": "some title"}
            → {"label": "some title", "name": ?}

        2. Book: name instead of title and label added
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

        3. Book: label and name instead of title
        change({
          title: 'Book: label and name instead of title',
          schemas: [
            reshape(Book, {
              before: Book.omit({ label: true, name: true }).extend({
                title: z.string(),
              }),
              down: ({ label, name, ...value }) => ({
                ...value,
                title: \`\${label} \${name}\`.trim(),
              }),
              up: ({ title, ...value }) => ({
                ...value,
                label: title.split(' ')[0] ?? '',
                name: title.split(' ').slice(1).join(' '),
              }),
              loses: { down: ['label', 'name'], up: ['title'] },
            }),
          ],
        }),
        down: {"label": "some label", "name": "some name"}
            → {"title": "some label some name"}
        up:   {"title": "some title"}
            → {"label": "some", "name": "title"}

        4. Book: name and label instead of title
        change({
          title: 'Book: name and label instead of title',
          schemas: [
            reshape(Book, {
              before: Book.omit({ name: true, label: true }).extend({
                title: z.string(),
              }),
              down: ({ name, label, ...value }) => ({
                ...value,
                title: \`\${name} \${label}\`.trim(),
              }),
              up: ({ title, ...value }) => ({
                ...value,
                name: title.split(' ')[0] ?? '',
                label: title.split(' ').slice(1).join(' '),
              }),
              loses: { down: ['name', 'label'], up: ['title'] },
            }),
          ],
        }),
        down: {"label": "some label", "name": "some name"}
            → {"title": "some name some label"}
        up:   {"title": "some title"}
            → {"name": "some", "label": "title"}

      Choose a way for Book, such as svc change --choose Book=1
      ",
      }
    `);
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
      expect(written.stdout).toContain('Wrote 1 change to versions/next.ts.');
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
    expect((await svc(...command, '--apply')).stdout.split('\n').at(-3)).toBe(
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

      Wrote 1 change to versions/next.ts. Read them, fill in what is todo(…), and run svc laws.
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
      "POST /books/search (certain: it keeps the lock and every law)
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

  it('lists what is only likely, and never writes it by itself', async () => {
    const { svc, read } = await begin(
      {
        'book.ts': live.replace(
          'title: z.string(),',
          "title: z.string(), state: z.enum(['open', 'shut']), grams: z.int(),",
        ),
      },
      {
        'book.ts': live.replace(
          'title: z.string(),',
          "title: z.string(), state: z.enum(['open', 'closed']), kilograms: z.number(),",
        ),
      },
    );
    expect((await svc('change', '--apply')).stdout).toMatchInlineSnapshot(`
      "Book (to be chosen)
        property "grams": is new and required
        property "kilograms": was removed (it was required)
        property "state": no longer allows the value "closed"
        property "state": now allows the value "shut"

        1. Book: state changed and grams instead of kilograms
        change({
          title: 'Book: state changed and grams instead of kilograms',
          schemas: [
            reshape(Book, {
              before: Book.omit({ grams: true }).extend({
                state: z.enum(['open', 'closed']),
                kilograms: z.number(),
              }),
              down: ({ grams, ...value }) => ({
                ...value,
                state: value.state === 'shut' ? 'closed' : value.state,
                kilograms: grams / 100,
              }),
              up: ({ kilograms, ...value }) => ({
                ...value,
                state: value.state === 'closed' ? 'shut' : value.state,
                grams: Math.round(kilograms * 100),
              }),
              loses: { up: ['kilograms'] },
            }),
          ],
        }),
        down: {"grams": 1250, "state": "shut"}
            → {"state": "closed", "kilograms": 12.5}
        up:   {"kilograms": 1250, "state": "closed"}
            → {"state": "shut", "grams": 125000}

        2. Book: state changed and grams instead of kilograms
        change({
          title: 'Book: state changed and grams instead of kilograms',
          schemas: [
            reshape(Book, {
              before: Book.omit({ grams: true }).extend({
                state: z.enum(['open', 'closed']),
                kilograms: z.number(),
              }),
              down: ({ grams, ...value }) => ({
                ...value,
                state: todo('Which state does version 1 show for this Book?'),
                kilograms: grams / 100,
              }),
              up: ({ kilograms, ...value }) => ({
                ...value,
                state: todo('Which state has this Book of version 1?'),
                grams: Math.round(kilograms * 100),
              }),
              loses: { up: ['kilograms'] },
            }),
          ],
        }),
        down: {"grams": 1250, "state": "shut"}
            → {"kilograms": 12.5, "state": ?}
        up:   {"kilograms": 1250, "state": "closed"}
            → {"grams": 125000, "state": ?}

        3. Book: state changed and grams instead of kilograms
        change({
          title: 'Book: state changed and grams instead of kilograms',
          schemas: [
            reshape(Book, {
              before: Book.omit({ grams: true }).extend({
                state: z.enum(['open', 'closed']),
                kilograms: z.number(),
              }),
              down: ({ grams, ...value }) => ({
                ...value,
                state: value.state === 'shut' ? 'closed' : value.state,
                kilograms: grams / 1000,
              }),
              up: ({ kilograms, ...value }) => ({
                ...value,
                state: value.state === 'closed' ? 'shut' : value.state,
                grams: Math.round(kilograms * 1000),
              }),
              loses: { up: ['kilograms'] },
            }),
          ],
        }),
        down: {"grams": 1250, "state": "shut"}
            → {"state": "closed", "kilograms": 1.25}
        up:   {"kilograms": 1250, "state": "closed"}
            → {"state": "shut", "grams": 1250000}

        4. Book: state changed and grams instead of kilograms
        change({
          title: 'Book: state changed and grams instead of kilograms',
          schemas: [
            reshape(Book, {
              before: Book.omit({ grams: true }).extend({
                state: z.enum(['open', 'closed']),
                kilograms: z.number(),
              }),
              down: ({ grams, ...value }) => ({
                ...value,
                state: todo('Which state does version 1 show for this Book?'),
                kilograms: grams / 1000,
              }),
              up: ({ kilograms, ...value }) => ({
                ...value,
                state: todo('Which state has this Book of version 1?'),
                grams: Math.round(kilograms * 1000),
              }),
              loses: { up: ['kilograms'] },
            }),
          ],
        }),
        down: {"grams": 1250, "state": "shut"}
            → {"kilograms": 1.25, "state": ?}
        up:   {"kilograms": 1250, "state": "closed"}
            → {"grams": 1250000, "state": ?}

        5. Book: state changed, grams added and kilograms removed
        change({
          title: 'Book: state changed, grams added and kilograms removed',
          schemas: [
            reshape(Book, {
              before: Book.omit({ grams: true }).extend({
                state: z.enum(['open', 'closed']),
                kilograms: z.number(),
              }),
              down: ({ grams: _grams, ...value }) => ({
                ...value,
                state: value.state === 'shut' ? 'closed' : value.state,
                kilograms: todo('Which kilograms does version 1 show for a Book?'),
              }),
              up: ({ kilograms: _kilograms, ...value }) => ({
                ...value,
                state: value.state === 'closed' ? 'shut' : value.state,
                grams: todo('Which grams has a Book that version 1 sends?'),
              }),
              loses: { down: ['grams'], up: ['kilograms'] },
            }),
          ],
        }),
        down: {"grams": 1250, "state": "shut"}
            → {"state": "closed", "kilograms": ?}
        up:   {"kilograms": 1250, "state": "closed"}
            → {"state": "shut", "grams": ?}

        6. Book: state changed, grams added and kilograms removed
        change({
          title: 'Book: state changed, grams added and kilograms removed',
          schemas: [
            reshape(Book, {
              before: Book.omit({ grams: true }).extend({
                state: z.enum(['open', 'closed']),
                kilograms: z.number(),
              }),
              down: ({ grams: _grams, ...value }) => ({
                ...value,
                state: todo('Which state does version 1 show for this Book?'),
                kilograms: todo('Which kilograms does version 1 show for a Book?'),
              }),
              up: ({ kilograms: _kilograms, ...value }) => ({
                ...value,
                state: todo('Which state has this Book of version 1?'),
                grams: todo('Which grams has a Book that version 1 sends?'),
              }),
              loses: { down: ['grams'], up: ['kilograms'] },
            }),
          ],
        }),
        down: {"grams": 1250, "state": "shut"}
            → {"state": ?, "kilograms": ?}
        up:   {"kilograms": 1250, "state": "closed"}
            → {"state": ?, "grams": ?}

      Choose a way for Book, such as svc change --choose Book=1
      Nothing is written.
      "
    `);
    expect(read('versions/next.ts')).toContain('export const next = []');
  });

  it.each([
    [
      'a choice of what does not differ',
      ['--choose', 'Author=1'],
      '--choose names "Author", which does not differ. Available: Book.',
    ],
    ['a way that is not there', ['--choose', 'Book=7'], '--choose Book=7: Book has 1 way.'],
    ['no number', ['--choose', 'Book'], 'Write the schema and the number of the way: Book=2.'],
    ['two wishes', ['--apply', '--check'], '--check writes nothing, so it cannot stand beside --apply.'],
    ['a folder without locks', ['--dir', 'elsewhere'], 'Version 1 has no lock file: elsewhere/v1.json.'],
    ['no commit', ['--base', 'nowhere'], 'nowhere'],
  ])('refuses %s', async (_, argv, message) => {
    const { svc } = await begin({
      'book.ts': live.replace('title:', 'name:'),
      'books.ts': answers.replace("title: 'Emma'", "name: 'Emma'"),
    });
    const refused = await svc('change', ...argv);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(message);
  });

  it('waits until svc check has no errors', async () => {
    const { svc } = await begin({ 'books.ts': answers.replace('@Public()\n', '@Public()\n@Broken()\n') });
    expect((await svc('change')).code).not.toBe(0);
  });
});
