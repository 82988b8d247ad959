import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../../json/json.js';
import type { SchemaPlaceName } from '../schema/schema-place.js';

/** One change of a schema at one place of a document. */
export interface GridCase {
  readonly change: string;
  readonly place: SchemaPlaceName;
  readonly base: JsonObject;
  readonly revision: JsonObject;
}

/** The golden file of the grid: every finding of every case. */
export const gridFindings = new URL('../../../fixtures/diff/grid/findings.txt', import.meta.url);

const file = new URL('../../../fixtures/diff/grid/schema-changes.yaml', import.meta.url);

/** A schema before and after a change. */
export interface SchemaEdit {
  readonly base: Json;
  readonly revision: Json;
}

/** Every change of fixtures/diff/grid/schema-changes.yaml by its name. */
export const schemaChanges = parse(readFileSync(file, 'utf8')) as Readonly<Record<string, SchemaEdit>>;

const document = (operation: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Grid', version: '1' },
  components: { schemas: { Cat: { type: 'object' }, Cats: { type: 'object' }, Dog: { type: 'array' } } },
  paths: { '/grid': { post: operation } },
});
const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const property = (schema: Json): JsonObject => ({ type: 'object', properties: { value: schema } });
const parameter = (schema: Json): JsonObject => document({ parameters: [{ name: 'value', in: 'query', schema }] });
const response = (answer: JsonObject): JsonObject => document({ responses: { 200: { description: '', ...answer } } });

const places: Readonly<Record<SchemaPlaceName, (schema: Json) => JsonObject>> = {
  'request-body': (schema) => document({ requestBody: json(schema) }),
  'request-property': (schema) => document({ requestBody: json(property(schema)) }),
  'request-parameter': parameter,
  'request-parameter-property': (schema) => parameter(property(schema)),
  'response-body': (schema) => response(json(schema)),
  'response-property': (schema) => response(json(property(schema))),
  'response-header': (schema) => response({ headers: { Value: { schema } } }),
};

/** Every change of fixtures/diff/grid/schema-changes.yaml at every place where a schema stands. */
export const schemaGrid: readonly GridCase[] = Object.entries(schemaChanges).flatMap(([change, { base, revision }]) =>
  (Object.keys(places) as SchemaPlaceName[]).map((place) => ({
    change,
    place,
    base: places[place](base),
    revision: places[place](revision),
  })),
);
