import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from '../testing/capture-io.js';
import { makeRepository } from '../testing/make-repository.js';

const api = ({ name = 'string', produces = '', limit = '' }) => `swagger: "2.0"
info: { title: Books, version: 1.0.0 }
host: books.example
basePath: /v1
schemes: [https]
produces: [application/json${produces}]
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: shelf, in: query, type: string }
        - { name: limit, in: query, type: integer${limit} }
      responses:
        200: { description: ok, schema: { $ref: '#/definitions/Book' } }
    post:
      deprecated: true
      x-sunset: 2027-01-01
      parameters:
        - name: book
          in: body
          required: true
          schema: { $ref: '#/definitions/Book' }
      responses:
        201: { description: created }
definitions:
  Book:
    type: object
    required: [name]
    properties:
      name:
        type: ${name}
`;

let repository: ReturnType<typeof makeRepository>;
beforeAll(() => {
  repository = makeRepository({
    'swagger.yaml': api({}),
    'newer.yaml': api({ name: 'integer', limit: ', maximum: 5' }),
    'fewer.yaml': api({}).replace('[application/json]', '[text/plain]'),
    'openapi.yaml': `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
servers: [{ url: https://books.example/v1 }]
paths:
  /books:
    get:
      operationId: listBooks
      parameters: [{ name: shelf, in: query, schema: { type: string } }, { name: limit, in: query, schema: { type: integer } }]
      responses: { 200: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
    post:
      deprecated: true
      x-sunset: 2027-01-01
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses: { 201: { description: created } }
components: { schemas: { Book: { type: object, required: [name], properties: { name: { type: string } } } } }
`,
  });
});
afterAll(() => repository.remove());

const svc = (...argv: readonly string[]) => capture(argv, { cwd: repository.cwd });

interface Printed {
  readonly results: readonly {
    readonly id: string;
    readonly pointer: string;
    readonly file: string;
    readonly line: number;
  }[];
}
const resultsOf = (stdout: string) =>
  (JSON.parse(stdout) as Printed).results.map(({ id, pointer, file, line }) => `${id} ${file}:${line} ${pointer}`);

describe('a Swagger 2.0 document', () => {
  it('is the same API as its conversion', async () => {
    expect((await svc('diff', 'swagger.yaml', 'openapi.yaml')).stdout).toContain('No differences.');
    expect((await svc('diff', 'openapi.yaml', 'swagger.yaml')).stdout).toContain('No differences.');
  });

  it('has its own lines and pointers in svc diff', async () => {
    const { stdout, code } = await svc('diff', 'swagger.yaml', 'newer.yaml', '--format', 'json');
    expect(code).toBe(1);
    expect(resultsOf(stdout)).toEqual([
      'request-property-type-changed newer.yaml:32 /definitions/Book/properties/name/type',
      'api-version-not-bumped newer.yaml:2 /info/version',
      'request-parameter-max-set newer.yaml:13 /paths/~1books/get/parameters/1/maximum',
    ]);
    expect(resultsOf((await svc('diff', 'swagger.yaml', 'fewer.yaml', '--format', 'json')).stdout)).toEqual([
      'api-version-not-bumped fewer.yaml:2 /info/version',
      'response-media-type-removed fewer.yaml:6 /produces',
      'response-media-type-added fewer.yaml:6 /produces/0',
    ]);
  });

  it('has its own lines and pointers in locks', async () => {
    const document = ['--document', 'swagger.yaml'];
    expect((await svc('openapi', 'lock', ...document)).stderr).toContain('contracts/api.json');
    expect((await svc('openapi', 'lock', '--check', ...document)).code).toBe(0);
    const { stdout, code } = await svc('openapi', 'lock', '--check', '--document', 'newer.yaml', '--format', 'json');
    expect(code).toBe(1);
    expect(stdout).toContain('"file": "newer.yaml",\n');
    expect(stdout).toContain('"line": 13,\n');
    expect(stdout).toContain('"pointer": "/paths/~1books/get/parameters/1/maximum"');
  });

  it('is read by routes, lifecycle and shapes', async () => {
    const routes = await svc('routes', '--document', 'swagger.yaml');
    expect(routes.stdout).toMatch(/GET +\/books .*swagger\.yaml:9/);
    expect(routes.stdout).toMatch(/POST +\/books .*swagger\.yaml:16/);
    expect((await svc('lifecycle', '--document', 'swagger.yaml')).stdout).toContain('2027-01-01');
    expect((await svc('shapes', 'swagger.yaml')).stdout).toContain(
      'export const Book = z.object({ name: z.string() })',
    );
  });
});
