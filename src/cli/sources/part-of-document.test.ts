import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture } from '../testing/capture-io.js';

let remove = () => {};
afterEach(() => remove());

const document = `openapi: 3.0.3
info: { title: Cats, version: 1.0.0 }
paths:
  /api/health: { get: { responses: { 200: { description: ok } } } }
  /api/v1/cats:
    get: { responses: { 200: { description: ok } } }
  /api/v1/cats/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { 200: { description: ok } }
  /api/v2/cats:
    get: { responses: { 200: { description: ok } } }
  /api/v10/cats:
    get: { responses: { 200: { description: ok } } }
  /api/cats:
    post: { responses: { 201: { description: ok } } }
`;

async function routes(config: string) {
  const made = makeProject({ 'openapi.yaml': document, 'svc.config.yaml': config, 'package.json': '{}' });
  remove = made.remove;
  const { stdout, stderr, code } = await capture(['routes', '--format', 'json'], { cwd: made.cwd });
  if (code !== 0) return { code, stderr };
  const listed = JSON.parse(stdout) as {
    routes: { method: string; path: string; version: string; source: { line: number } }[];
  };
  return listed.routes.map(({ method, path, version, source }) => `${method} ${path} ${version} :${source.line}`);
}

const versions = `versions:
  "1": { file: openapi.yaml, paths: /api/v1 }
  "2": { file: openapi.yaml, paths: /api/v2 }
  "10": { file: openapi.yaml, paths: /api/v10 }
`;

describe('a document that several versions share', () => {
  it('is divided by the beginning of its paths; what is below none of them belongs to all', async () => {
    expect(await routes(versions)).toMatchInlineSnapshot(`
      [
        "POST /api/cats null :16",
        "GET /api/health null :4",
        "GET /api/v1/cats 1 :6",
        "GET /api/v1/cats/{id} 1 :8",
        "GET /api/v10/cats 10 :14",
        "GET /api/v2/cats 2 :12",
      ]
    `);
  });

  it('has no version in its paths where requests name it in a header', async () => {
    expect(await routes(`versioning: { type: header, header: X-API-Version }\n${versions}`)).toMatchInlineSnapshot(`
      [
        "GET /api/cats 1 :6",
        "GET /api/cats 2 :12",
        "GET /api/cats 10 :14",
        "POST /api/cats 1 :5",
        "POST /api/cats 2 :11",
        "POST /api/cats 10 :13",
        "GET /api/cats/{id} 1 :8",
        "GET /api/health 1 :4",
        "GET /api/health 2 :4",
        "GET /api/health 10 :4",
      ]
    `);
  });

  it('gives a path to the longest beginning', async () => {
    const nested =
      'versions:\n  "1": { file: openapi.yaml, paths: /api }\n  "2": { file: openapi.yaml, paths: /api/v2 }\n';
    expect(await routes(nested)).toMatchInlineSnapshot(`
      [
        "POST /api/cats 1 :16",
        "GET /api/health 1 :4",
        "GET /api/v1/cats 1 :6",
        "GET /api/v1/cats/{id} 1 :8",
        "GET /api/v10/cats 1 :14",
        "GET /api/v2/cats 2 :12",
      ]
    `);
  });

  it.each([
    ['/v3', 'paths is /v3, and the document has no path below it.'],
    ['/api/v', 'paths is /api/v, and the document has no path below it.'],
    ['api/v1', 'paths is "api/v1". Write the beginning of the paths, such as /v1.'],
    ['/api/v1/', 'paths is "/api/v1/". Write the beginning of the paths, such as /v1.'],
  ])('is refused with the line for paths: %s', async (paths, message) => {
    const config = `versions:\n  "1": { file: openapi.yaml, paths: ${paths} }\n`;
    const refused = (await routes(config)) as { readonly code: number; readonly stderr: string };
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/svc\.config\.yaml:2\b/);
    expect(refused.stderr).toContain(message);
  });

  it('is printed once by a command that several versions name', async () => {
    const made = makeProject({
      'openapi.yaml': document,
      'svc.config.yaml': versions.replaceAll('file: openapi.yaml', 'command: "cat openapi.yaml; echo x >> runs.txt"'),
      'package.json': '{}',
    });
    remove = made.remove;
    await capture(['routes'], { cwd: made.cwd });
    expect(readFileSync(made.path('runs.txt'), 'utf8')).toBe('x\n');
  });
});
