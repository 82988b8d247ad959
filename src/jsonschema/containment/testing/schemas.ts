import fc, { type Arbitrary } from 'fast-check';
import type { Json, JsonObject } from '../../../json/json.js';

const names = fc.constantFrom('a', 'b', 'kind', 'x-a');
const scalars = fc.constantFrom<Json>('a', 'b', 'abc', '', 0, 1, 2, 5, 2.5, -1, true, false, null);

const texts = fc.record<JsonObject>(
  {
    type: fc.constant('string'),
    minLength: fc.nat(3),
    maxLength: fc.integer({ min: 1, max: 5 }),
    pattern: fc.constantFrom('^[a-c]+$', '^a', '[0-9]', '^x-'),
  } as never,
  { requiredKeys: ['type'] as never },
);

const formats = fc.record({
  type: fc.constant('string'),
  format: fc.constantFrom('date', 'date-time', 'email', 'uuid'),
});

const numbers = fc.record<JsonObject>(
  {
    type: fc.constantFrom('number', 'integer'),
    minimum: fc.integer({ min: -3, max: 3 }),
    maximum: fc.integer({ min: 0, max: 8 }),
    exclusiveMinimum: fc.integer({ min: -3, max: 3 }),
    exclusiveMaximum: fc.integer({ min: 1, max: 8 }),
    multipleOf: fc.constantFrom(2, 3, 0.5),
  } as never,
  { requiredKeys: ['type'] as never },
);

/** Any schema of JSON Schema 2020-12, most of which some value passes; `references` are schemas that it may refer to. */
export const schemasWith = (references: readonly string[]): Arbitrary<Json> =>
  fc.letrec<{ schema: Json }>((tie) => {
    const some = (max: number) => fc.array(tie('schema'), { minLength: 1, maxLength: max });
    const limits = { minItems: fc.nat(2), maxItems: fc.integer({ min: 1, max: 4 }), uniqueItems: fc.boolean() };
    // Apart from each other: Ajv accepts [] for prefixItems beside contains.
    const arrays = fc.oneof(
      fc.record(
        { type: fc.constant('array'), items: tie('schema'), prefixItems: some(2), ...limits },
        { requiredKeys: ['type'] },
      ),
      fc.record({
        type: fc.constant('array'),
        allOf: fc.tuple(fc.record({ prefixItems: some(2) })),
        unevaluatedItems: fc.oneof(fc.constant(false), tie('schema')),
      }),
      fc.record(
        {
          type: fc.constant('array'),
          items: tie('schema'),
          contains: tie('schema'),
          minContains: fc.nat(2),
          maxContains: fc.integer({ min: 1, max: 3 }),
          ...limits,
        },
        { requiredKeys: ['type', 'items'] },
      ),
    );
    const objects = fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        patternProperties: fc.dictionary(fc.constantFrom('^x-', 'a'), tie('schema'), {
          maxKeys: 1,
          noNullPrototype: true,
        }),
        propertyNames: fc.constantFrom<Json>({ pattern: '^[a-z]+$' }, { maxLength: 4 }),
        minProperties: fc.nat(2),
        maxProperties: fc.integer({ min: 1, max: 3 }),
        dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 1 }), {
          maxKeys: 1,
          noNullPrototype: true,
        }),
        dependentSchemas: fc.dictionary(names, fc.record({ properties: fc.record({ b: tie('schema') }) }), {
          maxKeys: 1,
          noNullPrototype: true,
        }),
      },
      { requiredKeys: ['type', 'properties'] },
    );
    const joined = fc.oneof(
      fc.record({ anyOf: some(3) }),
      fc.record({ oneOf: some(3) }),
      fc.record({ allOf: some(2) }),
      fc.record({ not: tie('schema') }),
      fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }, { requiredKeys: ['if', 'then'] }),
      fc.record({
        allOf: some(2),
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 2, noNullPrototype: true }),
        unevaluatedProperties: fc.constant(false),
      }),
    );
    return {
      schema: fc.oneof(
        { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
        { arbitrary: texts as Arbitrary<Json>, weight: 3 },
        { arbitrary: formats as Arbitrary<Json>, weight: 1 },
        { arbitrary: numbers as Arbitrary<Json>, weight: 3 },
        {
          arbitrary: fc.oneof<Arbitrary<Json>[]>(
            fc.constant<Json>(true),
            fc.constant<Json>({}),
            fc.record({ type: fc.constantFrom('boolean', 'null') }),
            fc.record({ enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 3 }) }) as Arbitrary<Json>,
            fc.record({ const: scalars }) as Arbitrary<Json>,
            fc.record({
              type: fc.uniqueArray(fc.constantFrom('string', 'integer', 'null', 'object'), {
                minLength: 1,
                maxLength: 3,
              }),
            }) as Arbitrary<Json>,
          ),
          weight: 3,
        },
        { arbitrary: objects as unknown as Arbitrary<Json>, weight: 4 },
        { arbitrary: arrays as unknown as Arbitrary<Json>, weight: 2 },
        { arbitrary: joined as unknown as Arbitrary<Json>, weight: 2 },
        ...references.map(($ref) => ({ arbitrary: fc.constant<Json>({ $ref }), weight: 1 })),
      ),
    };
  }).schema;

/** Any schema that refers to no other. */
export const anySchema: Arbitrary<Json> = schemasWith([]);

/** Any value that such schemas may accept. */
export const anyValue: Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { arbitrary: scalars, weight: 4 },
    { arbitrary: fc.constantFrom<Json>('2020-01-01', 'x-', 'abca', 'a1', 3, 4, 6, 0.5, 8.5), weight: 2 },
    { arbitrary: fc.array(tie('value'), { maxLength: 4 }) as Arbitrary<Json>, weight: 2 },
    {
      arbitrary: fc.dictionary(fc.oneof(names, fc.constantFrom('c', 'other')), tie('value'), {
        maxKeys: 4,
        noNullPrototype: true,
      }) as Arbitrary<Json>,
      weight: 3,
    },
  ),
})).value;
