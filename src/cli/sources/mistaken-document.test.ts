import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDocumentText } from '../../openapi/load-document-text.js';
import { findMistakes, mistakeKinds } from '../../openapi/mistakes/document-mistakes.js';
import { openDocument } from '../../openapi/open-document.js';
import { capture } from '../testing/capture-io.js';
import { makeRepository } from '../testing/make-repository.js';

/** A document with a mistake of every kind, and a few that are worse; clients can use it. */
const mistaken = (limit: string) => `openapi: 3.0.3
info: { title: Books, version: '1' }
servers: null
tags: null
security: [{ lost: [] }]
paths:
  /: { get: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }] } }
  /books: { get: { operationId: list, tags: books, security: [{ o: [write] }], parameters: [{ name: limit, in: query, schema: { type: integer${limit} }, example: many }, { name: limit, in: query, schema: { type: integer${limit} } }, { name: x, in: nowhere }, { $ref: '#/components/parameters/lost' }], responses: { default: { description: x }, 4XX: { description: y }, ok: { description: z } } } }
  /books/{id}: { get: { operationId: list, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Lost' } } } } } }, post: null }
  /books/{name}: { get: { responses: { '200': { $ref: '#/components/responses/lost' } } }, put: { requestBody: { $ref: '#/components/requestBodies/lost' }, responses: { '200': null } } }
  /shelves: { $ref: '#/components/pathItems/lost' }
  /nothing:
  'shelves?x=1': { get: { responses: {} } }
components:
  securitySchemes: { o: { type: oauth2, flows: { implicit: { authorizationUrl: 'https://a.example', scopes: { read: r } } } } }
  schemas:
    A: { type: strng, default: 1, properties: [a], required: id, enum: x, pattern: '(?<a' }
    B: null
    C: { $ref: '#/components/schemas/D' }
    D: { $ref: '#/components/schemas/C' }
`;

let repository: ReturnType<typeof makeRepository>;
beforeAll(() => {
  repository = makeRepository({
    'openapi.yaml': mistaken(''),
    'newer.yaml': mistaken(', maximum: 5'),
    'empty.yaml': 'openapi: 3.1.0\ninfo: { title: Books, version: "1" }\nwebhooks: { a: { post: {} } }\n',
    'svc.config.yaml': 'document: openapi.yaml\n',
  });
});
afterAll(() => repository.remove());

const svc = (...argv: readonly string[]) => capture(argv, { cwd: repository.cwd });

describe('a document with every mistake', () => {
  it('has each of them', () => {
    const found = new Set(findMistakes(openDocument(loadDocumentText(mistaken('')))).map(({ id }) => id));
    expect(mistakeKinds.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([]);
  });

  it.each([
    'diff openapi.yaml openapi.yaml',
    'diff empty.yaml empty.yaml',
    'routes --document openapi.yaml',
    'routes --document empty.yaml',
    'lifecycle --document openapi.yaml',
    'openapi lock --document openapi.yaml --dir locks',
    'openapi lock --document empty.yaml --dir empty',
    'docs --document openapi.yaml --out-dir site',
    'docs --document empty.yaml --out-dir empty-site',
    'shapes openapi.yaml',
    'shapes empty.yaml',
    'changelog --document openapi.yaml --since HEAD',
    'gate --document openapi.yaml --base HEAD --dir locks',
  ])('is read by svc %s', async (words) => {
    const { code, stderr } = await svc(...words.split(' '));
    expect([code, stderr.includes('svc failed')]).toEqual([0, false]);
  });

  it('shows what changes in it, and what it says of nothing', async () => {
    const { code, stdout, stderr } = await svc('diff', 'openapi.yaml', 'newer.yaml');
    expect(code).toBe(1);
    expect(stdout).toContain('[request-parameter-max-set]');
    expect(stderr).toContain('openapi.yaml:8: $ref "#/components/parameters/lost" cannot be resolved: ');
    expect(stderr).toContain('… and 3 more references to nothing.\nThey are read as anything.\n');
    expect((await svc('diff', 'openapi.yaml', 'empty.yaml')).code).toBe(1);
  });
});
