import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { checks, isCheckId, type SchemaPlaceName } from './checks.js';
import { diffDocuments } from './diff-documents.js';
import type { Json, JsonObject } from '../../json/json.js';
import { schemaLaw } from './schema-law.js';

const file = new URL('../../../fixtures/diff/schema-changes/schema-changes.yaml', import.meta.url);
const changes = parse(readFileSync(file, 'utf8')) as Readonly<
  Record<string, { readonly base: Json; readonly revision: Json }>
>;

const document = (operation: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Law', version: '1' },
  paths: { '/law': { post: operation } },
});
const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const property = (schema: Json): JsonObject => ({ type: 'object', properties: { value: schema } });
const parameter = (schema: Json): JsonObject => document({ parameters: [{ name: 'value', in: 'query', schema }] });
const response = (answer: JsonObject): JsonObject => document({ responses: { 200: { description: '', ...answer } } });
/** Named elsewhere, or never told: minContains is 1 where nothing says otherwise. */
const untold = ['type-compatible', 'min-contains-set', 'min-contains-unset'];

const places: Readonly<Record<SchemaPlaceName, (schema: Json) => JsonObject>> = {
  'request-body': (schema) => document({ requestBody: json(schema) }),
  'request-property': (schema) => document({ requestBody: json(property(schema)) }),
  'request-parameter': parameter,
  'request-parameter-property': (schema) => parameter(property(schema)),
  'response-body': (schema) => response(json(schema)),
  'response-property': (schema) => response(json(property(schema))),
  'response-header': (schema) => response({ headers: { Value: { schema } } }),
};

/** Where an id is not the name of the place and the name of the change. */
const otherNames: Readonly<Record<string, string>> = {
  'response-body-enum-value-removed': 'response-mediatype-enum-value-removed',
  'response-body-pattern-generalized': 'response-body-pattern-changed',
  'response-property-pattern-generalized': 'response-property-pattern-changed',
  'response-header-pattern-generalized': 'response-header-pattern-changed',
  'request-body-type-compatible': 'request-body-type-changed',
};

describe('the law of schemas', () => {
  it('has a pair of schemas for every change', () => {
    expect(Object.keys(changes).sort()).toEqual(
      Object.keys(schemaLaw)
        .filter((name) => !untold.includes(name))
        .sort(),
    );
  });

  it.each(Object.keys(changes).flatMap((name) => Object.keys(places).map((place) => [name, place] as const)))(
    '%s is told at a %s',
    (name, place) => {
      const { base, revision } = changes[name]!;
      const put = places[place as SchemaPlaceName];
      const found = diffDocuments(put(base), put(revision), { asOf: '2026-11-20' });
      const id = otherNames[`${place}-${name}`] ?? `${place}-${name}`;
      expect(found.map((finding) => finding.id)).toContain(id);
      expect(diffDocuments(put(revision), put(revision), { asOf: '2026-11-20' })).toEqual([]);
    },
  );

  it.each(['set', 'unset', 'added', 'removed', 'increased', 'decreased'])(
    'never lets both directions of "%s" pass without a break',
    (ending) => {
      for (const name of Object.keys(schemaLaw).filter(
        (key) => /^(?:max|min|exclusive)/.test(key) && key.endsWith(`-${ending}`),
      )) {
        const level = (place: string) =>
          isCheckId(`${place}-${name}`) ? checks[`${place}-${name}` as keyof typeof checks].level : null;
        expect(
          [level('request-body'), level('response-body')].some((one) => one === 'error' || one === 'warning'),
          name,
        ).toBe(true);
      }
    },
  );
});
