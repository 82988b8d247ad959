import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { repository } from '../../../test/read-imports.js';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture } from '../testing/capture-io.js';

function project(files: Readonly<Record<string, string>>) {
  const { cwd, path, remove } = makeProject(files, { packages: [] });
  onTestFinished(remove);
  const svc = (...words: readonly string[]) => capture(['shapes', ...words], { cwd });
  return { cwd, path, svc, read: (name: string) => readFileSync(path(name), 'utf8') };
}

const page = readFileSync(join(repository, 'docs/shapes.md'), 'utf8');
const blockOf = (language: string, file: string) =>
  new RegExp(`\`\`\`${language}\\n(?:#|//) ${file.replace('.', '\\.')}\\n(.*?)\`\`\``, 's').exec(page)![1]!;
const openapi = blockOf('yaml', 'openapi.yaml');

const library = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/shelves': {
      get: {
        operationId: 'listShelves',
        responses: { 200: { description: 'All.', content: contentOf('Shelf') } },
      },
    },
    '/authors': { get: { responses: { 200: { description: 'All.', content: contentOf('Author') } } } },
  },
  components: {
    schemas: {
      Book: { type: 'object', properties: { title: { type: 'string' } } },
      Shelf: { type: 'object', properties: { books: { type: 'array', items: referTo('Book') } } },
      Author: { type: 'object', properties: { name: { type: 'string' } } },
    },
  },
});

function referTo(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

function contentOf(name: string) {
  return { 'application/json': { schema: { type: 'array', items: referTo(name) } } };
}

describe('svc shapes', () => {
  it('writes what its page shows, for YAML and JSON alike', async () => {
    const { svc, read, path } = project({ 'openapi.yaml': openapi });
    expect(await svc('openapi.yaml', '--out', 'lib/shapes.ts')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Wrote lib/shapes.ts: 1 shape and 2 operations.\n',
    });
    expect(read('lib/shapes.ts')).toBe(blockOf('ts', 'shapes.ts'));
    const { parse } = await import('yaml');
    writeFileSync(path('openapi.json'), JSON.stringify(parse(openapi)));
    expect((await svc('openapi.json')).stdout).toBe(read('lib/shapes.ts'));
    const piped = await capture(['shapes', '-'], { input: openapi });
    expect(piped.stdout).toBe(read('lib/shapes.ts'));
  });

  it('checks that the file is up to date', async () => {
    const { svc, read, path } = project({ 'openapi.yaml': openapi });
    const check = () => svc('openapi.yaml', '--out', 'shapes.ts', '--check');
    const next = 'Run the same command without --check to update the file, and commit it.\n';
    expect(await check()).toEqual({ code: 1, stdout: 'shapes.ts is missing.\n', stderr: next });
    await svc('openapi.yaml', '--out', 'shapes.ts');
    expect(await check()).toEqual({
      code: 0,
      stdout: '',
      stderr: 'shapes.ts is up to date: 1 shape and 2 operations.\n',
    });
    const written = read('shapes.ts');
    writeFileSync(path('shapes.ts'), written.replace('.min(1)', '.min(2)'));
    expect(await check()).toEqual({ code: 1, stdout: 'shapes.ts differs.\n', stderr: next });
    expect(read('shapes.ts')).toContain('.min(2)');
    await svc('openapi.yaml', '--out', 'shapes.ts');
    expect(read('shapes.ts')).toBe(written);
  });

  it('writes what is named, with what that contains, and says so at the head of the file', async () => {
    const { svc, read } = project({ 'openapi.yaml': library });
    const words = ['openapi.yaml', '--only', 'Shelf', '--out', 'shapes.ts'];
    expect((await svc(...words)).stderr).toBe('Wrote shapes.ts: 2 shapes and 0 operations.\n');
    expect(read('shapes.ts')).toMatchInlineSnapshot(`
      "// Written by svc shapes. To update it, run the command again.
      // Holds what is named here, and what that contains: --only Shelf
      import { z } from "zod";

      export const Book = z
        .object({ title: z.string().optional() })
        .meta({ id: "Book" });

      export const Shelf = z
        .object({ books: z.array(Book).optional() })
        .meta({ id: "Shelf" });

      /** The schemas by name. */
      export const shapes = { Book, Shelf } as const;

      /** What each operation takes and answers. */
      export const operations = {} as const;
      "
    `);
    expect((await svc(...words, '--check')).code).toBe(0);
    expect((await svc('openapi.yaml', '--out', 'shapes.ts', '--check')).stdout).toBe('shapes.ts differs.\n');
    const json = async (...only: readonly string[]) => {
      const { stdout } = await svc('openapi.yaml', '--format', 'json', ...only);
      const { shapes, operations, only: said } = JSON.parse(stdout) as Record<string, unknown>;
      return { shapes, operations, said };
    };
    expect(await json('--only', 'Author, Shelf', '--only', 'listShelves')).toEqual({
      shapes: ['Book', 'Shelf', 'Author'],
      operations: ['listShelves'],
      said: ['Author, Shelf', 'listShelves'],
    });
    expect(await json('--only', 'GET /authors,GET /shelves')).toMatchObject({
      shapes: ['Book', 'Shelf', 'Author'],
      operations: ['listShelves', 'GET /authors'],
    });
    expect((await svc('openapi.yaml', '--only', 'GET /authors,Book')).stdout).toContain(
      "// Holds what is named here, and what that contains: --only 'GET /authors,Book'\n",
    );
    expect(await svc('openapi.yaml', '--only', 'Shelv,listShelf', '--only', 'Zebra')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Unknown schema or operation "Shelv". Did you mean "Shelf"?') as string,
    });
  });

  it('proves that shapes mean what the document says', async () => {
    const { svc, path } = project({ 'openapi.yaml': openapi });
    expect(await svc('openapi.yaml', '--check', '--meaning')).toEqual({
      code: 0,
      stdout:
        '4 of 4 shapes proved equal, 0 undecided, 0 different.\n' +
        'Kept as JSON Schema, which Zod does not check: keywords of 1 shape (format 1, uniqueItems 1).\n',
      stderr: '',
    });
    await svc('openapi.yaml', '--out', 'shapes.ts');
    const both = ['openapi.yaml', '--out', 'shapes.ts', '--check', '--meaning'];
    expect(await svc(...both)).toMatchObject({
      code: 0,
      stderr: 'shapes.ts is up to date: 1 shape and 2 operations.\n',
    });
    expect(JSON.parse((await svc(...both, '--format', 'json')).stdout)).toMatchObject({
      isUpToDate: true,
      meaning: { equal: 4, undecided: [], differs: [], kept: { format: ['Book'], uniqueItems: ['Book'] } },
    });
    writeFileSync(path('shapes.ts'), readFileSync(path('shapes.ts'), 'utf8').replace('.min(1)', '.min(2)'));
    expect((await svc(...both)).code).toBe(1);
  });

  it('wrote the shapes that tests of changes name', async () => {
    const words = ['shapes', 'openapi.yaml', '--out', 'shapes.ts', '--check'];
    const { code, stdout } = await capture(words, { cwd: join(repository, 'fixtures/shapes') });
    expect([code, stdout]).toEqual([0, '']);
  });

  it('says as JSON what it wrote', async () => {
    const { svc, read } = project({ 'openapi.yaml': openapi });
    const json = async (...words: readonly string[]) => {
      const { code, stdout, stderr } = await svc('openapi.yaml', '--format', 'json', ...words);
      return { code, stderr, ...(JSON.parse(stdout) as object) };
    };
    const said = {
      stderr: '',
      version: 1,
      shapes: ['Book'],
      operations: ['listBooks', 'PUT /books/{id}'],
      keepsKeywords: true,
    };
    const out = ['--out', 'shapes.ts'];
    expect(await json(...out, '--check')).toEqual({ code: 1, ...said, file: 'shapes.ts', isUpToDate: false });
    expect(await json(...out)).toEqual({ code: 0, ...said, file: 'shapes.ts', written: true });
    expect(await json(...out)).toEqual({ code: 0, ...said, file: 'shapes.ts', written: false });
    expect(await json(...out, '--check')).toEqual({ code: 0, ...said, file: 'shapes.ts', isUpToDate: true });
    expect(await json()).toEqual({ code: 0, ...said, text: read('shapes.ts') });
  });

  it('never overwrites a file that it did not write', async () => {
    const own = 'export const mine = 1;\n';
    const { svc, read } = project({ 'openapi.yaml': openapi, 'shapes.ts': own });
    for (const check of [[], ['--check']]) {
      const { code, stderr } = await svc('openapi.yaml', '--out', 'shapes.ts', ...check);
      expect([code, stderr]).toEqual([
        2,
        'shapes.ts was not written by svc shapes. Move it, or choose another file with --out.\n',
      ]);
    }
    expect(read('shapes.ts')).toBe(own);
  });

  it.each([
    [[], 'No document is named. Name an OpenAPI document: svc shapes openapi.yaml --out shapes.ts.\n'],
    [
      ['openapi.yaml', '--check'],
      '--check compares with a file. Name it: svc shapes openapi.yaml --out shapes.ts --check.\n',
    ],
    [
      ['openapi.yaml', '--meaning'],
      '--meaning needs --check: svc shapes openapi.yaml --out shapes.ts --check --meaning.\n',
    ],
    [
      ['openapi.yaml', '--only', ','],
      '--only is empty. Name schemas or operations: svc shapes openapi.yaml --only Book,Order.\n',
    ],
    [
      ['openapi.yaml', '--only', 'Boo'],
      'Unknown schema or operation "Boo". Did you mean "Book"? Available: Book, listBooks, GET /books, PUT /books/{id}.\n',
    ],
    [['open.yaml'], 'File open.yaml not found. Name an OpenAPI document: a file, a URL, or - for standard input.\n'],
    [['.'], '. is a folder. Name an OpenAPI document in it.\n'],
    [[''], 'The name of the document is empty. Name a file, such as openapi.yaml.\n'],
    [
      ['swagger.yaml'],
      'swagger.yaml is a Swagger 2.0 document. Convert it to OpenAPI 3.0, 3.1 or 3.2 first: npx swagger2openapi swagger.yaml --outfile openapi.yaml\n',
    ],
    [['text.yaml'], 'text.yaml is not an OpenAPI document: it holds the text "hello", not an object.\n'],
    [
      ['broken.yaml'],
      'broken.yaml:5: $ref "#/components/schemas/Boook" cannot be resolved: broken.yaml has nothing at /components/schemas/Boook.\n',
    ],
    [
      ['openapi.yaml', '--out', 'openapi.yaml'],
      '--out openapi.yaml is no file of TypeScript code. Name one, such as --out shapes.ts.\n',
    ],
    [
      ['openapi.yaml', '--out', 'shapes.d.ts'],
      '--out shapes.d.ts is no file of TypeScript code. Name one, such as --out shapes.ts.\n',
    ],
    [['openapi.yaml', '--format', 'xml'], 'Unknown value "xml" for --format. Available: pretty, json.\n'],
  ])('%j is refused with what to write', async (words, message) => {
    const { svc } = project({
      'openapi.yaml': openapi,
      'swagger.yaml': 'swagger: "2.0"\npaths: {}\n',
      'text.yaml': 'hello\n',
      'broken.yaml': 'openapi: 3.1.0\ncomponents:\n  schemas:\n    Shelf:\n      $ref: "#/components/schemas/Boook"\n',
    });
    expect(await svc(...words)).toEqual({ code: 2, stdout: '', stderr: message });
  });

  it('reads a document of several files', async () => {
    const { svc } = project({
      'openapi.yaml': [
        'openapi: 3.0.3',
        'info: { title: Books, version: "1" }',
        'paths: { /books: { $ref: "paths/books.yaml" } }',
        'components: { schemas: { Book: { $ref: "schemas/book.yaml" } } }',
      ].join('\n'),
      'paths/books.yaml': [
        'get:',
        '  responses:',
        '    200: { description: Some., content: { application/json: { schema: { type: array, items: { $ref: "../schemas/book.yaml" } } } } }',
        '    404: { description: None., content: { application/json: { schema: { $ref: "../common.yaml#/definitions/problem-details" } } } }',
      ].join('\n'),
      'schemas/book.yaml':
        'type: object\nproperties: { author: { $ref: "author.yaml" }, sequel: { $ref: "book.yaml" } }\n',
      'schemas/author.yaml': 'type: object\nproperties: { name: { type: string, nullable: true } }\n',
      'common.yaml': 'definitions: { problem-details: { type: object, properties: { title: { type: string } } } }\n',
    });
    const { stdout, stderr } = await svc('openapi.yaml');
    expect([stdout, stderr]).toMatchInlineSnapshot(`
      [
        "// Written by svc shapes. To update it, run the command again.
      import { z } from "zod";

      export const Author = z
        .object({ name: z.string().nullish() })
        .meta({ id: "Author" });

      export const Book = z
        .object({
          author: Author.optional(),
          get sequel(): z.ZodOptional<typeof Book> {
            return Book.optional();
          },
        })
        .meta({ id: "Book" });

      export const GetBooksResponse = z.array(Book);

      export const problem_details = z
        .object({ title: z.string().optional() })
        .meta({ id: "problem-details" });

      /** The schemas by name. */
      export const shapes = {
        Book,
        "problem-details": problem_details,
        Author,
      } as const;

      /** What each operation takes and answers. */
      export const operations = {
        "GET /books": {
          method: "GET",
          path: "/books",
          responses: { 200: GetBooksResponse, 404: problem_details },
        },
      } as const;
      ",
        "",
      ]
    `);
  });

  it('shows examples with --help', async () => {
    expect((await capture(['shapes', '--help'])).stdout).toMatchInlineSnapshot(`
      "Usage: svc shapes [options] [document]

      Write the schemas of an OpenAPI document as TypeScript.

      Arguments:
        document            OpenAPI document: a file, a URL, or - for standard input

      Options:
        --out <file>        file to write, such as shapes.ts; by default standard
                            output
        --check             write nothing; exit 1 if the file of --out differs
        --meaning           with --check: prove that each shape means what the
                            document says; exit 1 if one differs
        --only <names>      schemas, and operations by operationId or 'GET /books', to
                            write with what they contain (repeatable)
        --from <file>       count stored rows by shape instead: one object of JSON on
                            each line, also .gz; - is standard input (repeatable)
        --field <name>      the member of a row that holds its shape, such as
                            headers.shape; by default shape
        --unmarked <shape>  the shape of rows without one
        --format <format>   output format (choices: "pretty", "json", default:
                            "pretty")
        -h, --help          show this help

      Examples:
        svc shapes openapi.yaml --out shapes.ts
            import { operations, shapes } from './shapes'
        svc shapes openapi.yaml --out shapes.ts --check
            in CI: check that the file is up to date
        svc shapes openapi.yaml --only Book,Order --out shapes.ts
            write two schemas and what they contain
        svc shapes openapi.yaml
            print the module
        svc shapes openapi.yaml --check --meaning
            prove that the shapes mean what the document says
        svc shapes --from rows.ndjson --field shape
            how many stored rows have each shape
      "
    `);
  });
});
