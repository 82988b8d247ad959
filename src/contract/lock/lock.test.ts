import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { lockName, versionOfLockName } from './contract-lock.js';
import { sortCanonically } from './canonical-document.js';
import { pruneDocument } from './prune-document.js';

describe('a lock', () => {
  it.each(['1', '2026-09-01', '1.5', 'alpha~2', null])('of version %s has a name that leads back to it', (version) => {
    expect(versionOfLockName(lockName(version))).toBe(version);
  });

  it('is not every file beside it', () => {
    expect(['exceptions.yaml', 'v1.yaml', 'README.md', 'v.json', 'openapi.json'].map(versionOfLockName)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('holds what a property leads to, whatever it is called', () => {
    const schema = (name: string) => ({ [name]: { items: { $ref: '#/components/schemas/Item' } } });
    for (const name of ['mapping', 'discriminator', 'security', 'default', '$ref']) {
      const document: JsonObject = {
        paths: { '/a': { get: { parameters: [{ schema: { properties: schema(name) } }] } } },
        components: { schemas: { Item: {} } },
      };
      expect(pruneDocument(document), name).toEqual(document);
    }
  });

  it('keeps the order of data', () => {
    const data = { required: ['b', 'a'], parameters: [{ name: 'b' }, { name: 'a' }] };
    const document = {
      paths: { '/a': { get: { parameters: [{ name: 'a', schema: { default: data, examples: [data] } }] } } },
      components: { schemas: { A: { required: ['b', 'a'], properties: { default: { required: ['b', 'a'] } } } } },
    };
    expect(sortCanonically(document)).toEqual({
      ...document,
      components: { schemas: { A: { required: ['a', 'b'], properties: { default: { required: ['a', 'b'] } } } } },
    });
  });

  it('holds what operations lead to, however long the way, and nothing else', () => {
    const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const document: JsonObject = {
      paths: {
        '/pets': { get: { security: [{ key: [] }], responses: { 200: { $ref: '#/components/responses/Pets' } } } },
      },
      components: {
        responses: { Pets: { content: { 'application/json': { schema: reference('Pet') } } }, Other: {} },
        schemas: {
          Pet: {
            oneOf: [reference('Cat')],
            discriminator: { propertyName: 'kind', mapping: { dog: '#/components/schemas/Dog', fish: 'Fish' } },
          },
          Cat: { properties: { friend: { anyOf: [reference('Pet'), reference('a~1b')] } } },
          Dog: {},
          Fish: {},
          'a/b': {},
          Loose: reference('Looser'),
          Looser: reference('Loose'),
        },
        securitySchemes: { key: { type: 'apiKey' }, unused: { type: 'http' } },
        headers: { Unused: {} },
      },
    };
    const { components } = pruneDocument(document) as { components: Record<string, object> };
    expect(
      Object.fromEntries(Object.entries(components).map(([section, entries]) => [section, Object.keys(entries)])),
    ).toEqual({
      responses: ['Pets'],
      schemas: ['Pet', 'Cat', 'Dog', 'Fish', 'a/b'],
      securitySchemes: ['key'],
    });
    expect(pruneDocument({ paths: {}, components: { schemas: { Loose: {} } } })).toEqual({ paths: {} });
  });

  it('holds of other files what operations lead to, and nothing else', () => {
    const file = (name: string, ...way: readonly string[]) => ({ $ref: `#/x-svc-files/${[name, ...way].join('/')}` });
    const document: JsonObject = {
      paths: {
        '/pets': {
          get: { parameters: [file('common.yaml', 'parameters', '1')], responses: { 200: file('pet.yaml') } },
          post: { requestBody: file('schemas.yaml', 'New~1Pet') },
        },
      },
      components: { schemas: { Kind: { enum: ['cat'] }, Unused: {} } },
      'x-svc-files': {
        'common.yaml': { parameters: [{ name: 'a' }, { name: 'b' }], unused: { type: 'string' } },
        'pet.yaml': { properties: { kind: { $ref: '#/components/schemas/Kind' } } },
        'schemas.yaml': {
          'New/Pet': {
            properties: { self: file('schemas.yaml', 'New~1Pet'), part: file('parts.yaml', 'A', 'properties', 'x') },
          },
          Unused: { allOf: [{ $ref: '#/components/schemas/Unused' }, file('unused.yaml')] },
        },
        'parts.yaml': { A: { required: ['x'], properties: { x: { type: 'string' }, y: {} } } },
        'unused.yaml': { type: 'object' },
      },
    };
    const { components, 'x-svc-files': files } = pruneDocument(document);
    expect(components).toEqual({ schemas: { Kind: { enum: ['cat'] } } });
    const {
      'common.yaml': common,
      'pet.yaml': pet,
      'schemas.yaml': schemas,
    } = document['x-svc-files'] as Record<string, JsonObject>;
    expect(files).toEqual({
      'common.yaml': { parameters: common!['parameters'] },
      'pet.yaml': pet,
      'schemas.yaml': { 'New/Pet': schemas!['New/Pet'] },
      'parts.yaml': { A: { properties: { x: { type: 'string' } } } },
    });
  });

  it('is the same whatever the order in which things were declared, where order means nothing', () => {
    const a = {
      tags: [{ name: 'B' }, { name: 'A' }],
      paths: {
        '/x': {
          get: {
            parameters: [
              { name: 'b', in: 'query' },
              { name: 'a', in: 'query' },
              { name: 'c', in: 'header' },
            ],
          },
        },
      },
      components: { schemas: { S: { required: ['b', 'a'], enum: ['z', 'y'] } } },
    };
    const b = {
      components: { schemas: { S: { enum: ['z', 'y'], required: ['a', 'b'] } } },
      paths: {
        '/x': {
          get: {
            parameters: [
              { in: 'header', name: 'c' },
              { in: 'query', name: 'a' },
              { in: 'query', name: 'b' },
            ],
          },
        },
      },
      tags: [{ name: 'A' }, { name: 'B' }],
    };
    expect(JSON.stringify(sortCanonically(a))).toBe(JSON.stringify(sortCanonically(b)));
    expect(JSON.stringify(sortCanonically(a))).toContain('"enum":["z","y"]');
  });

  it('stays as it is when it is sorted again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const once = sortCanonically(value as JsonObject);
        expect(JSON.stringify(sortCanonically(once))).toBe(JSON.stringify(once));
      }),
    );
  });
});
