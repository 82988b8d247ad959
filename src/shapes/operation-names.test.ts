import { expect, it } from 'vitest';
import type { JsonObject } from '../json/json.js';
import { printDocumentShapes } from './print-document-shapes.js';

it('an operationId names an operation where it is the only one, and no address', () => {
  const ids: Readonly<Record<string, string>> = { '/a': 'one', '/b': 'one', '/c': ' ', '/d': 'GET /e', '/e': '' };
  const paths = Object.fromEntries(
    Object.entries(ids).map(([path, operationId]) => [path, { get: { operationId, responses: {} } }]),
  ) as JsonObject;
  const { operations, text } = printDocumentShapes({ openapi: '3.1.0', info: { title: '', version: '1' }, paths });
  expect(operations).toEqual(['one', 'GET /b', 'GET /c', 'GET /d', 'GET /e']);
  expect(text.match(/operationId: .*?,/g)).toEqual(['operationId: "one",']);
});
