import { expect, it } from 'vitest';
import type { JsonObject } from '../json/json.js';
import { describeVersion } from './describe-version.js';
import { knownDeprecations } from './known-deprecations.js';

const versionOf = (version: string, paths: JsonObject) =>
  describeVersion({
    version,
    document: { openapi: '3.1.0', info: { title: 'Shelves', version }, 'x-svc-api-version': version, paths },
  });

const responses = { 200: { description: 'OK' } };

it('names the address that an operation has in the version to use instead', () => {
  const moved = { 'x-moved-from': [{ operation: 'GET /shelf/{id}', from: '1', until: '1' }], responses };
  const versions = [
    versionOf('1', {
      '/shelf/{id}': { get: { deprecated: true, responses } },
      '/books': { get: { deprecated: true, responses } },
    }),
    versionOf('2', { '/shelves/{id}': { get: moved }, '/books': { get: { responses } } }),
  ];
  expect(knownDeprecations(versions)).toEqual([
    [
      { successor: '2', kept: true, operations: ['GET /books'] },
      { successor: '2', moved: 'GET /shelves/{id}' },
    ],
    [],
  ]);
});
