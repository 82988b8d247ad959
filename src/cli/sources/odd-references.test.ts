import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from '../testing/capture-io.js';
import { makeRepository } from '../testing/make-repository.js';

const api = `openapi: 3.0.0
info: { title: Keys, version: '1' }
paths:
  /keys:
    get:
      $ref: ops/list.yml
`;
const list = (limit: string, type: string) => `operationId: listKeys
parameters:
  - { name: limit, in: query, ${limit} }
responses:
  '200':
    description: ok
    content: { application/json: { schema: { type: ${type} } } }
`;
const lost = api.replace('ops/list.yml', '../a/ops/list.yml#/lost');

let repository: ReturnType<typeof makeRepository>;
beforeAll(() => {
  repository = makeRepository({
    'a/openapi.yaml': api,
    'a/ops/list.yml': list('schema: { type: integer }', 'string'),
    'b/openapi.yaml': api,
    'b/ops/list.yml': list('required: true, schema: { type: integer }', 'integer'),
    'lost/openapi.yaml': lost,
  });
});
afterAll(() => repository.remove());

const svc = (...argv: readonly string[]) => capture(argv, { cwd: repository.cwd });

describe('an operation that is a reference', () => {
  it('is compared, with the lines of its own file', async () => {
    const { code, stdout } = await svc('diff', 'a/openapi.yaml', 'b/openapi.yaml', '--format', 'json');
    const { results } = JSON.parse(stdout) as { results: readonly { id: string; file: string; line: number }[] };
    expect(results.map(({ id, file, line }) => `${id} ${file}:${line}`)).toEqual([
      'request-parameter-became-required b/ops/list.yml:3',
      'response-body-type-changed b/ops/list.yml:7',
    ]);
    expect(code).toBe(1);
  });

  it('is listed', async () => {
    const { stdout } = await svc('routes', '--document', 'a/openapi.yaml', '--format', 'json');
    expect(stdout).toContain('"operationId": "listKeys"');
  });

  it('that leads to nothing is removed, and said to lead to nothing', async () => {
    const { code, stdout, stderr } = await svc('diff', 'a/openapi.yaml', 'lost/openapi.yaml');
    expect(code).toBe(1);
    expect(stdout).toContain('error');
    expect(stderr).toBe(
      'lost/openapi.yaml:6: $ref "../a/ops/list.yml#/lost" cannot be resolved: a/ops/list.yml has nothing at /lost.\nIt is read as anything.\n',
    );
  });
});
