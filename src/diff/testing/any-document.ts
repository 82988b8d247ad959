import fc, { type Arbitrary } from 'fast-check';
import { isObject, listAt, type Json, type JsonObject } from '../../json/json.js';
import { schemasWith } from '../../jsonschema/containment/testing/schemas.js';

/** Ways to write a value into a request, as OpenAPI 3.1 lists them (section 4.8.12.2). */
const forms = fc.constantFrom<JsonObject>(
  ...['simple', 'label', 'matrix'].flatMap((style) => both({ in: 'path', required: true, style })),
  ...both({ in: 'query', style: 'form' }),
  { in: 'query', style: 'spaceDelimited', explode: false },
  { in: 'query', style: 'pipeDelimited', explode: false },
  { in: 'query', style: 'deepObject', explode: true },
  ...both({ in: 'header', style: 'simple' }),
  ...both({ in: 'cookie', style: 'form' }),
);

function both(form: JsonObject): readonly JsonObject[] {
  return [true, false].map((explode) => ({ ...form, explode }));
}

const bounded = (schema: JsonObject, rest: Record<string, Arbitrary<unknown>>): Arbitrary<Json> =>
  fc.record(rest, { requiredKeys: [] }).map((more) => ({ ...schema, ...(more as JsonObject) }));

const scalar = fc.oneof(
  bounded({ type: 'string' }, { minLength: fc.nat(3), maxLength: fc.integer({ min: 1, max: 5 }) }),
  bounded({ type: 'string' }, { pattern: fc.constantFrom('^[a-c]+$', '^a', '[0-9]') }),
  bounded({ type: 'integer' }, { minimum: fc.integer({ min: -3, max: 3 }), maximum: fc.integer({ min: 0, max: 8 }) }),
  bounded({ type: 'number' }, { exclusiveMinimum: fc.nat(3), multipleOf: fc.constantFrom(2, 0.5) }),
  fc.record<JsonObject>({ type: fc.constant('boolean') }),
  fc.record<JsonObject>({ enum: fc.uniqueArray(fc.constantFrom<Json>('a', 'b', 1, 2, true), { minLength: 1 }) }),
);

/** Lists and objects of single values, and single values. */
const flat: Arbitrary<Json> = fc.oneof(
  scalar,
  scalar.chain((items) =>
    bounded(
      { type: 'array', items },
      { minItems: fc.nat(2), maxItems: fc.integer({ min: 1, max: 3 }), uniqueItems: fc.boolean() },
    ),
  ),
  fc
    .record({ a: scalar, b: scalar })
    .chain((properties) =>
      bounded(
        { type: 'object', properties },
        { required: fc.subarray(['a', 'b']), additionalProperties: fc.boolean(), maxProperties: fc.constant(1) },
      ),
    ),
);

const reference = (name: string) => `#/components/schemas/${name}`;
const components = ['Tree', 'Item', 'Pet'] as const;

/** Any schema of a body; some refer to components, which contain themselves. */
const anyOfThem = schemasWith(components.map(reference));

/** Schemas that OpenAPI 3.0 can write. */
const plain: Arbitrary<Json> = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.record<JsonObject>({ type: fc.constantFrom<Json>(['string', 'null'], ['integer', 'null'], ['object', 'null']) }),
    fc.constantFrom(...components).map((name): Json => ({ $ref: reference(name) })),
    bounded({ type: 'array' }, { items: tie('schema'), minItems: fc.nat(2), maxItems: fc.integer({ min: 1, max: 3 }) }),
    bounded(
      { type: 'object' },
      {
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { maxKeys: 2, noNullPrototype: true }),
        required: fc.constant(['a']),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        maxProperties: fc.constant(1),
      },
    ),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }) as Arbitrary<Json>,
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }) as Arbitrary<Json>,
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }) as Arbitrary<Json>,
    fc.record({ not: scalar }) as Arbitrary<Json>,
  ),
})).schema;

const object = (own: Arbitrary<Json>): Arbitrary<JsonObject> =>
  fc.record<JsonObject>({
    type: fc.constant('object'),
    properties: fc.dictionary(fc.constantFrom('a', 'b', 'x-a'), own, { maxKeys: 3, noNullPrototype: true }),
    required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 1 }),
  } as never);

const kind = (name: string, own: JsonObject): JsonObject => ({
  ...own,
  properties: { ...(own['properties'] as JsonObject), kind: { type: 'string', enum: [name] } },
  required: [...listAt(own['required']), 'kind'],
});

const componentsOf = (schema: Arbitrary<Json>): Arbitrary<JsonObject> =>
  fc
    .record({
      Tree: object(schema),
      Item: object(schema),
      Cat: object(scalar).map((own) => kind('cat', own)),
      Dog: object(scalar).map((own) => kind('dog', own)),
      isMapped: fc.boolean(),
    })
    .map(({ isMapped, ...all }): JsonObject => {
      const mapping = { cat: reference('Cat'), dog: reference('Dog') };
      const Pet = {
        oneOf: [{ $ref: reference('Cat') }, { $ref: reference('Dog') }],
        ...(isMapped && { discriminator: { propertyName: 'kind', mapping } }),
      };
      return { ...all, Pet };
    });

const jsonTypes = ['application/json', 'application/vnd.shop+json'] as const;
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;

/** Bodies of one or several media types, forms of single values among them. */
const contentOf = (schema: Arbitrary<Json>): Arbitrary<JsonObject> =>
  fc
    .record(
      {
        [jsonTypes[0]]: fc.record({ schema }),
        [jsonTypes[1]]: fc.record({ schema }),
        [formTypes[0]]: fc.record({ schema: object(flat) }),
        [formTypes[1]]: fc.record({ schema: object(scalar) }),
        'text/plain': fc.record({ schema: scalar }),
      },
      { requiredKeys: [] },
    )
    .map((types) => (Object.keys(types).length > 0 ? (types as JsonObject) : { [jsonTypes[0]]: { schema: true } }));

interface Drawn {
  readonly form: JsonObject;
  readonly name: string;
  readonly required: boolean;
  readonly schema: Json;
  readonly whole: Json;
  readonly isWhole: number;
}

const parametersOf = (whole: Arbitrary<Json>) =>
  fc.uniqueArray(
    fc.record({
      form: forms,
      name: fc.constantFrom('p', 'q', 'r'),
      required: fc.boolean(),
      schema: flat,
      whole,
      isWhole: fc.nat(7),
    }),
    {
      maxLength: 3,
      selector: ({ name }) => name,
    },
  ) as Arbitrary<readonly Drawn[]>;

const written = ({ form, name, required, schema: plain, whole, isWhole }: Drawn): JsonObject => {
  const { in: carrier } = form;
  const own = { name, in: carrier!, required: carrier === 'path' || required };
  return isWhole === 0 && carrier === 'query'
    ? { ...own, content: { 'application/json': { schema: whole } } }
    : { ...own, ...form, required: own.required, schema: plain };
};

const headers = fc.dictionary(
  fc.constantFrom('X-One', 'X-Two'),
  fc.record({ required: fc.boolean(), explode: fc.boolean(), schema: flat }),
  { maxKeys: 2, noNullPrototype: true },
) as Arbitrary<JsonObject>;

const securitySchemes: JsonObject = {
  key: { type: 'apiKey', in: 'header', name: 'x-key' },
  basic: { type: 'http', scheme: 'basic' },
  login: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://login.example/token', scopes: { read: '', write: '' } } },
  },
};

const requirement = fc
  .record(
    {
      key: fc.constant<Json>([]),
      basic: fc.constant<Json>([]),
      login: fc.subarray(['read', 'write']) as Arbitrary<Json>,
    },
    { requiredKeys: [] },
  )
  .map((one) => one as JsonObject);
const security = fc.uniqueArray(requirement, { maxLength: 3, selector: (one) => JSON.stringify(one) });

const operationOf = (schema: Arbitrary<Json>) =>
  fc
    .record({
      parameters: parametersOf(schema),
      body: fc.option(fc.record({ required: fc.boolean(), content: contentOf(schema) })),
      headers,
      answer: contentOf(schema),
      failure: contentOf(schema),
      security: fc.option(security),
    })
    .map((drawn): JsonObject => {
      const own = drawn.parameters.map(written);
      return {
        parameters: own,
        ...(drawn.body && { requestBody: drawn.body }),
        responses: {
          200: { description: '', headers: drawn.headers, content: drawn.answer },
          '4XX': { description: '', content: drawn.failure },
        },
        ...(drawn.security && { security: drawn.security }),
      };
    });

const documentOf = (schema: Arbitrary<Json>) =>
  fc
    .record({
      post: operationOf(schema),
      put: operationOf(schema),
      schemas: componentsOf(schema),
      security: fc.option(security),
    })
    .map(({ post, put, schemas: all, security: ofAll }): JsonObject => {
      const inPath = (own: JsonObject, method: string) => [
        `/${method}${listAt(own['parameters'])
          .filter((one) => isObject(one) && one['in'] === 'path')
          .map((one) => `/{${String((one as JsonObject)['name'])}}`)
          .join('')}`,
        { [method]: own },
      ];
      return {
        openapi: '3.1.0',
        info: { title: 'Any', version: '1' },
        paths: Object.fromEntries([inPath(post, 'post'), inPath(put, 'put')]) as JsonObject,
        ...(ofAll && { security: ofAll }),
        components: { schemas: all, securitySchemes },
      };
    });

/**
 * Any document of OpenAPI 3.1 whose parameters, bodies, answers and headers are written where they are used: `/one` with POST and PUT, and
 * parameters of every style, several media types, components that contain themselves, a discriminator and security.
 */
export const anyDocument: Arbitrary<JsonObject> = fc.oneof(documentOf(anyOfThem), documentOf(plain));
