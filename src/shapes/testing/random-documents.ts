import fc, { type Arbitrary } from 'fast-check';
import type { Json, JsonObject } from '../../json/json.js';
import { annotated, ids, refer, referring } from '../../source/testing/documents.js';

const names = fc.constantFrom('id', 'kind', 'a-b', '1', 'constructor', '__proto__', 'it"s', 'été');
/** Components of OpenAPI 3.0 that name each other. */
const olderIds = ['Pet', 'pet', 'order-line', 'order_line', 'null', '3D', 'a.b'] as const;

/** A schema of OpenAPI 3.0, as its own words for null and bounds have it. */
const { schema: older } = fc.letrec<{ schema: JsonObject }>((tie) => {
  const optionally = (members: Readonly<Record<string, Arbitrary<unknown>>>, required: readonly string[]) =>
    fc.record(members, { requiredKeys: required as string[] }) as Arbitrary<JsonObject>;
  const nullable = fc.boolean();
  const references = fc.constantFrom(...olderIds).map(refer);
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      references,
      references.map((one) => ({ ...one, nullable: true, description: 'Ignored.' })),
      optionally(
        {
          type: fc.constant('string'),
          nullable,
          minLength: fc.nat(3),
          format: fc.constantFrom('date', 'uuid', 'byte'),
        },
        ['type'],
      ),
      optionally(
        {
          type: fc.constantFrom('integer', 'number'),
          nullable,
          minimum: fc.nat(3),
          exclusiveMinimum: fc.boolean(),
          maximum: fc.nat(9),
          default: fc.nat(9),
        },
        ['type'],
      ),
      optionally({ type: fc.constant('string'), nullable, enum: fc.constantFrom(['a', 'b'], ['a', null], ['z']) }, [
        'type',
        'enum',
      ]),
      optionally(
        { type: fc.constant('array'), nullable, items: tie('schema'), uniqueItems: fc.boolean(), maxItems: fc.nat(3) },
        ['type', 'items'],
      ),
      optionally(
        {
          type: fc.constant('object'),
          nullable,
          properties: fc.dictionary(names, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
          required: fc.uniqueArray(names, { minLength: 1, maxLength: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        },
        ['type'],
      ),
      fc
        .tuple(references, tie('schema'), nullable)
        .map(([base, more, isNullable]) => ({ allOf: [base, more], nullable: isNullable })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      fc
        .tuple(fc.boolean(), fc.uniqueArray(fc.constantFrom('cat', 'dog', 'cow'), { minLength: 2 }))
        .map(([isClosed, kinds]) => ({
          oneOf: kinds.map((kind) => ({
            type: 'object',
            required: ['kind'],
            properties: { kind: { type: 'string', enum: [kind] }, friend: refer('Pet') },
            ...(isClosed && { additionalProperties: false }),
          })),
          discriminator: { propertyName: 'kind' },
        })),
    ),
  };
});

const json = (schema: Json) => ({ content: { 'application/json': { schema } } });

/** Operations that take and answer the components, and schemas that hold them. */
function pathsWith(components: readonly string[], words: (about: string) => string): JsonObject {
  return Object.fromEntries(
    components.map((id, index) => [
      `/things-${index}/{key}`,
      {
        parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          ...(index % 2 === 0 && { operationId: words(`get ${id}`) }),
          summary: words('Reads'),
          parameters: [
            { name: words('filter'), in: 'query', description: words('What'), schema: refer(id) },
            { name: 'X-Trace', in: 'header', schema: { type: 'string', maxLength: 9 } },
          ],
          responses: {
            200: { description: '', ...json({ type: 'array', items: refer(id) }) },
            default: { description: '', ...json(refer(id)) },
          },
        },
        put: {
          requestBody: {
            required: index % 2 === 0,
            ...json({ type: 'object', properties: { [words('thing')]: refer(id) } }),
          },
          responses: { '2XX': { description: '', ...json(refer(id)) }, 204: { description: '' } },
        },
      },
    ]),
  ) as JsonObject;
}

function documentOf(
  openapi: string,
  schemas: Readonly<Record<string, Json>>,
  words = (about: string) => about,
): JsonObject {
  return {
    openapi,
    info: { title: words('Things'), version: '1' },
    paths: pathsWith(Object.keys(schemas), words),
    components: { schemas },
  };
}

/** Documents of both versions of OpenAPI whose components refer to each other, also in circles. */
export const randomDocuments: Arbitrary<JsonObject> = fc.oneof(
  referring.map((schemas) => documentOf('3.1.0', schemas)),
  fc
    .tuple(...olderIds.map(() => older))
    .map((schemas) => documentOf('3.0.3', Object.fromEntries(olderIds.map((id, index) => [id, schemas[index]!])))),
);

const hostile = fc.constantFrom(
  '*/ globalThis.ran = 1; /*',
  '`${(globalThis.ran = 1)}`',
  '"); globalThis.ran = 1; //',
  "'); globalThis.ran = 1; //",
  '\\"); globalThis.ran = 1; //',
  '\n\r\u2028\u2029globalThis.ran = 1;//',
  '</script><!--',
  '__proto__',
  'constructor',
  'z',
  'shapes',
  'operations',
  'class',
  '',
  '@deprecated',
  '\u202e\u0000\ud800',
);

/** Documents whose names and words would be code, if they were not text. */
export const hostileDocuments: Arbitrary<JsonObject> = fc
  .tuple(annotated, fc.infiniteStream(hostile), fc.boolean())
  .map(([schemas, stream, isOlder]) => {
    const words = () => stream.next().value as string;
    const renamed = Object.fromEntries(ids.map((id) => [id, `${id}${words()}`]));
    const follow = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(follow);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value as JsonObject).map(([key, inner]) => {
          const id = key === '$ref' ? ids.find((one) => inner === refer(one).$ref) : undefined;
          return [key, id === undefined ? (inner === undefined ? inner : follow(inner)) : refer(renamed[id]!).$ref];
        }),
      ) as JsonObject;
    };
    const components = Object.fromEntries(ids.map((id) => [renamed[id]!, follow(schemas[id]!)]));
    return documentOf(isOlder ? '3.0.3' : '3.1.0', components, words);
  });
