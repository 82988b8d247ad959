import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../json/json.js';
import { render } from '../report/testing/render.js';
import { compareContracts } from '../contract/compare/compare-contracts.js';
import { diffDocuments } from './diff-documents.js';
import { diffReport } from './diff-report.js';

const asOf = '2026-11-20';
const item = { $ref: '#/components/schemas/Item' };
const json = (schema: Json) => ({ content: { 'application/json': { schema } } });

/** A document whose paths send and answer items. */
const document = (properties: JsonObject, paths: readonly string[], required: readonly string[] = []): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Items', version: '1' },
  components: { schemas: { Item: { type: 'object', required, properties } } },
  paths: Object.fromEntries(
    paths.map((path) => [
      path,
      {
        get: { responses: { 200: { description: '', ...json({ type: 'array', items: item }) } } },
        post: { requestBody: json(item), responses: { 201: { description: '', ...json(item) } } },
      },
    ]),
  ),
});
const price = { price: { type: 'integer', description: 'In cents.' } };
const unitPrice = { unitPrice: { type: 'integer' } };

describe('a renamed property', () => {
  it('of a shared schema is one finding, with its places and what to do', () => {
    const findings = diffDocuments(document(price, ['/a', '/b']), document(unitPrice, ['/a', '/b']), { asOf });
    expect(findings.filter(({ level }) => level !== 'info')).toEqual(findings);
    expect(findings).toMatchObject([
      {
        id: 'request-property-removed',
        level: 'warning',
        method: null,
        path: null,
        pointer: '/components/schemas/Item/properties/price',
        message: 'property "price" seems renamed to "unitPrice"',
        component: 'schema Item',
        reach: { places: 6 },
        renamed: { from: 'price', to: 'unitPrice' },
        fix: 'Keep "price" beside "unitPrice" and deprecate it, or publish the rename in a new version.',
      },
    ]);
    expect(findings[0]!.places).toHaveLength(12);
    const report = diffReport({ asOf, failOn: 'error', base: 'a', revision: 'b', findings });
    expect(render(report, 'pretty')).toMatchInlineSnapshot(`
      "Changes from a to b, as of 2026-11-20

      What may break clients

      schema Item
        warning  property "price" seems renamed to "unitPrice", in 6 places of 4 operations. Keep "price" beside "unitPrice" and deprecate it, or publish the rename in a new version.  [request-property-removed]
                 GET /a   response 200 property "[].price"
                 POST /a  request property "price", response 201 property "price"
                 POST /b  request property "price", response 201 property "price"
                 GET /b   response 200 property "[].price"

      1 warning.
      "
    `);
    expect(report.json()).toMatchObject({ results: [{ renamed: { from: 'price' }, places: expect.any(Array) }] });
  });

  it('has the level of the most severe of its places', () => {
    const findings = diffDocuments(document(price, ['/a'], ['price']), document(unitPrice, ['/a'], ['unitPrice']), {
      asOf,
    });
    expect(findings).toMatchObject([{ id: 'response-required-property-removed', level: 'error' }]);
  });

  it('at a single place stays two findings, the first with a guess', () => {
    const inline = (properties: JsonObject): JsonObject => ({
      ...document({}, []),
      paths: { '/a': { get: { responses: { 200: { description: '', ...json({ type: 'object', properties }) } } } } },
    });
    expect(diffDocuments(inline(price), inline(unitPrice), { asOf })).toMatchObject([
      {
        id: 'response-optional-property-removed',
        fix: expect.stringMatching(/^"price" seems renamed to "unitPrice"\. /),
      },
      { id: 'response-optional-property-added' },
    ]);
  });

  it.each<[string, JsonObject, JsonObject, readonly string[], readonly string[]]>([
    ['another type came', price, { unitPrice: { type: 'string' } }, [], []],
    ['two came that could be it', price, { ...unitPrice, tax: { type: 'integer' } }, [], []],
    ['two went that could be it', { ...price, tax: { type: 'integer' } }, unitPrice, [], []],
    ['neither says what it allows', { price: {} }, { unitPrice: {} }, [], []],
    ['only one is required', price, unitPrice, ['price'], []],
  ])('is not guessed where %s', (_, from, to, needed, needs) => {
    const findings = diffDocuments(document(from, ['/a', '/b'], needed), document(to, ['/a', '/b'], needs), { asOf });
    expect(findings.length).toBeGreaterThan(1);
    expect(findings.filter(({ renamed }) => renamed)).toEqual([]);
  });

  it('names all the versions that have it', () => {
    const versions = (properties: JsonObject) =>
      ['1', '2', '3'].map((version) => ({ version, document: document(properties, ['/a']) }));
    const fixes = compareContracts(versions(price), versions(unitPrice), { asOf }).flatMap(({ findings }) =>
      findings.map(({ fix }) => fix),
    );
    expect(fixes).toEqual(
      Array.from(
        { length: 3 },
        () =>
          'Keep "price" in versions 1 to 3 with a change, such as renamed(schema, { unitPrice: \'price\' }), or keep both and deprecate "price".',
      ),
    );
  });
});
