import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { diffDocuments } from '../../diff/diff-documents.js';

type Responses = Readonly<Record<string, string>>;

/** A document whose responses have a body of one type each. */
const document = (responses: Responses): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Items', version: '1' },
  paths: {
    '/items': {
      get: {
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, type]) => [
            status,
            { description: '', content: { 'application/json': { schema: { type } as Json } } },
          ]),
        ),
      },
    },
  },
});
const found = (base: Responses, revision: Responses) =>
  diffDocuments(document(base), document(revision), { asOf: '2026-11-20' }).map(
    ({ id, pointer }) => `${id} ${pointer.split('/')[5] ?? ''}`,
  );

describe('responses', () => {
  it.each<[Responses, Responses, readonly string[]]>([
    [{ 200: 'string' }, { '2XX': 'string' }, ['response-success-status-added 2XX']],
    [{ '2XX': 'string' }, { '2xx': 'string' }, []],
    [{ '2XX': 'string' }, { 200: 'string' }, []],
    [{ '2XX': 'string' }, { 200: 'string', 201: 'integer' }, ['response-body-type-changed 201']],
    [
      { 200: 'string', 201: 'string' },
      { '2XX': 'integer' },
      ['response-body-type-changed 2XX', 'response-success-status-added 2XX'],
    ],
    [
      { '2XX': 'string' },
      { '4XX': 'string' },
      ['response-success-status-removed 2XX', 'response-non-success-status-added 4XX'],
    ],
    [
      { default: 'string' },
      { 200: 'integer', default: 'string' },
      ['response-success-status-added 200', 'response-body-type-changed 200'],
    ],
    [
      { 200: 'string', default: 'string' },
      { 200: 'string', 201: 'integer', default: 'string' },
      ['response-success-status-added 201'],
    ],
    [
      { 200: 'string', default: 'string' },
      { 200: 'string', 404: 'integer', default: 'string' },
      ['response-non-success-status-added 404', 'response-body-type-changed 404'],
    ],
    [
      { 200: 'string', 404: 'integer' },
      { 200: 'string', default: 'string' },
      [
        'response-non-success-status-removed 404',
        'response-non-success-status-added default',
        'response-body-type-changed default',
      ],
    ],
    [
      { 200: 'string', 400: 'string' },
      { 400: 'string', default: 'string' },
      ['response-success-status-removed 200', 'response-non-success-status-added default'],
    ],
    [{ 200: 'string' }, { default: 'string' }, ['response-non-success-status-added default']],
    [
      { 200: 'string' },
      { 201: 'string' },
      ['response-success-status-removed 200', 'response-success-status-added 201'],
    ],
  ])('%j become %j', (base, revision, expected) => {
    expect(found(base, revision).toSorted()).toEqual(expected.toSorted());
  });
});
