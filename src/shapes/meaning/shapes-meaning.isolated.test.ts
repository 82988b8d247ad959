import { describe, expect, it } from 'vitest';
import * as z from 'zod/v4';
import type { Json, JsonObject } from '../../json/json.js';
import { printDocumentShapes } from '../print-document-shapes.js';
import { loadShapes } from '../testing/read-back.js';
import { meaningOfShapes } from './shapes-meaning.js';

const documentOf = (schemas: Readonly<Record<string, Json>>, openapi = '3.1.0'): JsonObject => ({
  openapi,
  info: { title: 'Books', version: '1' },
  paths: {},
  components: { schemas },
});
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const Book: Json = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };

async function verdictsOf(document: JsonObject, tamper = (text: string) => text) {
  const { printed } = printDocumentShapes(document);
  const found = await meaningOfShapes(document, { ...printed, declarations: printed.declarations.map(tamper) });
  return found.map(({ constant, verdict, why }) => [constant, verdict, ...(why === undefined ? [] : [why])].join(': '));
}

const equalForms: readonly (readonly [name: string, document: JsonObject])[] = [
  [
    'an allOf of objects that may be null',
    documentOf(
      {
        Base: { type: 'object', nullable: true, properties: { id: { type: 'string' } } },
        Mini: { type: 'object', nullable: true, allOf: [refer('Base'), { properties: { name: { type: 'string' } } }] },
      },
      '3.0.3',
    ),
  ],
  [
    'readOnly beside a reference of OpenAPI 3.0',
    documentOf(
      { Book, Shelf: { allOf: [{ type: 'object', properties: { first: { ...refer('Book'), readOnly: true } } }] } },
      '3.0.3',
    ),
  ],
  [
    'an enum with a format that nobody knows, or null',
    documentOf({ Method: { type: 'string', format: 'http-method', enum: ['GET', 'POST'], nullable: true } }, '3.0.3'),
  ],
  [
    'a oneOf of itself and another',
    documentOf({
      Errors: {
        oneOf: [{ type: 'object', additionalProperties: refer('Errors') }, refer('Inner')],
      },
      Inner: { type: 'object', minProperties: 1, properties: { list: { type: 'array', items: { type: 'string' } } } },
    }),
  ],
  [
    'conditions on references',
    documentOf({
      Book,
      Any: {
        type: 'object',
        patternProperties: { '^x-': refer('Book') },
        dependentSchemas: { a: refer('Book') },
        if: refer('Book'),
        then: refer('Any'),
        not: { allOf: [refer('Book'), { required: ['never'] }] },
      },
    }),
  ],
  [
    'a default, and a discriminator with a mapping',
    documentOf({
      Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string', enum: ['cat'] } } },
      Dog: { type: 'object', required: ['kind'], properties: { kind: { type: 'string', enum: ['dog'] } } },
      Pet: {
        oneOf: [refer('Cat'), refer('Dog')],
        discriminator: { propertyName: 'kind', mapping: { cat: refer('Cat').$ref } },
      },
      Page: { type: 'object', properties: { size: { type: 'integer', default: 20 } } },
    }),
  ],
];

describe('the meaning of shapes', () => {
  it.each(equalForms)('is that of the document: %s', async (_, document) => {
    expect((await verdictsOf(document)).filter((one) => !one.endsWith(': equal'))).toEqual([]);
  });

  it('differs where a bound, a default or a member is another', async () => {
    const document = documentOf({
      Page: { type: 'object', properties: { size: { type: 'integer', minimum: 1, default: 20 } } },
      Book,
    });
    expect(await verdictsOf(document)).toEqual(['Page: equal', 'Book: equal']);
    expect(await verdictsOf(document, (text) => text.replace('.min(1)', '.min(2)'))).toEqual([
      'Page: differs: the document accepts {"size":1}, the shape does not',
      'Book: equal',
    ]);
    expect(await verdictsOf(document, (text) => text.replace('20', '21'))).toEqual([
      'Page: differs: the default of "size" is another',
      'Book: equal',
    ]);
    expect(
      await verdictsOf(document, (text) => text.replace('title: z.string()', 'title: z.string().optional()')),
    ).toEqual(['Page: equal', 'Book: differs: the shape accepts {}, the document does not']);
  });

  it('accepts values of other types where keywords have no type', async () => {
    const keywords: Readonly<Record<string, JsonObject>> = {
      Min: { minimum: 3 },
      Len: { minLength: 2 },
      Items: { items: { type: 'string' } },
      Props: { properties: { a: { type: 'string' } } },
      Required: { required: ['a'] },
      Others: { additionalProperties: { type: 'string' } },
      Both: { minimum: 3, minLength: 2 },
    };
    const document = documentOf(keywords);
    expect((await verdictsOf(document)).filter((one) => !one.endsWith(': equal'))).toEqual([]);
    const { shapes } = loadShapes(document);
    const accepted = (name: string) =>
      [1, 'a', true, null, [1], { a: 1 }, {}].filter((value) => shapes[name]!.safeParse(value).success);
    expect(accepted('Min')).toEqual(['a', true, null, [1], { a: 1 }, {}]);
    expect(accepted('Len')).toEqual([1, true, null, [1], { a: 1 }, {}]);
    expect(accepted('Items')).toEqual([1, 'a', true, null, { a: 1 }, {}]);
    expect(accepted('Props')).toEqual([1, 'a', true, null, [1], {}]);
    expect(accepted('Required')).toEqual([1, 'a', true, null, [1], { a: 1 }]);
    expect(accepted('Others')).toEqual([1, 'a', true, null, [1], {}]);
    expect(accepted('Both')).toEqual([true, null, [1], { a: 1 }, {}]);
  });

  it('names the constant of a reference below a keyword that Zod lacks, which z.toJSONSchema leaves as a reference', () => {
    const document = documentOf({ Book, Any: { type: 'object', if: { required: ['a'] }, then: refer('Book') } });
    const { text, shapes } = loadShapes(document);
    expect(text).toContain('$ref: "#/components/schemas/Book"');
    expect(text).toContain('shape: (): z.core.SomeType => Book');
    const then = { $ref: '#/components/schemas/Book' };
    expect(z.toJSONSchema(shapes['Any']!)).toMatchObject({ $defs: { Any: { then } } });
  });
});
