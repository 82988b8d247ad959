import { describe, expect, it } from 'vitest';
import { classifyChange } from './classify-change.js';
import { diffDocuments } from './diff-documents.js';
import type { JsonObject } from '../json/json.js';

const asOf = '2026-11-20';
const base: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1', description: 'Old words.' },
  paths: {
    '/orders': {
      post: {
        summary: 'Order',
        description: 'Orders something.',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                title: 'Order',
                type: 'object',
                description: 'An order.',
                properties: { description: { type: 'string', maxLength: 9, default: { title: 'a' } } },
              },
              example: {},
            },
          },
        },
        responses: { 200: { description: 'Fine.' } },
      },
    },
  },
};
const change = (...pairs: readonly (readonly [string, string])[]): JsonObject =>
  JSON.parse(pairs.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(base))) as JsonObject;

describe('classifyChange', () => {
  it('equal documents are unchanged, whatever the order of their keys', () => {
    const { paths, info, openapi } = base;
    expect(classifyChange(base, { paths, info, openapi } as JsonObject, { asOf })).toEqual({
      kind: 'unchanged',
      findings: [],
      total: 0,
    });
  });

  it('other wording alone is documentation, with no findings', () => {
    const revision = change(
      ['Old words.', 'New words.'],
      ['An order.', 'One order.'],
      ['Fine.', 'Good.'],
      ['"summary":"Order"', '"summary":"Buy"'],
      ['"example":{}', '"example":{"description":"x"}'],
    );
    expect(classifyChange(base, revision, { asOf }).kind).toBe('documentation');
    expect(diffDocuments(base, revision, { asOf })).toEqual([]);
  });

  it('a property called description is not documentation', () => {
    expect(classifyChange(base, change(['"maxLength":9', '"maxLength":10']), { asOf }).kind).toBe('additive');
    expect(classifyChange(base, change(['"maxLength":9', '"maxLength":8']), { asOf }).kind).toBe('breaking');
  });

  it.each(['definitions', '$defs', 'mediaTypes'])('a name in %s is not documentation', (names) => {
    const of = (type: string) => ({ ...base, 'x-own': { [names]: { title: { type } } } });
    expect(classifyChange(of('string'), of('integer'), { asOf }).kind).toBe('additive');
  });

  it('a default is data: a title inside it is not documentation', () => {
    expect(classifyChange(base, change(['{"title":"a"}', '{"title":"b"}']), { asOf }).kind).toBe('additive');
  });

  it('a difference without a check is additive', () => {
    expect(classifyChange(base, { ...base, 'x-owner': 'team' }, { asOf })).toMatchObject({
      kind: 'additive',
      total: 0,
    });
  });

  it('the most severe findings come first, up to the limit', () => {
    const revision = change(
      ['"maxLength":9', '"maxLength":8'],
      ['"/orders":{"post"', '"/more":{"get":{}},"/orders":{"post"'],
    );
    const { kind, findings, total } = classifyChange(base, revision, { asOf, limit: 1 });
    expect([kind, findings.map(({ level }) => level), total]).toEqual(['breaking', ['error'], 2]);
  });
});
