import { describe, expect, it } from 'vitest';
import { diffDocuments } from '../../diff/diff-documents.js';
import { placeFindings } from '../../diff/place-findings.js';
import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { pointerTo, valueAt } from '../../json/pointer.js';
import { readYaml } from '../../json/read-yaml.js';
import { isReferable, memberPlace, type Place } from '../object-model.js';
import { bundleDocumentNow } from './bundle-document.js';
import { UnreadableFile } from './source-file.js';

const folder = 'file:///api/';

/** Bundles the first of some YAML files, by their names. */
function bundle(texts: Readonly<Record<string, string>>) {
  const open = (name: string) => ({ name, text: texts[name]!, value: readYaml(texts[name]!).value as Json });
  const [first] = Object.keys(texts);
  return bundleDocumentNow(open(first!), new URL(first!, folder), ({ href }) => {
    const name = href.slice(folder.length);
    if (!(name in texts)) throw new UnreadableFile(`${name} does not exist`);
    return open(name);
  });
}

/** Something at every kind of place; `changes` are differences at many of them. */
const api = (changes: Readonly<Record<string, Json>> = {}): JsonObject =>
  readYaml(`
openapi: 3.1.0
info: { title: Keys, version: '1' }
servers: [{ url: 'https://{region}.example', variables: { region: { default: eu, enum: [eu, us] } } }]
security: [{ key: [] }]
tags: [{ name: keys }]
paths:
  /keys/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      operationId: createKey
      tags: [keys]
      servers: [{ url: 'https://write.example' }]
      security: [{ oauth: [write] }]
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: ${JSON.stringify(changes['maximum'] ?? 100)} } }
        - { name: filter, in: query, content: { application/json: { schema: { type: string } } } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: ${JSON.stringify(changes['required'] ?? ['name'])}
              properties:
                name: { type: string, enum: ${JSON.stringify(changes['enum'] ?? ['a', 'b'])} }
                size: { oneOf: [{ type: integer }, { type: string }] }
          multipart/form-data:
            schema: { type: object, properties: { file: { type: string } } }
            encoding: { file: { contentType: image/png, headers: { X-Size: { schema: { type: integer } } } } }
      responses:
        '201':
          description: ok
          headers: { X-A: { required: true, schema: { type: ${JSON.stringify(changes['header'] ?? 'string')} } } }
          content:
            application/json: { schema: { $ref: '#/components/schemas/Key' }, examples: { one: { value: { id: a } } } }
          links: { next: { operationId: createKey } }
      callbacks:
        done:
          '{$request.body#/url}':
            post:
              requestBody: { content: { application/json: { schema: { type: ${JSON.stringify(changes['callback'] ?? 'string')} } } } }
              responses: { '204': { description: ok } }
webhooks:
  gone: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Key' } } } }, responses: { '204': { description: ok } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: ${JSON.stringify(changes['key'] ?? 'K')} }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.example', scopes: { write: w } } } }
  schemas:
    Key: { type: object, required: [id], properties: { id: { type: ${JSON.stringify(changes['id'] ?? 'string')} } } }
`).value as JsonObject;

const newer = api({
  maximum: 10,
  required: ['name', 'size'],
  enum: ['a'],
  header: 'integer',
  callback: 'integer',
  key: 'X-K',
  id: 'integer',
});

/** Every object, list and text of a document, by tokens. */
function* listPlaces(value: Json, place: Place, tokens: readonly string[]): Generator<readonly string[]> {
  if (tokens.length > 0) yield tokens;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value as JsonObject)) {
    const inner = memberPlace(place, key);
    if (inner !== undefined && child !== undefined) yield* listPlaces(child, inner, [...tokens, key]);
  }
}

/** The document with a reference in the place of a value, which is kept in an extension. */
function movedAway(document: JsonObject, tokens: readonly string[]): JsonObject {
  const replace = (value: Json, [token, ...rest]: readonly string[]): Json => {
    if (token === undefined) return { $ref: '#/x-parts/part' };
    if (Array.isArray(value)) return value.with(Number(token), replace(value[Number(token)] as Json, rest)) as Json;
    return { ...(value as JsonObject), [token]: replace((value as JsonObject)[token]!, rest) };
  };
  return { ...(replace(document, tokens) as JsonObject), 'x-parts': { part: valueAt(document, tokens)! } };
}

const placeOf = (tokens: readonly string[]) =>
  tokens.reduce<Place>((place, token) => memberPlace(place, token)!, 'document');

const findings = (base: JsonObject, revision: JsonObject) =>
  diffDocuments(base, revision, { asOf: '2026-11-20' }).map(({ id, method, message }) => `${method} ${id} ${message}`);

/** What only the version of the specification, the title and a reference itself may be written as. */
const unread = new Set(['/info', '/info/title', '/info/version']);

describe('a reference where the specification has none', () => {
  const places = [...listPlaces(api(), 'document', [])].filter(
    (tokens) => tokens.at(-1) !== '$ref' && !unread.has(pointerTo(tokens)),
  );

  it('changes nothing, wherever it stands', () => {
    expect(places.length).toBeGreaterThan(100);
    const expected = findings(api(), newer);
    expect(expected.length).toBeGreaterThan(5);
    for (const tokens of places) {
      const value = movedAway(api(), tokens);
      const { document } = bundle({ 'api.yaml': JSON.stringify(value) });
      const { 'x-parts': _, ...rest } = document;
      const isWrittenOut = !isReferable(placeOf(tokens));
      if (isWrittenOut) expect([pointerTo(tokens), rest]).toEqual([pointerTo(tokens), api()]);
      else expect([pointerTo(tokens), findings(document, newer)]).toEqual([pointerTo(tokens), expected]);
    }
  });

  it('is written out, with what stands beside it, and a list within a list is one list', () => {
    const { document } = bundle({
      'api.yaml': `openapi: 3.0.3
info: { title: T, version: '1', description: { $ref: 'words.yaml#/intro' } }
paths:
  /keys:
    get: { $ref: list.yaml, deprecated: true }
`,
      'words.yaml': 'intro: Keys of all kinds.\n',
      'list.yaml':
        'operationId: list\ndeprecated: false\nparameters: [{ $ref: common.yaml }, { name: b, in: query }]\n',
      'common.yaml': '- { name: a, in: query }\n',
    });
    expect(document).toMatchObject({
      info: { description: 'Keys of all kinds.' },
      paths: {
        '/keys': {
          get: {
            operationId: 'list',
            deprecated: true,
            parameters: [
              { name: 'a', in: 'query' },
              { name: 'b', in: 'query' },
            ],
          },
        },
      },
    });
  });

  it('has the line of the file that its target is written in', () => {
    const files = (type: string) => ({
      'api.yaml':
        "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /keys:\n    get:\n      $ref: list.yaml\n",
      'list.yaml': `responses:\n  '200':\n    description: ok\n    content:\n      text/plain:\n        schema:\n          type: ${type}\n`,
    });
    const [base, revision] = [bundle(files('string')), bundle(files('integer'))];
    const found = diffDocuments(base.document, revision.document, { asOf: '2026-11-20' });
    expect(placeFindings(found, revision).map(({ file, line }) => `${file}:${line}`)).toEqual(['list.yaml:7']);
  });

  it('is refused where it makes a document too large', () => {
    const level = (index: number) =>
      `    S${index}: { properties: { ${Array.from({ length: 9 }, (_, member) => `p${member}: { properties: { $ref: '#/components/schemas/S${index + 1}/properties' } }`).join(', ')} } }\n`;
    const levels = Array.from({ length: 9 }, (_, index) => level(index)).join('');
    expect(() =>
      bundle({
        'api.yaml': `openapi: 3.1.0\npaths: {}\ncomponents:\n  schemas:\n${levels}    S9: { properties: {} }\n`,
      }),
    ).toThrow('api.yaml is too large once the references that stand where OpenAPI has none are written out.');
  });

  it('stays where it would lead into itself', () => {
    const { document } = bundle({
      'api.yaml': `openapi: 3.1.0
paths: {}
components:
  schemas:
    Tree: { type: object, properties: { $ref: '#/components/schemas/Node/properties' } }
    Node: { type: object, properties: { child: { type: object, properties: { $ref: '#/components/schemas/Node/properties' } } } }
`,
    });
    const child = valueAt(document, ['components', 'schemas', 'Tree', 'properties', 'child', 'properties']);
    expect(isObject(child)).toBe(true);
  });

  it('stays where it stands for words that cannot be read, and for an example', () => {
    const text = `openapi: 3.1.0
info: { title: T, version: '1', description: { $ref: intro.md } }
paths: {}
components:
  schemas: { A: { example: { $ref: nowhere.yaml } } }
  parameters: { a: { name: a, in: query, examples: { one: { $ref: nowhere.json } } } }
`;
    expect(bundle({ 'api.yaml': text }).document).toEqual(readYaml(text).value);
  });
});
