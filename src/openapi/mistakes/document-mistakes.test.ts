import { describe, expect, it } from 'vitest';
import { loadDocumentText } from '../load-document-text.js';
import { openDocument } from '../open-document.js';
import { findMistakes, firstOfEachKind, mistakeKinds } from './document-mistakes.js';

const head = "openapi: 3.1.0\ninfo: { title: Books, version: '1' }\n";
const ok = "responses: { '200': { description: ok } }";
const id = '{ name: id, in: path, required: true, schema: { type: string } }';

const find = (text: string) => findMistakes(openDocument(loadDocumentText(head + text)));

/** A document with one mistake, and what is said of it. */
const cases: Readonly<Record<string, readonly [text: string, pointer: string, message: string]>> = {
  'security-scheme-unknown': [
    `security: [{ basic: [] }]\npaths: { /a: { get: { operationId: a, security: [{ key: [] }, { lost: [] }, { 'https://a.example/schemes': [] }], ${ok} } } }\ncomponents: { securitySchemes: { key: { type: apiKey, in: header, name: K }, basic: { type: http, scheme: basic } } }\n`,
    '/paths/~1a/get/security/1/lost',
    'The security scheme "lost" is required, and components.securitySchemes has none of that name. Declare it there, or name one of these: key, basic.',
  ],
  'security-scope-unknown': [
    `paths: { /a: { get: { operationId: a, security: [{ o: [read, write], key: [any] }], ${ok} } } }\ncomponents: { securitySchemes: { key: { type: apiKey, in: header, name: K }, o: { type: oauth2, flows: { implicit: { scopes: { read: r } }, password: null } } } }\n`,
    '/paths/~1a/get/security/0/o/1',
    'The scope "write" of o is required, and no flow of o has it. Add it to the scopes of the flow that grants it.',
  ],
  'path-parameter-not-in-path': [
    `paths: { /: { get: { operationId: a, parameters: [${id}], ${ok} } } }\n`,
    '/paths/~1/get/parameters/0',
    'GET / has the path parameter "id", and its path has no {id}. Write {id} in the path, or remove the parameter.',
  ],
  'path-parameter-undeclared': [
    `paths: { '/a/{id}/{part}': { parameters: [${id}], get: { operationId: a, ${ok} } } }\n`,
    '/paths/~1a~1{id}~1{part}/get',
    'GET /a/{id}/{part} does not declare its path parameter "part". Add { name: part, in: path, required: true, schema: { type: string } } to its parameters.',
  ],
  'path-parameter-renamed': [
    `paths: { '/a/{id}': { get: { operationId: a, parameters: [${id}], ${ok} } }, '/a/{name}/b': { get: { operationId: b, parameters: [${id.replace('id', 'name')}], ${ok} } } }\n`,
    '/paths/~1a~1{name}~1b',
    '/a/{name}/b has the parameter "name" where /a/{id} has "id". Use one name for what stands at one place.',
  ],
  'paths-of-same-requests': [
    `paths: { '/a/{id}': { get: { operationId: a, parameters: [${id}], ${ok} } }, '/a/{ID}': { get: { operationId: b, parameters: [${id.replace('id', 'ID')}], ${ok} }, post: { operationId: c, parameters: [${id.replace('id', 'ID')}], ${ok} } } }\n`,
    '/paths/~1a~1{ID}/get',
    'GET /a/{ID} and GET /a/{id} match the same requests. Remove one of them, or make their paths different.',
  ],
  'path-not-a-path': [
    `paths: { 'a?b=c': { get: { operationId: a, ${ok} } }, x-a: 1 }\n`,
    '/paths/a?b=c',
    'The path "a?b=c" has no slash at its start and a query. Write it as /books/{id}, and what follows a question mark as parameters.',
  ],
  'operation-id-missing': [
    `paths: { /a: { get: { ${ok} } } }\nwebhooks: { a: { post: { ${ok} } } }\n`,
    '/paths/~1a/get',
    'GET /a has no operationId. Add one, which clients and links can name it by.',
  ],
  'operation-id-repeated': [
    `paths: { /a: { get: { operationId: a, ${ok} }, post: { operationId: a, ${ok} } } }\n`,
    '/paths/~1a/post/operationId',
    'POST /a has the operationId "a", and so has GET /a. Give each its own.',
  ],
  'responses-missing': [
    'paths: { /a: { get: { operationId: a } } }\n',
    '/paths/~1a/get',
    'GET /a has no responses. Describe what it answers, such as 200.',
  ],
  'response-not-a-status': [
    `paths: { /a: { get: { operationId: a, responses: { ok: {}, 4XX: {}, default: { description: x }, x-a: 1 } } } }\n`,
    '/paths/~1a/get/responses/ok',
    'GET /a has a response "ok", which is no status. Write a status such as 200, a range such as 4XX, or default.',
  ],
  'parameter-unread': [
    `paths: { /a: { get: { operationId: a, parameters: [{ name: b, in: nowhere }], ${ok} } } }\n`,
    '/paths/~1a/get/parameters/0',
    'A parameter has the name "b" and is in "nowhere", so it is not read. Give it a name, and one of these places: query, path, header, cookie, querystring.',
  ],
  'parameter-repeated': [
    `paths: { /a: { get: { operationId: a, parameters: [{ name: b, in: header }, { $ref: '#/components/parameters/b' }], ${ok} } } }\ncomponents: { parameters: { b: { name: B, in: header } } }\n`,
    '/paths/~1a/get/parameters/1',
    'The header parameter "B" is listed twice; the last one counts. Remove one of them.',
  ],
  'reference-dangling': [
    `paths: {}\ncomponents: { schemas: { A: { properties: { b: { $ref: '#/components/schemas/B' } } } } }\n`,
    '/components/schemas/A/properties/b/$ref',
    '$ref "#/components/schemas/B" leads to nothing, so it stands for any value. Add what it names, or name something that is there.',
  ],
  'value-unexpected': [
    `paths: { /a: { get: { operationId: a, tags: null, parameters: { a: 1 }, ${ok} } } }\n`,
    '/paths/~1a/get/parameters',
    'parameters is an object, where OpenAPI has a list, so it is not read. Write a list.',
  ],
  'schema-type-unknown': [
    'paths: {}\ncomponents: { schemas: { A: { type: [string, date] } } }\n',
    '/components/schemas/A/type',
    'A schema has the type "date", which no value has. Write one of these: string, number, integer, boolean, object, array, null.',
  ],
  'example-invalid': [
    'paths: {}\ncomponents: { parameters: { a: { name: a, in: query, schema: { type: integer }, example: 1, examples: { good: { value: 2 }, bad: { value: x } } } } }\n',
    '/components/parameters/a/examples/bad',
    'An example does not fit its schema: must be integer. Correct it, or the schema.',
  ],
};

describe('a mistake of a document', () => {
  it('is of a kind that is shown here', () => {
    expect(Object.keys(cases).toSorted()).toEqual(mistakeKinds.map(({ id: kind }) => kind).toSorted());
  });

  it.each(Object.entries(cases))('%s has its place, and the fix', (kind, [text, pointer, message]) => {
    const found = find(text).filter(({ id: other }) => other === kind || other !== 'path-parameter-renamed');
    expect(found.map((one) => `${one.id} ${one.pointer}: ${one.message} ${one.fix}`)).toEqual([
      `${kind} ${pointer}: ${message}`,
    ]);
  });

  it('is found in defaults, bodies and the examples of schemas', () => {
    const found =
      find(`paths: { /a: { post: { operationId: a, requestBody: { content: { application/json: { schema: { type: integer }, example: x }, application/xml: { schema: { type: integer }, example: <x/> } } }, ${ok} } } }
components: { schemas: { A: { type: string, default: 1, examples: [a, 2] }, B: { $ref: '#/components/schemas/A', example: 3 } } }
`);
    expect(found.map(({ pointer }) => pointer)).toEqual([
      '/paths/~1a/post/requestBody/content/application~1json/example',
      '/components/schemas/A/default',
      '/components/schemas/A/examples/1',
    ]);
  });

  it('is counted by kind', () => {
    const found = find(`paths: { /a: { get: { ${ok} }, post: { ${ok} }, put: { operationId: a } } }\n`);
    expect(firstOfEachKind(found).map(({ mistake, count }) => `${count} ${mistake.id} ${mistake.pointer}`)).toEqual([
      '2 operation-id-missing /paths/~1a/get',
      '1 responses-missing /paths/~1a/put',
    ]);
  });

  it('is found in none of a document that says nothing wrong, or nothing', () => {
    expect(
      find(
        `paths: { /a: { get: { operationId: a, responses: { default: { description: x }, 4XX: { description: y } } } } }\n`,
      ),
    ).toEqual([]);
    expect(find(`webhooks: { a: { post: { ${ok} } } }\n`)).toEqual([]);
    expect(findMistakes(openDocument({ openapi: '3.1.0' }))).toEqual([]);
  });
});
