import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { sortCanonically } from './canonical-document.js';
import { serialiseLock } from './contract-lock.js';
import { openLockFiles, packLocks, parseLockFile } from './lock-file.js';

/** A version of an API with a path of its own, and one that all versions share. */
function lockOf(version: string, versioning: JsonObject, members: JsonObject) {
  const { type, header } = versioning;
  const own = type === 'uri' ? `/api/v${version}/users` : '/users';
  const parameters = header
    ? [{ in: 'header', name: header, example: version, schema: { const: version, type: 'string' } }]
    : [];
  const document = sortCanonically({
    openapi: '3.1.0',
    paths: { [own]: { get: { parameters, 'x-svc-version': version, responses: {} } }, '/health': { get: {} } },
    components: { schemas: { User: { properties: members } } },
    'x-svc-lock': 1,
    'x-svc-api-version': version,
    'x-svc-versioning': versioning,
    'x-svc-changes': [{ id: `change-of-${version}` }],
  });
  return { version, document };
}

describe.each<JsonObject>([
  { type: 'uri', prefix: 'v' },
  { type: 'header', header: 'X-API-Version' },
  { type: 'media-type', key: 'v=' },
])('the lock files of an API with versioning $type', (versioning) => {
  const locks = [
    lockOf('1', versioning, { name: {} }),
    lockOf('2', versioning, { name: {} }),
    lockOf('10', versioning, { name: {}, age: { type: 'integer' } }),
  ];
  const files = packLocks(locks);

  it('hold the first version in full, and of each later one what no name of a version explains', () => {
    expect(files.map(({ content }) => content)).toEqual([
      locks[0]!.document,
      {
        'x-svc-lock': 1,
        'x-svc-api-version': '2',
        'x-svc-differs-from': '1',
        set: { '/x-svc-changes': [{ id: 'change-of-2' }] },
      },
      {
        'x-svc-lock': 1,
        'x-svc-api-version': '10',
        'x-svc-differs-from': '2',
        set: {
          '/components/schemas/User/properties/age': { type: 'integer' },
          '/x-svc-changes': [{ id: 'change-of-10' }],
        },
      },
    ]);
  });

  it('are read as the locks that they were written from, in any order', () => {
    const read = files.map(({ version, content }) => parseLockFile(serialiseLock(content), version, 'a file'));
    const texts = (list: readonly { readonly document: JsonObject }[]) =>
      list.map(({ document }) => serialiseLock(document));
    expect(texts(openLockFiles(read))).toEqual(texts(locks));
    expect(texts(openLockFiles(read.toReversed()))).toEqual(texts(locks.toReversed()));
  });

  it('say which one is missing, or does not fit', () => {
    const [, second, third] = files;
    expect(() => openLockFiles([second!, third!])).toThrow(
      'v2.json holds only what differs from version 1, and v1.json is missing. Restore it, or write the lock files again with svc openapi lock.',
    );
    const other = { ...locks[1]!.document, components: {} };
    expect(() => openLockFiles([{ version: '2', content: other }, third!])).toThrow(
      'v10.json does not fit v2.json, which has no /components/schemas/User. Write the lock files again with svc openapi lock.',
    );
  });
});

describe('a lock file', () => {
  const good = {
    'x-svc-lock': 1,
    'x-svc-api-version': '2',
    'x-svc-differs-from': '1',
    removed: ['/a'],
    set: { '/b': 1 },
  };

  it.each<[string, JsonObject]>([
    ['x-svc-api-version is not "2"', { 'x-svc-api-version': '3' }],
    ['"../1" is not a version', { 'x-svc-differs-from': '../1' }],
    ['version 2 is not older', { 'x-svc-differs-from': '2' }],
    ['removed is not a list of JSON pointers', { removed: 'a' }],
    ['removed is not a list of JSON pointers', { removed: ['a'] }],
    ['the keys of set are not JSON pointers', { set: { a: 1 } }],
    ['the keys of set are not JSON pointers', { set: [] }],
  ])('is refused where %s', (fault, wrong) => {
    expect(() => parseLockFile(JSON.stringify({ ...good, ...wrong }), '2', 'v2.json')).toThrow(
      `v2.json is not a lock file: ${fault}. Write it again with svc openapi lock.`,
    );
  });

  it('is refused with conflict markers, and where its text ends early', () => {
    const text = serialiseLock(good);
    expect(() => parseLockFile(`<<<<<<< HEAD\n${text}`, '2', 'v2.json')).toThrow(
      'v2.json has merge conflict markers. Write it again with svc openapi lock.',
    );
    expect(() => parseLockFile('<<<<<<< HEAD\nopenapi: 3.1.0\n', undefined, 'api.yaml')).toThrow(
      'api.yaml has merge conflict markers. Resolve the conflict, and try again.',
    );
    expect(() => parseLockFile(text.slice(0, -4), '2', 'v2.json')).toThrow('v2.json:');
  });
});
