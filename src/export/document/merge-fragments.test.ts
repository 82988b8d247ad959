import { describe, expect, it } from 'vitest';
import { mergeFragments } from './merge-fragments.js';
import type { OpenApiDocument } from './open-api.js';
import { resolveFragments } from './resolve-fragments.js';

const own: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  servers: [{ url: '/' }],
  tags: [],
  paths: { '/b': { get: { operationId: 'b', summary: 'B', description: 'B.', tags: ['B'], responses: {} } } },
  components: {
    schemas: { User: { type: 'object' } },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  },
};
const keep = () => true;

const fragment = {
  tags: [{ name: 'Files', description: 'Files.' }],
  security: [{ bearer: [] }],
  paths: {
    '/a': {
      get: {
        responses: {
          200: {
            description: 'OK',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: { User: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    securitySchemes: { bearer: { type: 'apiKey', name: 'k', in: 'header' } },
  },
};

describe('mergeFragments', () => {
  it('inserts operations in order, and completes them', () => {
    const { paths, tags } = mergeFragments(own, [fragment], keep);
    expect(Object.keys(paths)).toEqual(['/a', '/b']);
    expect(paths['/a']!.get).toMatchObject({
      operationId: 'getA',
      summary: 'Get a',
      description: 'Get a.',
      tags: ['Files'],
    });
    expect(paths['/a']!.get!.responses['200']!.content!['application/json']!.example).toEqual({ name: 'text' });
    expect(tags).toEqual([{ name: 'Files', description: 'Files.' }]);
  });

  it('renames a component whose name is taken, and its references', () => {
    const { paths, components } = mergeFragments(own, [fragment], keep);
    expect(Object.keys(components!.schemas!)).toEqual(['User', 'User2']);
    expect(paths['/a']!.get!.responses['200']!.content!['application/json']!.schema).toEqual({
      $ref: '#/components/schemas/User2',
    });
    expect(paths['/a']!.get!.security).toEqual([{ bearer2: [] }]);
    expect(components!.securitySchemes!.bearer2).toEqual({ type: 'apiKey', name: 'k', in: 'header' });
  });

  it('shares equal components, and skips a fragment without kept operations', () => {
    const same = { ...fragment, security: undefined, components: { schemas: { User: { type: 'object' } } } };
    expect(Object.keys(mergeFragments(own, [same], keep).components!.schemas!)).toEqual(['User']);
    expect(mergeFragments(own, [fragment], ({ path }) => path !== '/a')).toMatchObject({
      tags: [],
      components: own.components,
    });
  });

  it('never replaces an operation of the app itself', () => {
    const clash = {
      paths: { '/b': { get: { operationId: 'other', responses: {} }, put: { operationId: 'put', responses: {} } } },
    };
    const { paths } = mergeFragments(own, [clash], keep);
    expect([paths['/b']!.get!.operationId, paths['/b']!.put!.operationId]).toEqual(['b', 'put']);
  });
});

describe('resolveFragments', () => {
  const handler = () => undefined;

  it('accepts an object, a function, a promise and a module', async () => {
    const mounts = [
      { path: '/a', handler },
      { path: '/a', handler, document: fragment },
      { path: '/a', handler, document: async () => ({ default: fragment }) },
    ];
    expect(await resolveFragments(mounts)).toEqual([fragment, fragment]);
  });

  it('rejects a fragment that describes paths outside its mount', async () => {
    await expect(
      resolveFragments([{ path: '/auth', handler, document: { paths: { '/auth/sign-in': {} } } }], 'api'),
    ).rejects.toThrow(
      'The document of the mount /auth describes /auth/sign-in, which is not below /api/auth. Write its paths as they are served.',
    );
  });
});
