import { afterAll, beforeAll, expect, it } from 'vitest';
import { capture } from '../testing/capture-io.js';
import { makeRepository } from '../testing/make-repository.js';

const api = (title: string) => `openapi: 3.2.0
$self: https://books.example/api/openapi.yaml
info: { title: Books, version: '1' }
tags: [{ name: books, summary: Books, kind: nav }, { name: shelves, parent: books }]
paths:
  /books:
    query:
      operationId: search
      tags: [shelves]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Query' } } } }
      responses: { '200': { summary: Found, content: { application/jsonl: { itemSchema: { $ref: 'https://books.example/api/book.yaml' } } } } }
    get:
      operationId: list
      parameters: [{ name: q, in: querystring, content: { application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Query' } } } }]
      responses: { '200': { description: ok, content: { text/event-stream: { $ref: '#/components/mediaTypes/Events' } } } }
    additionalOperations:
      COPY: { operationId: copy, responses: { '204': { description: ok } } }
components:
  mediaTypes: { Events: { itemSchema: { type: object, properties: { data: { type: string } } } } }
  securitySchemes: { o: { type: oauth2, oauth2MetadataUrl: 'https://a.example/m', flows: { deviceAuthorization: { deviceAuthorizationUrl: 'https://a.example/d', tokenUrl: 'https://a.example/t', scopes: {} } } } }
  schemas: { Query: { type: object, properties: { title: { type: ${title} } } } }
`;

let repository: ReturnType<typeof makeRepository>;
beforeAll(() => {
  repository = makeRepository({
    'openapi.yaml': api('string'),
    'newer.yaml': api('integer'),
    'book.yaml': 'type: object\nproperties: { id: { type: string } }\n',
  });
});
afterAll(() => repository.remove());

const svc = (...argv: readonly string[]) => capture(argv, { cwd: repository.cwd });

it('OpenAPI 3.2 is read by every command', async () => {
  const routes = await svc('routes', '--document', 'openapi.yaml');
  expect(routes.stdout).toMatch(/GET .*openapi\.yaml:12\nCOPY .*openapi\.yaml:17\nQUERY .*openapi\.yaml:7\n/);
  expect((await svc('openapi', 'lock', '--document', 'openapi.yaml', '--dir', 'locks')).code).toBe(0);
  expect((await svc('openapi', 'lock', '--check', '--document', 'openapi.yaml', '--dir', 'locks')).code).toBe(0);
  expect((await svc('lifecycle', '--document', 'openapi.yaml')).code).toBe(0);
  expect((await svc('docs', '--document', 'openapi.yaml', '--out-dir', 'site')).code).toBe(0);
  const shapes = await svc('shapes', 'openapi.yaml');
  expect(shapes.stdout).toContain('method: "QUERY"');
  expect(shapes.stdout).toContain('method: "COPY"');
  const { stdout } = await svc('diff', 'openapi.yaml', 'newer.yaml');
  expect(stdout).toContain('[request-parameter-property-type-changed]');
  expect(stdout).toContain('QUERY /books');
});
