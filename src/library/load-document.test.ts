import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../export/testing/temporary-project.js';
import { classify, DocumentError, loadDocument } from './index.js';

const api = `openapi: 3.1.0
info: { title: Orders, version: "1" }
paths:
  /orders:
    post:
      requestBody: { content: { application/json: { schema: { $ref: schemas/order.yaml } } } }
`;
const order = 'type: object\nproperties:\n  size: { type: integer }\n';

function project(
  files: Readonly<Record<string, string>> = { 'api/openapi.yaml': api, 'api/schemas/order.yaml': order },
) {
  const { cwd, path, remove } = makeProject(files, { packages: [] });
  onTestFinished(remove);
  return { cwd, path };
}

const messageOf = (loading: Promise<unknown>): Promise<string> =>
  loading.then(
    () => 'loaded',
    (error: unknown) => {
      expect(error).toBeInstanceOf(DocumentError);
      return (error as Error).message;
    },
  );

describe('a document', () => {
  it('is read from a path, a file URL, its text or an object, with the files that it refers to', async () => {
    const { cwd, path } = project();
    const fromPath = await loadDocument('api/openapi.yaml', { cwd });
    expect(fromPath.files).toEqual(['api/openapi.yaml', 'api/schemas/order.yaml']);
    expect(fromPath.content).toMatchObject({ openapi: '3.1.0', 'x-svc-files': { 'schemas/order.yaml': {} } });
    const others = await Promise.all([
      loadDocument(pathToFileURL(path('api/openapi.yaml')), { cwd }),
      loadDocument(api, { cwd, file: 'api/openapi.yaml' }),
      loadDocument(
        {
          openapi: '3.1.0',
          info: { title: 'Orders', version: '1' },
          paths: {
            '/orders': {
              post: { requestBody: { content: { 'application/json': { schema: { $ref: 'schemas/order.yaml' } } } } },
            },
          },
        },
        { cwd, file: 'api/openapi.yaml' },
      ),
    ]);
    for (const other of others) {
      expect(other).toEqual(fromPath);
      expect(classify(fromPath, other)).toBe('unchanged');
    }
  });

  it('needs no folder without references to files, and then has no files', async () => {
    const text = '{ "openapi": "3.0.3", "info": { "title": "Orders", "version": "1" }, "paths": {} }';
    expect(await loadDocument(text)).toEqual({ content: JSON.parse(text), files: [], notes: [] });
  });

  it('keeps what it was loaded from when the object changes', async () => {
    const written = { openapi: '3.1.0', info: { title: 'Orders', version: '1' }, paths: {} };
    const { content } = await loadDocument(written);
    written.info.title = 'Changed';
    expect(content['info']).toEqual({ title: 'Orders', version: '1' });
  });
});

describe('what is not a document says what to write', () => {
  const text = 'openapi: 3.1.0\ncomponents:\n  schemas:\n    Pet: { $ref: "pet.yaml" }\n';

  it('a missing file, a folder, and an address', async () => {
    const { cwd } = project();
    expect(await messageOf(loadDocument('openapi.yaml', { cwd }))).toBe(
      `openapi.yaml does not exist. Name an OpenAPI document relative to ${cwd}.`,
    );
    expect(await messageOf(loadDocument('api', { cwd }))).toBe(
      `api is a folder. Name an OpenAPI document relative to ${cwd}.`,
    );
    expect(await messageOf(loadDocument(`${cwd}-missing/openapi.yaml`, { cwd }))).toContain('does not exist.');
    expect(await messageOf(loadDocument(new URL('https://example.com/openapi.yaml')))).toBe(
      'https://example.com/openapi.yaml is not a file, and URLs are not fetched. Pass its path or its text.',
    );
  });

  it.each<[string, string | object, string]>([
    ['another kind of document', 'swagger: "1.2"\n', 'the document is a Swagger 1.2 document. Supported versions: '],
    ['a text that is no YAML', 'openapi: 3.1.0\npaths: [\n', 'the document:3 is not valid YAML: '],
    ['an object', { swagger: '1.2' }, 'the document is a Swagger 1.2 document. Supported versions: '],
    ['a list', [], 'the document is not an OpenAPI document: it holds a list, not an object.'],
  ])('%s', async (_what, source, message) => {
    expect(await messageOf(loadDocument(source))).toContain(message);
  });

  it('an object that holds itself', async () => {
    const circle: Record<string, unknown> = { openapi: '3.1.0' };
    circle['paths'] = circle;
    expect(await messageOf(loadDocument(circle))).toContain('The document cannot be written as JSON: ');
  });

  it('a reference without a target, with its file and line', async () => {
    const { cwd } = project({ 'openapi.yaml': text });
    expect(await messageOf(loadDocument('openapi.yaml', { cwd }))).toBe(
      'openapi.yaml:4: $ref "pet.yaml" cannot be resolved: pet.yaml does not exist.',
    );
    expect(await messageOf(loadDocument(text.replace('pet.yaml', 'https://example.com/pet.yaml')))).toBe(
      'the document:4: $ref "https://example.com/pet.yaml" cannot be resolved: svc does not fetch the URL of a reference. Save https://example.com/pet.yaml in the repository, and refer to that file.',
    );
  });

  it('nothing, for a reference to nothing in a file that was read, which is noted', async () => {
    const { content, notes } = await loadDocument(text.replace('pet.yaml', '#/components/schemas/Dog'));
    expect(notes).toEqual([
      'the document:4: $ref "#/components/schemas/Dog" cannot be resolved: the document has nothing at /components/schemas/Dog.',
    ]);
    expect(JSON.stringify(content)).toContain('"$ref":"#/components/schemas/Dog"');
  });

  it('a reference to a file from a text that has no folder, which reads nothing', async () => {
    const { cwd } = project({ 'pet.yaml': 'type: object\n' });
    for (const name of ['pet.yaml', pathToFileURL(`${cwd}/pet.yaml`).href])
      expect(await messageOf(loadDocument(text.replace('pet.yaml', name), { cwd }))).toBe(
        `the document:4: $ref "${name}" cannot be resolved: the document has no folder. Load it with the option file, which says where it is.`,
      );
  });

  it('a reference to a file outside the folder', async () => {
    const { cwd } = project({ 'inside/openapi.yaml': text.replace('pet.yaml', '../pet.yaml'), 'pet.yaml': order });
    expect(await messageOf(loadDocument('openapi.yaml', { cwd: `${cwd}/inside` }))).toBe(
      'openapi.yaml:4: $ref "../pet.yaml" cannot be resolved: ../pet.yaml is outside the working directory.',
    );
  });
});
