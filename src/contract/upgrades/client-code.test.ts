import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { openDocument } from '../../openapi/open-document.js';
import { listOperations } from '../../openapi/operations/list-operations.js';
import { clientCode } from './client-code.js';
import type { UpgradeStep } from './describe-upgrades.js';

const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const object = (properties: JsonObject, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };
const parameter = (place: string, name: string, required = place === 'path') => ({
  name,
  in: place,
  required,
  schema: text,
});

interface Written {
  readonly path?: string;
  readonly method?: string;
  readonly parameters?: readonly JsonObject[];
  readonly body?: JsonObject;
  readonly answer?: JsonObject;
  readonly Book?: JsonObject;
}

function side(version: string, { path = '/books', method = 'get', parameters = [], body, answer, Book }: Written) {
  const operation = {
    'x-svc-version': version,
    parameters: [...parameters],
    ...(body && { requestBody: json(body) }),
    responses: { 200: { description: 'OK', ...(answer && json(answer)) } },
  };
  const document = {
    openapi: '3.1.0',
    'x-svc-versioning': { type: 'header', header: 'X-API-Version' },
    paths: { [path]: { [method]: operation } },
    components: { schemas: { ...(Book && { Book }) } },
  } as unknown as JsonObject;
  return { lock: { version, document }, operation: listOperations(openDocument(document))[0]! };
}

const book = { $ref: '#/components/schemas/Book' };
const moves = (...moved: readonly (readonly [string, string])[]): UpgradeStep => ({
  version: '2',
  changes: [
    {
      id: 'a',
      title: 'A',
      description: null,
      operations: [],
      subjects: [
        {
          name: 'Book',
          moved: moved.map(([older, newer]) => ({ older: older.split('.'), newer: newer.split('.') })),
          altered: [],
          answer: null,
          request: null,
        },
      ],
    },
  ],
});

function code(older: Written, newer: Written, ...steps: readonly UpgradeStep[]): readonly string[] {
  const [base, revision] = [side('1', older), side('2', newer)];
  return clientCode({ base: base.operation, revision: revision.operation }, [base.lock, revision.lock], steps);
}

describe('the code of a consumer, before and after', () => {
  it('has the address that an operation moved to, without the version', () => {
    const id = [parameter('path', 'id'), parameter('header', 'x-api-version', true), parameter('query', 'page')];
    expect(
      code({ path: '/v1/book/{id}', parameters: id }, { path: '/v2/books/{id}', method: 'put', parameters: id }),
    ).toEqual([
      "-await client.GET('/book/{id}', { params: { path: { id } } });",
      "+await client.PUT('/books/{id}', { params: { path: { id } } });",
    ]);
  });

  it('has parameters with other names, as code can write them', () => {
    const named = (...names: readonly string[]) => ({ parameters: names.map((name) => parameter('query', name)) });
    expect(code(named('q', 'limit'), named('search', 'limit'))).toEqual([
      "-await client.GET('/books', { params: { query: { q } } });",
      "+await client.GET('/books', { params: { query: { search } } });",
    ]);
    expect(code(named('a-b'), named())).toEqual([
      `-await client.GET('/books', { params: { query: { "a-b": value } } });`,
      "+await client.GET('/books');",
    ]);
    expect(code({}, { parameters: [parameter('header', 'tenant', true)] })[1]).toContain('header: { tenant }');
  });

  it('has members of a body that one side alone has, and leaves out what is new and optional', () => {
    expect(code({ body: object({ name: text, note: text }) }, { body: object({ title: text, note: text }) })).toEqual([
      "-await client.GET('/books', { body: { name } });",
      "+await client.GET('/books', { body: { title } });",
    ]);
    expect(code({ body: object({ name: text }) }, { body: object({ name: text, note: text }, ['name']) })).toEqual([]);
  });

  it('has members of the answer that moved, also over several versions and inside lists', () => {
    const [older, newer] = [
      { Book: object({ name: text, city: text }) },
      { Book: object({ title: text, at: object({ city: text }) }) },
    ];
    const steps = [moves(['name', 'label'], ['city', 'at.city']), moves(['label', 'title'])];
    expect(code({ ...older, answer: book }, { ...newer, answer: book }, ...steps)).toEqual([
      " const { data } = await client.GET('/books');",
      '-data.name;',
      '-data.city;',
      '+data.title;',
      '+data.at.city;',
    ]);
    const shelf = object({ books: { type: 'array', items: book } });
    expect(code({ ...older, answer: shelf }, { ...newer, answer: shelf }, ...steps)).toContain(
      '+data.books[0].at.city;',
    );
    const list = { type: 'array', items: book };
    expect(code({ ...older, answer: list }, { ...newer, answer: list }, ...steps)).toContain('-data[0].name;');
  });

  it('ends where a schema holds itself, and is empty where nothing is another', () => {
    const Book = object({ name: text, next: book });
    expect(code({ Book, answer: book }, { Book, answer: book }, moves(['gone', 'away']))).toEqual([]);
    expect(code({ body: object({ a: text }), answer: book }, { body: object({ a: text }), answer: book })).toEqual([]);
  });
});
