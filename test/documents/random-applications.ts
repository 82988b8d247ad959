import fc, { type Arbitrary } from 'fast-check';
import type { Json, JsonObject } from '../../src/json/json.js';

const words = fc.constantFrom('Emma', 'A "quoted" word', 'naïve', '');
const extension = fc.record({ 'x-team': words }, { requiredKeys: [] });
const ref = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });
const book = ref('schemas', 'Book');

/** Schemas of members; `Book` is the component that a change renames a member of. */
const schema: Arbitrary<JsonObject> = fc.oneof(
  fc.constant(book),
  fc.constant(ref('schemas', 'Tag')),
  fc.constant({ type: 'array', items: book }),
  fc.constant({ type: 'object', additionalProperties: book }),
  fc.constant({ allOf: [book, { type: 'object', properties: { shelf: { type: 'string' } } }] }),
  fc.record({ type: fc.constant('object'), properties: fc.constant({ first: book, links: { type: 'string' } }) }),
  fc.constantFrom(
    ref('schemas', 'Volume'),
    { type: 'array', items: ref('schemas', 'Volume') },
    { ...book, description: 'Here.' },
    { allOf: [ref('schemas', 'Shelf')], description: 'Here.' },
    { type: 'object', properties: { best: { ...book, description: 'The best.' }, next: book } },
    { type: 'object', properties: { shelf: { ...ref('schemas', 'Shelf'), description: 'Where it is.' } } },
  ),
  fc.record(
    { type: fc.constantFrom('string', 'integer', 'number'), description: words, 'x-unit': words },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('string'), enum: fc.constant(['a', 'b']) }),
) as Arbitrary<JsonObject>;

const jsonTypes = fc.constantFrom('application/json', 'application/vnd.books+json', 'text/json');
const plain = fc.constantFrom('image/png', 'text/csv', 'application/octet-stream');
const content: Arbitrary<JsonObject> = fc
  .tuple(
    fc.dictionary(jsonTypes, fc.record({ schema, 'x-note': words }, { requiredKeys: ['schema'] }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    fc.dictionary(plain, fc.constantFrom({}, { schema: { type: 'string', format: 'binary' } }), {
      maxKeys: 1,
      noNullPrototype: true,
    }),
  )
  .map(([json, other]) => ({ ...json, ...other }) as JsonObject);

const header = fc.record(
  {
    schema: fc.constantFrom({ type: 'integer' }, { type: 'array', items: { type: 'string' } }),
    description: words,
    explode: fc.boolean(),
  },
  { requiredKeys: ['schema'] },
);
const response = fc.oneof(
  fc.constantFrom(ref('responses', 'Missing'), ref('responses', 'Refused')),
  fc.record(
    {
      description: words,
      content,
      headers: fc.dictionary(fc.constantFrom('X-Total', 'ETag', 'Location'), header, {
        noNullPrototype: true,
        maxKeys: 2,
      }),
      links: fc.constant({ next: { operationId: 'op0', parameters: { page: '$response.body#/next' } } }),
    },
    { requiredKeys: ['description'] },
  ),
) as Arbitrary<JsonObject>;
const responses = fc
  .tuple(
    fc.dictionary(fc.constantFrom('200', '201', '404', '4XX', 'default', '204'), response, {
      minKeys: 1,
      maxKeys: 3,
      noNullPrototype: true,
    }),
    extension,
  )
  .map(([all, own]) => ({ ...all, ...own }));

const parameter = fc.oneof(
  fc.constant(ref('parameters', 'Limit')),
  fc.constantFrom(
    {
      name: 'filter',
      in: 'query',
      style: 'deepObject',
      explode: true,
      schema: { type: 'object', properties: { a: { type: 'string' } } },
    },
    {
      name: 'ids',
      in: 'query',
      style: 'pipeDelimited',
      explode: false,
      schema: { type: 'array', items: { type: 'integer' } },
    },
    { name: 'X-Trace', in: 'header', required: true, schema: { type: 'integer' } },
    { name: 'session', in: 'cookie', schema: { type: 'string' } },
    { name: 'where', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
  ),
) as Arbitrary<JsonObject>;

const callbacks = fc.constant({
  done: {
    '{$request.body#/url}': {
      post: {
        requestBody: { content: { 'application/json': { schema: book } } },
        responses: { 200: { description: '' } },
      },
    },
  },
});
const servers = fc.constantFrom(
  [{ url: 'https://{region}.books.example', variables: { region: { default: 'eu' } } }],
  [{ url: '/v' }],
);
const security = fc.constantFrom([], [{ key: [] }], [{ oauth: ['read'] }, {}]);

const operation = fc
  .record(
    {
      summary: words,
      tags: fc.constant(['Books']),
      parameters: fc.uniqueArray(parameter, {
        selector: (one) => JSON.stringify([one['$ref'], one['name']]),
        maxLength: 3,
      }),
      requestBody: fc.oneof(
        fc.constant(ref('requestBodies', 'New')),
        fc.record(
          { content: content.filter((one) => Object.keys(one).length > 0), required: fc.boolean() },
          { requiredKeys: ['content'] },
        ),
      ),
      responses,
      callbacks,
      servers,
      security,
      deprecated: fc.constant(true),
      'x-internal': fc.boolean(),
    },
    { requiredKeys: ['responses'] },
  )
  .map((one) => one as unknown as JsonObject);

const item = fc
  .tuple(
    fc.dictionary(fc.constantFrom('get', 'post', 'put', 'delete', 'trace'), operation, {
      minKeys: 1,
      maxKeys: 3,
      noNullPrototype: true,
    }),
    fc.record(
      { summary: words, servers, parameters: fc.constant([ref('parameters', 'Limit')]), 'x-item': words },
      { requiredKeys: [] },
    ),
  )
  .map(([operations, own]) => {
    const bodiless = Object.fromEntries(
      Object.entries(operations).map(([method, { requestBody, ...one }]) => [
        method,
        // No route can have it, so no change may reach it.
        method === 'trace'
          ? { responses: { 200: { description: 'What was sent.' } } }
          : requestBody === undefined || ['get', 'delete'].includes(method)
            ? one
            : { ...one, requestBody },
      ]),
    );
    return { ...own, ...bodiless } as JsonObject;
  });

const components: JsonObject = {
  schemas: {
    Book: {
      type: 'object',
      description: 'A book.',
      required: ['title', 'id'],
      'x-table': 'books',
      properties: {
        id: { type: 'integer', format: 'int64', 'x-key': true },
        title: { type: 'string', description: 'As on its cover.', maxLength: 80 },
        tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
        parent: { $ref: '#/components/schemas/Book' },
      },
    },
    Tag: { type: 'object', properties: { label: { type: 'string' } }, additionalProperties: false },
    Shelf: { type: 'object', properties: { books: { type: 'array', items: book } } },
    Volume: book,
    Unused: { type: 'object', properties: { one: book }, 'x-unused': true },
  },
  responses: {
    Missing: {
      description: 'None.',
      headers: { 'X-Total': { schema: { type: 'integer' } } },
      content: { 'application/json': { schema: { type: 'object', properties: { shelf: ref('schemas', 'Shelf') } } } },
    },
    Refused: { description: 'No.', content: { 'application/json': { schema: ref('schemas', 'Tag') } } },
    UnusedAnswer: { description: 'Unused.' },
  },
  parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 }, example: 5 } },
  requestBodies: { New: { required: true, content: { 'application/json': { schema: book } } } },
  securitySchemes: {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    oauth: {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://login.example', scopes: { read: 'Read' } } },
    },
  },
  examples: { Emma: { value: { id: 1, title: 'Emma' } } },
};

/** Documents of applications, of OpenAPI 3.0, 3.1 and 3.2, in which operations refer to `Book` or do not. */
export const randomApplications: Arbitrary<JsonObject> = fc
  .record(
    {
      openapi: fc.constantFrom('3.0.3', '3.1.0', '3.2.0'),
      info: fc.constant({ title: 'Books', version: '7.1.0', 'x-logo': 'books.svg' }),
      servers,
      security,
      tags: fc.constant([{ name: 'Books', description: 'All of them.' }]),
      externalDocs: fc.constant({ url: 'https://books.example' }),
      paths: fc.dictionary(
        fc.constantFrom('/books', '/books/{id}', '/shelves/{shelf}/books', '/health', '/a.b/~c'),
        item,
        { minKeys: 1, maxKeys: 4, noNullPrototype: true },
      ),
      webhooks: fc.constant({
        added: {
          post: {
            requestBody: { content: { 'application/json': { schema: book } } },
            responses: { 200: { description: '' } },
          },
        },
      }),
      'x-owner': words,
    },
    { requiredKeys: ['openapi', 'info', 'paths'] },
  )
  .map((one) => {
    const { webhooks, ...others } = one;
    const isOld = one.openapi === '3.0.3';
    const numbered = Object.fromEntries(
      Object.entries(one.paths).map(([path, own], at) => [path, named(own, `op${at}`)]),
    );
    return { ...others, ...(webhooks && !isOld && { webhooks }), paths: numbered, components } as unknown as JsonObject;
  });

function named(own: JsonObject, id: string): JsonObject {
  return Object.fromEntries(
    Object.entries(own).map(([key, value]) => [
      key,
      isOperation(key) ? { operationId: `${id}${key}`, ...(value as JsonObject) } : value,
    ]),
  );
}

const isOperation = (key: string) => ['get', 'post', 'put', 'delete', 'trace'].includes(key);

/** As `Book` was: its title had another name. */
export function withOlderBook(document: JsonObject, older: string): JsonObject {
  const { schemas } = document['components'] as { readonly schemas: { readonly Book: JsonObject } };
  const { properties } = schemas.Book as { readonly properties: JsonObject };
  const renamed = Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key === 'title' ? older : key, value as Json]),
  );
  const Book = { ...schemas.Book, required: [older, 'id'], properties: renamed };
  return { ...document, components: { ...(document['components'] as JsonObject), schemas: { ...schemas, Book } } };
}
