import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { change } from '../changes/change.js';
import { defineVersions } from '../changes/define-versions.js';
import { renamed } from '../changes/short-forms.js';
import { around } from './around.js';
import type { AroundOptions } from './options.js';

const Book = z.object({ title: z.string() }).meta({ id: 'Book' });
const operations = {
  readBook: { operationId: 'readBook', method: 'GET', path: '/books', responses: { 200: Book } },
} as const;
const titles = change({ title: 'A title', schemas: [renamed(Book, { title: 'name' })] });
const versioned = (document: AroundOptions['document']) =>
  around({
    document,
    shapes: { Book },
    operations,
    versions: defineVersions(['1', { version: '2', changes: [titles] }]),
    versioning: { type: 'header', header: 'V', defaultVersion: '1' },
    logger: { info() {}, warn() {}, error() {} },
  });

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'svckit-documents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const head = 'openapi: 3.1.0\ninfo: { title: Books, version: "2" }\n';
const split = {
  'openapi.yaml': `${head}paths: { /books: { $ref: "paths/books.yaml" } }\n`,
  'paths/books.yaml': `get:
  operationId: readBook
  responses: { 200: { $ref: "../answers.yaml#/answers/Book" } }
`,
  'answers.yaml': `answers:
  Book: { description: A book., content: { application/json: { schema: { $ref: "schemas/book.json" } } } }
`,
  'schemas/book.json': '{ "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } }',
};

describe('a document of several files', () => {
  const inPrint = `get: { operationId: readBook, responses: { 200: { description: A book., content: { application/json: { schema: { $ref: "fixtures/around/openapi.yaml#/components/schemas/Book" } } } } } }`;
  it.each([
    ['from its path', () => join(folderOf(split), 'openapi.yaml')],
    [
      'as a command prints it, from the working directory',
      () => ({ command: `printf '%s' '${head}paths: { /books: { ${inPrint} } }'` }),
    ],
  ])('is read as one, %s', async (_, document) => {
    const call = versioned(document()).fetch(() => Response.json({ title: 'Notes' }));
    expect(await (await call(new Request('http://t/books'))).json()).toEqual({ name: 'Notes' });
  });

  it('is refused where one is missing, with the place of its reference', () => {
    const { 'answers.yaml': _, ...others } = split;
    expect(() => versioned(join(folderOf(others), 'openapi.yaml')).root).toThrow(
      /paths\/books\.yaml:3: \$ref "\.\.\/answers\.yaml#\/answers\/Book" cannot be resolved: .*answers\.yaml does not exist\./,
    );
  });

  it('is refused as an object, which has no folder', () => {
    const paths = { '/books': { $ref: 'paths/books.yaml' } };
    expect(() => versioned({ openapi: '3.1.0', info: { title: 'Books', version: '2' }, paths }).root).toThrow(
      'document:1: $ref "paths/books.yaml" cannot be resolved: an object has no folder. Give the path of its file: document: \'openapi.yaml\'.',
    );
  });
});
