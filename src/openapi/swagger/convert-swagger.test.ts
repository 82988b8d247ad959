import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { valueAt } from '../../json/pointer.js';
import { readYaml } from '../../json/read-yaml.js';
import { loadDocumentText } from '../load-document-text.js';
import { bundleDocumentNow } from '../references/bundle-document.js';
import { UnreadableFile } from '../references/source-file.js';

/** The document that a Swagger 2.0 document, and the files beside it, are read as. */
function read(text: string, files: Readonly<Record<string, string>> = {}): JsonObject {
  const source = { name: 'swagger.yaml', text, value: loadDocumentText(text, 'swagger.yaml') };
  return bundleDocumentNow(source, new URL('file:///swagger.yaml'), ({ pathname }) => {
    const found = files[pathname.slice(1)];
    if (found === undefined) throw new UnreadableFile(`${pathname} does not exist`);
    return { name: pathname.slice(1), text: found, value: readYaml(found).value as Json };
  }).document;
}

/** What the operation `POST /a` is read as; `more` stands at the top of the document. */
function operation(written: string, more = ''): JsonObject {
  const lines = written
    .trim()
    .split('\n')
    .map((line) => `      ${line}`);
  const text = `swagger: "2.0"\ninfo: { title: T, version: "1" }\n${more}\npaths:\n  /a:\n    post:\n${lines.join('\n')}\n`;
  return valueAt(read(text), ['paths', '/a', 'post']) as JsonObject;
}

describe('a Swagger 2.0 document', () => {
  it('has its addresses as servers, also those of one operation', () => {
    const api = 'swagger: "2.0"\nhost: a.example\nbasePath: /v1\nschemes: [https, http]\npaths: {}\n';
    const servers = [{ url: 'https://a.example/v1' }, { url: 'http://a.example/v1' }];
    expect(read(api)).toEqual({ openapi: '3.0.4', servers, paths: {} });
    expect(read('swagger: 2.0\nbasePath: /v1\npaths: {}\n')['servers']).toEqual([{ url: '/v1' }]);
    expect(read('swagger: "2.0"\nschemes: [https]\npaths: {}\n')).toEqual({ openapi: '3.0.4', paths: {} });
    expect(operation('schemes: [wss]', 'host: a.example\nbasePath: /v1')['servers']).toEqual([
      { url: 'wss://a.example/v1' },
    ]);
  });

  it('has the media types of the operation, else of the document', () => {
    const written = `
parameters: [{ name: body, in: body, required: true, description: The book., schema: { type: string } }]
responses: { 200: { description: ok, schema: { type: string } }, 204: { description: none } }`;
    const typesOf = ({ requestBody, responses }: JsonObject) => [
      Object.keys(valueAt(requestBody, ['content']) as JsonObject),
      Object.keys(valueAt(responses, ['200', 'content']) as JsonObject),
    ];
    const global = 'consumes: [application/xml]\nproduces: [text/csv, application/xml]';
    expect(typesOf(operation(written))).toEqual([['application/json'], ['application/json']]);
    expect(typesOf(operation(written, global))).toEqual([['application/xml'], ['text/csv', 'application/xml']]);
    expect(typesOf(operation(`consumes: [text/plain]\nproduces: text/html\n${written}`, global))).toEqual([
      ['text/plain'],
      ['text/html'],
    ]);
    expect(typesOf(operation(`consumes: []\nproduces: []\n${written}`))).toEqual([
      ['application/json'],
      ['application/json'],
    ]);
    expect(operation(written)['requestBody']).toEqual({
      content: { 'application/json': { schema: { type: 'string' } } },
      required: true,
      description: 'The book.',
    });
    expect(valueAt(operation(written), ['responses', '204'])).toEqual({ description: 'none' });
  });

  it('has the media types of the operation for an answer that several share', () => {
    const shared = 'produces: [application/json]\nresponses: { Book: { description: ok, schema: { type: string } } }';
    const written = "responses: { 200: { $ref: '#/responses/Book' } }";
    expect(operation(written, shared)['responses']).toEqual({ 200: { $ref: '#/components/responses/Book' } });
    expect(operation(`produces: [text/csv]\n${written}`, shared)['responses']).toEqual({
      200: { description: 'ok', content: { 'text/csv': { schema: { type: 'string' } } } },
    });
  });

  it('has forms as bodies: with files as multipart, else as text unless it says otherwise', () => {
    const form = (more: string, consumes = '') =>
      operation(
        `${consumes}parameters: [{ name: name, in: formData, required: true, type: string, enum: [a], x-order: 1 }, ${more}]`,
      );
    const properties = { name: { type: 'string', enum: ['a'], 'x-order': 1 } };
    const list = '{ name: tags, in: formData, type: array, items: { type: string } }';
    const tags = { type: 'array', items: { type: 'string' } };
    expect(form(list)['requestBody']).toEqual({
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', required: ['name'], properties: { ...properties, tags } },
          encoding: { tags: { style: 'form', explode: false } },
        },
      },
    });
    expect(form('{ name: file, in: formData, type: file }')['requestBody']).toMatchObject({
      content: {
        'multipart/form-data': {
          schema: { properties: { ...properties, file: { type: 'string', format: 'binary' } } },
        },
      },
    });
    const both = 'consumes: [multipart/form-data, application/x-www-form-urlencoded, application/json]\n';
    expect(Object.keys(valueAt(form(list, both)['requestBody'], ['content']) as JsonObject)).toEqual([
      'multipart/form-data',
      'application/x-www-form-urlencoded',
    ]);
    expect(operation('parameters: [{ name: a, in: formData, type: string }]')['requestBody']).toEqual({
      content: {
        'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { a: { type: 'string' } } } },
      },
    });
  });

  it('has bodies and forms that are declared for all operations, or for a path', () => {
    const shared = `
parameters:
  Book: { name: book, in: body, schema: { type: string } }
  Limit: { name: limit, in: query, type: integer }`;
    expect(operation("parameters: [{ $ref: '#/parameters/Book' }, { $ref: '#/parameters/Limit' }]", shared)).toEqual({
      parameters: [{ $ref: '#/components/parameters/Limit' }],
      requestBody: { content: { 'application/json': { schema: { type: 'string' } } } },
    });
    const path = (own: string) =>
      read(`swagger: "2.0"
paths:
  /a:
    post: { parameters: [${own}] }
    x-owner: books
    parameters: [{ name: book, in: body, schema: { type: string } }, { name: id, in: query, type: string }]
`);
    const id = { name: 'id', in: 'query', schema: { type: 'string' } };
    const item = (type: string) => ({
      'x-owner': 'books',
      parameters: [id],
      post: { requestBody: { content: { 'application/json': { schema: { type } } } } },
    });
    expect(path('')['paths']).toEqual({ '/a': item('string') });
    expect(path('{ name: b, in: body, schema: { type: integer } }')['paths']).toEqual({ '/a': item('integer') });
  });

  it.each([
    ['query', 'csv', { style: 'form', explode: false }],
    ['query', 'ssv', { style: 'spaceDelimited', explode: false }],
    ['query', 'pipes', { style: 'pipeDelimited', explode: false }],
    ['query', 'multi', { style: 'form', explode: true }],
    ['query', undefined, { style: 'form', explode: false }],
    ['path', 'csv', { style: 'simple', explode: false }],
    ['header', undefined, { style: 'simple', explode: false }],
  ])('has the lists of a %s parameter written as %s', (carrier, format, style) => {
    const written = `parameters: [{ name: a, in: ${carrier}, type: array, items: { type: integer }, maxItems: 3 ${format ? `, collectionFormat: ${format}` : ''} }]`;
    expect(operation(written)['parameters']).toEqual([
      { name: 'a', in: carrier, schema: { type: 'array', items: { type: 'integer' }, maxItems: 3 }, ...style },
    ]);
  });

  it('has the headers of answers in their order, and files', () => {
    const { responses } = operation(`
produces: [application/pdf]
responses:
  200: { description: ok, x-cache: 1, schema: { type: file }, headers: { X-B: { type: integer, description: b }, X-A: { type: array, items: { type: string } } } }
  x-note: 1`);
    const response = valueAt(responses, ['200']) as JsonObject;
    expect(response).toEqual({
      description: 'ok',
      'x-cache': 1,
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
      headers: {
        'X-B': { description: 'b', schema: { type: 'integer' } },
        'X-A': { schema: { type: 'array', items: { type: 'string' } } },
      },
    });
    expect(Object.keys(response['headers'] as JsonObject)).toEqual(['X-B', 'X-A']);
    expect((responses as JsonObject)['x-note']).toBe(1);
  });

  it('has every media type of an answer, whichever has an example', () => {
    const { responses } = operation(`
produces: [application/json, text/plain]
responses: { 200: { description: ok, schema: { type: object }, examples: { application/json: { type: file }, text/csv: a } } }`);
    expect(responses).toEqual({
      200: {
        description: 'ok',
        content: {
          'application/json': { schema: { type: 'object' }, example: { type: 'file' } },
          'text/plain': { schema: { type: 'object' } },
        },
        'x-examples': { 'text/csv': 'a' },
      },
    });
  });

  it('has its security', () => {
    const { components, security } = read(`swagger: "2.0"
security: [{ key: [] }]
securityDefinitions:
  key: { type: apiKey, name: X-Key, in: header, x-a: 1 }
  basic: { type: basic, description: With a password. }
  code: { type: oauth2, flow: accessCode, authorizationUrl: 'https://a.example/a', tokenUrl: 'https://a.example/t', scopes: { read: r } }
  machine: { type: oauth2, flow: application, tokenUrl: 'https://a.example/t', scopes: {} }
  nothing: null
paths: {}
`);
    expect(security).toEqual([{ key: [] }]);
    expect((components as JsonObject)['securitySchemes']).toEqual({
      key: { type: 'apiKey', name: 'X-Key', in: 'header', 'x-a': 1 },
      basic: { type: 'http', scheme: 'basic', description: 'With a password.' },
      code: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://a.example/a',
            tokenUrl: 'https://a.example/t',
            scopes: { read: 'r' },
          },
        },
      },
      machine: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: {} } } },
    });
  });

  it('has its schemas, with what null and the type of a union are written as', () => {
    const { components } = read(`swagger: "2.0"
definitions:
  Pet: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string }, name: { type: string, x-nullable: true } } }
  Cat: { allOf: [{ $ref: '#/definitions/Pet' }], x-go-name: Cat, example: { discriminator: kind, x-nullable: true } }
paths: {}
`);
    expect((components as JsonObject)['schemas']).toEqual({
      Pet: {
        type: 'object',
        discriminator: { propertyName: 'kind' },
        required: ['kind'],
        properties: { kind: { type: 'string' }, name: { type: 'string', nullable: true } },
      },
      Cat: {
        allOf: [{ $ref: '#/components/schemas/Pet' }],
        'x-go-name': 'Cat',
        example: { discriminator: 'kind', 'x-nullable': true },
      },
    });
  });

  it('may refer to other files, and to schemas inside of operations', () => {
    const document = read(
      `swagger: "2.0"
paths:
  /a: { $ref: 'paths.yaml#/a' }
  /b: { get: { responses: { 200: { description: ok, schema: { $ref: '#/paths/~1c/get/responses/200/schema' } } } } }
  /c: { get: { responses: { 200: { description: ok, schema: { type: integer } } } } }
`,
      {
        'paths.yaml':
          "a:\n  get: { parameters: [{ $ref: 'parts.yaml#/limit' }, { $ref: 'parts.yaml#/body' }], responses: { 200: { $ref: 'parts.yaml#/ok' } } }\n",
        'parts.yaml': `limit: { name: limit, in: query, type: integer }
body: { name: body, in: body, schema: { $ref: '#/pet' } }
ok: { description: ok, schema: { $ref: '#/pet' } }
pet: { type: object, discriminator: kind, properties: { name: { type: string, x-nullable: true } } }
`,
      },
    );
    const pet = { 'application/json': { schema: { $ref: '#/x-svc-files/parts.yaml/pet' } } };
    expect(valueAt(document, ['paths', '/a'])).toEqual({
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        requestBody: { content: pet },
        responses: { 200: { description: 'ok', content: pet } },
      },
    });
    expect(valueAt(document, ['paths', '/b', 'get', 'responses', '200', 'content', 'application/json'])).toEqual({
      schema: { type: 'integer' },
    });
    expect(valueAt(document, ['x-svc-files', 'parts.yaml', 'pet'])).toMatchObject({
      discriminator: { propertyName: 'kind' },
      properties: { name: { nullable: true } },
    });
  });

  it('is read whatever stands where something else belongs', () => {
    expect(
      operation(`
consumes: 3
parameters: [null, { name: a }, text, { name: b, in: query, type: string, x-example: c }]
responses: { 200: null, 201: text, default: { description: x, headers: { A: null } } }
x-empty: null`),
    ).toEqual({
      parameters: [{ name: 'b', in: 'query', schema: { type: 'string' }, example: 'c' }],
      responses: { 200: {}, 201: {}, default: { description: 'x', headers: {} } },
    });
    expect(
      read('swagger: "2.0"\npaths: { /a: null, /b: { get: null, x-a: null, parameters: {} }, x-c: [1] }\n'),
    ).toEqual({
      openapi: '3.0.4',
      paths: { '/b': { 'x-a': null }, 'x-c': [1] },
    });
    expect(read('swagger: "2.0"\n')).toEqual({ openapi: '3.0.4' });
  });
});
