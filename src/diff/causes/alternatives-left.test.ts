import { describe, expect, it } from 'vitest';
import { suggestExceptions } from '../../contract/exceptions/suggest-exceptions.js';
import { formats, type Format } from '../../report/formats.js';
import { render } from '../../report/testing/render.js';
import type { Json, JsonObject } from '../../json/json.js';
import { diffDocuments } from '../diff-documents.js';
import { diffReport } from '../diff-report.js';

const asOf = '2026-11-20';
const options = { asOf, withoutFamilies: new Set(['version-bump'] as const) };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const action = (name: string) => ({
  type: 'object',
  required: ['action'],
  properties: { action: { const: name }, ids: { type: 'array', items: ref('Id') } },
});

/** Two operations that send a list of actions, one of which answers with it too. */
const document = (actions: Json, more: JsonObject = {}): JsonObject => {
  const content = { content: { 'application/json': { schema: ref('Bulk') } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Any', version: '1.0.0' },
    paths: {
      '/a': { post: { requestBody: content, responses: { 200: { description: '', ...content } } } },
      '/b': { put: { requestBody: content, responses: { 204: { description: '' } } } },
    },
    components: {
      schemas: {
        Create: action('create'),
        Update: action('update'),
        Delete: action('delete'),
        Id: { type: 'integer' },
        Bulk: { type: 'object', properties: { actions: { type: 'array', items: actions } } },
        ...more,
      },
    },
  };
};
const diff = (base: Json, revision: Json, more?: JsonObject) =>
  diffDocuments(document(base), document(revision, more), options);
const told = (base: Json, revision: Json) =>
  diff(base, revision).map(({ level, component, pointer, message, reach }) => [
    level,
    `${component} ${pointer.replace('/components/schemas/Bulk/properties/actions/items', '…')}`,
    message.replace('property "actions[]": ', ''),
    reach?.places,
  ]);
const three = [ref('Create'), ref('Update'), ref('Delete')];

describe('an alternative that is lost', () => {
  it.each<[string, Json, Json, string]>([
    [
      'of components',
      { oneOf: three },
      { oneOf: three.slice(1) },
      'may no longer be Create (oneOf: Update and Delete are left)',
    ],
    ['of two', { anyOf: three.slice(0, 2) }, { anyOf: [three[1]!] }, 'may no longer be Create (anyOf: Update is left)'],
    [
      'told apart by a constant',
      { anyOf: [action('create'), action('update')] },
      { anyOf: [action('update')] },
      'may no longer be {"action":"create"} (anyOf: {"action":"update"} is left)',
    ],
    [
      'told apart by type, by title and by position',
      {
        oneOf: [
          { type: 'string' },
          { title: 'Code', type: 'integer' },
          { type: 'array' },
          { type: 'array', maxItems: 0 },
        ],
      },
      { oneOf: [{ title: 'Code', type: 'integer' }, { type: 'array' }, { type: 'array', maxItems: 0 }] },
      'may no longer be string (oneOf: Code, #2 and #3 are left)',
    ],
    [
      'of many',
      { oneOf: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(action) },
      { oneOf: ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(action) },
      'may no longer be {"action":"a"} (oneOf: {"action":"b"}, {"action":"c"}, {"action":"d"}, {"action":"e"}, {"action":"f"}, {"action":"g"} and 2 others are left)',
    ],
  ])('is one result, which names it and what is left: %s', (_, base, revision, message) => {
    const keyword = Object.keys(base as JsonObject)[0]!;
    expect(told(base, revision)).toEqual([['error', `schema Bulk …/${keyword}/0`, message, 3]]);
  });

  it.each<[string, Json, string]>([
    [
      'one is the schema now',
      three[1]!,
      'is no longer a choice between Create, Update and Delete (oneOf: Update is left)',
    ],
    ['anything goes', {}, 'is no longer a choice between Create, Update and Delete (oneOf)'],
  ])('with all others is one result, where the choice was written: %s', (_, revision, message) => {
    expect(told({ oneOf: three }, revision)).toEqual([['error', 'schema Bulk …/oneOf', message, 3]]);
  });

  it('hides no change of the one that is left', () => {
    const found = diff({ oneOf: three }, three[1]!, { Id: { type: 'integer', maximum: 9 } });
    expect(found.map(({ component, level, id }) => [component, level, id])).toEqual(
      expect.arrayContaining([
        ['schema Bulk', 'error', 'request-property-one-of-removed'],
        ['schema Id', 'error', 'request-property-max-set'],
      ]),
    );
  });

  it.each(Object.keys(formats) as Format[])('says so in %s', (format) => {
    const findings = diff({ oneOf: three }, { oneOf: three.slice(1) });
    const text = render(diffReport({ asOf, failOn: 'error', base: 'a', revision: 'b', findings }), format);
    const plain = text.replaceAll('\\', '').replaceAll('&#34;', '"');
    expect(plain.split('may no longer be Create (oneOf: Update and Delete are left)').length - 1).toBeGreaterThan(0);
  });

  it('is one entry of the exceptions', () => {
    expect(suggestExceptions(diff({ oneOf: three }, { oneOf: three.slice(1) }), asOf)).toMatchInlineSnapshot(`
      "# schema Bulk: property "actions[]": may no longer be Create (oneOf: Update and Delete are left)
      - id: request-property-one-of-removed
        pointer: /components/schemas/Bulk/properties/actions/items/oneOf/0
        reason: ""
        owner: ""
        expires: 2026-12-20
      "
    `);
  });
});
