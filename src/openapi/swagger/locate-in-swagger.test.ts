import { describe, expect, it } from 'vitest';
import { tokensOf, pointerTo } from '../../json/pointer.js';
import { findOrigin } from '../references/find-origin.js';
import { loadDocumentText } from '../load-document-text.js';
import { tokensInSwagger } from './locate-in-swagger.js';

const document = loadDocumentText(`swagger: "2.0"
host: a.example
consumes: [application/json]
produces: [application/json, text/csv]
paths:
  /books:
    parameters:
      - { name: shelf, in: header, type: string }
      - { $ref: '#/parameters/Book' }
    get:
      produces: [text/plain]
      schemes: [https]
      parameters:
        - { $ref: '#/parameters/Limit' }
        - { name: tags, in: query, type: array, collectionFormat: pipes, items: { type: string } }
      responses:
        200: { description: ok, schema: { type: string }, headers: { X-A: { type: string } }, examples: { text/plain: a } }
    post:
      responses: { 200: { $ref: '#/responses/Book' }, 201: { description: ok, schema: { type: string } } }
    put:
      parameters:
        - { name: id, in: query, type: string }
        - { name: title, in: formData, type: string, required: true }
        - { name: tags, in: formData, type: array, items: { type: string }, collectionFormat: csv }
parameters:
  Book: { name: book, in: body, required: true, schema: { type: object, properties: { title: { type: string } } } }
  Limit: { name: limit, in: query, type: integer }
responses:
  Book: { description: ok, schema: { type: string } }
definitions:
  Book: { type: object }
securityDefinitions:
  key: { type: oauth2, flow: implicit, scopes: { read: r } }
`);

describe('the place in a Swagger 2.0 document', () => {
  it.each([
    ['/servers/0/url', '/host'],
    ['/components/schemas/Book/type', '/definitions/Book/type'],
    ['/components/parameters/Limit/schema/type', '/parameters/Limit/type'],
    ['/components/responses/Book/content/application~1json/schema/type', '/responses/Book/schema/type'],
    ['/components/securitySchemes/key/flows/implicit/scopes/read', '/securityDefinitions/key/scopes/read'],
    ['/paths/~1books/parameters/0/schema/type', '/paths/~1books/parameters/0/type'],
    ['/paths/~1books/get/servers/0', '/paths/~1books/get/schemes'],
    ['/paths/~1books/get/parameters/0/schema/type', '/parameters/Limit/type'],
    ['/paths/~1books/get/parameters/1/style', '/paths/~1books/get/parameters/1/collectionFormat'],
    ['/paths/~1books/get/parameters/1/schema/items/type', '/paths/~1books/get/parameters/1/items/type'],
    ['/paths/~1books/get/requestBody/required', '/parameters/Book/required'],
    ['/paths/~1books/get/responses/200/content/text~1plain', '/paths/~1books/get/produces/0'],
    [
      '/paths/~1books/get/responses/200/content/text~1plain/example',
      '/paths/~1books/get/responses/200/examples/text~1plain',
    ],
    ['/paths/~1books/get/responses/200/headers/X-A/schema/type', '/paths/~1books/get/responses/200/headers/X-A/type'],
    ['/paths/~1books/post/requestBody', '/paths/~1books/parameters/1'],
    ['/paths/~1books/post/requestBody/content/application~1json', '/consumes/0'],
    [
      '/paths/~1books/post/requestBody/content/application~1json/schema/properties/title/type',
      '/parameters/Book/schema/properties/title/type',
    ],
    ['/paths/~1books/post/responses/200/content/application~1json/schema/type', '/responses/Book/schema/type'],
    ['/paths/~1books/post/responses/201/content/text~1csv', '/produces/1'],
    ['/paths/~1books/put/parameters/0/name', '/paths/~1books/put/parameters/0/name'],
    [
      '/paths/~1books/put/requestBody/content/application~1x-www-form-urlencoded/schema/properties/tags/type',
      '/paths/~1books/put/parameters/2/type',
    ],
    [
      '/paths/~1books/put/requestBody/content/application~1x-www-form-urlencoded/schema/required',
      '/paths/~1books/put/parameters/1',
    ],
    [
      '/paths/~1books/put/requestBody/content/application~1x-www-form-urlencoded/encoding/tags/style',
      '/paths/~1books/put/parameters/2/collectionFormat',
    ],
    ['/paths/~1books/delete', '/paths/~1books'],
    ['/webhooks/a', ''],
  ])('of %s is %s', (converted, written) => {
    expect(pointerTo(findOrigin(document, tokensInSwagger(document, tokensOf(converted))))).toBe(written);
  });
});
