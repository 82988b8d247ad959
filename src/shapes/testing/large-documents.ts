import type { Json, JsonObject } from '../../json/json.js';

const count = 1000;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
const words = (about: string) =>
  `${about}. Clients that do not know it ignore it; a value that was set once is kept until it is replaced.`;

const times = <T>(make: (index: number) => T, length = count): readonly T[] =>
  Array.from({ length }, (_, index) => make(index));

function documentOf(openapi: string, schemas: Readonly<Record<string, Json>>, paths: JsonObject): JsonObject {
  return { openapi, info: { title: 'Large', version: '1' }, paths, components: { schemas } };
}

/** Records that name each other forwards and backwards, as a product catalogue does: OpenAPI 3.0, with operations for each. */
export function catalogue(length = count): JsonObject {
  const name = (index: number) => `Record${(index + length) % length}`;
  const schema = (index: number): Json => ({
    type: 'object',
    description: words(`The record number ${index}`),
    required: ['id', 'name', 'createdAt'],
    properties: {
      id: { type: 'integer', format: 'int64', readOnly: true },
      name: { type: 'string', minLength: 1, maxLength: 200, description: words('Its name') },
      createdAt: { type: 'string', format: 'date-time' },
      note: { type: 'string', nullable: true },
      state: { type: 'string', enum: ['open', 'closed', 'archived'], default: 'open' },
      amounts: { type: 'array', items: { type: 'number', minimum: 0, exclusiveMinimum: true }, uniqueItems: true },
      parent: { allOf: [ref(name(index - 1))], nullable: true, description: 'Where it came from.' },
      children: { type: 'array', items: ref(name(index * 7 + 3)) },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
    },
  });
  const operation = (index: number): JsonObject => ({
    get: {
      operationId: `listRecords${index}`,
      summary: `Lists the records number ${index}.`,
      parameters: [
        { name: 'limit', in: 'query', description: 'How many.', schema: { type: 'integer', minimum: 1, maximum: 100 } },
        { name: 'state', in: 'query', schema: { type: 'string', enum: ['open', 'closed'] } },
      ],
      responses: { 200: { description: 'Some.', ...json({ type: 'array', items: ref(name(index)) }) } },
    },
    post: {
      operationId: `createRecord${index}`,
      requestBody: { required: true, ...json(ref(name(index))) },
      responses: { 201: { description: 'It.', ...json(ref(name(index))) } },
    },
  });
  return documentOf(
    '3.0.3',
    Object.fromEntries(times((index) => [name(index), schema(index)], length)),
    Object.fromEntries(times((index) => [`/records-${index}`, operation(index)], length / 4)),
  );
}

/** Families of schemas with discriminators, which extend each other: OpenAPI 3.1. */
export function families(length = count): JsonObject {
  const schemas: Record<string, Json> = {};
  for (const family of times((index) => index, length / 10)) {
    const kinds = times((index) => `Kind${family}x${index}`, 8);
    schemas[`Base${family}`] = {
      type: 'object',
      description: words(`What family ${family} shares`),
      required: ['id', 'kind'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        kind: { type: 'string' },
        tags: { type: 'array', items: { type: 'string', pattern: '^[a-z]+(?:-[a-z]+)*$' }, maxItems: 20 },
        owner: { oneOf: [ref(`Any${(family * 3 + 1) % (length / 10)}`), { type: 'null' }] },
      },
    };
    for (const [index, kind] of kinds.entries())
      schemas[kind] = {
        description: words(`The kind ${index} of family ${family}`),
        allOf: [
          ref(index < 2 ? `Base${family}` : kinds[index - 2]!),
          {
            type: 'object',
            required: ['kind', `value${index}`],
            properties: {
              kind: { const: kind },
              [`value${index}`]: { type: ['number', 'null'], multipleOf: 0.01 },
              [`words${index}`]: { type: 'string', description: words('For people'), format: 'markdown' },
              parts: { type: 'array', items: ref(`Any${(family + index) % (length / 10)}`) },
              range: {
                type: 'array',
                prefixItems: [{ type: 'integer' }, { type: 'integer' }],
                items: false,
                minItems: 2,
              },
            },
          },
        ],
        ...(index % 2 === 1 && { unevaluatedProperties: index % 4 === 1 }),
      };
    schemas[`Any${family}`] = {
      oneOf: kinds.map(ref),
      discriminator: { propertyName: 'kind', mapping: Object.fromEntries(kinds.map((kind) => [kind, ref(kind).$ref])) },
    };
  }
  return documentOf('3.1.0', schemas, {});
}

/** Settings with patterns, conditions and lists of values, and operations whose schemas are written where they are used: OpenAPI 3.1. */
export function settings(length = count): JsonObject {
  const schema = (index: number): Json => ({
    type: 'object',
    title: `Setting ${index}`,
    description: words(`Setting ${index}`),
    properties: {
      mode: { enum: ['auto', 'manual', index, null] },
      address: {
        anyOf: [
          { type: 'string', format: 'ipv4' },
          { type: 'string', format: 'hostname' },
        ],
      },
      'x-odd name': { type: 'string', examples: ['one', 'two'] },
      limit: { type: 'integer', minimum: 0, maximum: 4294967295 },
      nested: {
        type: 'object',
        additionalProperties: false,
        properties: {
          next: ref(`setting.${(index + 1) % length}`),
          size: { type: 'number', exclusiveMinimum: 0 },
          window: {
            type: 'array',
            items: { type: 'object', properties: { from: { type: 'string', format: 'time' } } },
          },
        },
      },
    },
    patternProperties: { '^x-': { type: ['string', 'number'] } },
    if: { properties: { mode: { const: 'manual' } }, required: ['mode'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ['limit'] },
  });
  const operation = (index: number): JsonObject => ({
    put: {
      requestBody: json({
        type: 'object',
        required: ['items'],
        properties: { items: { type: 'array', items: ref(`setting.${index}`) }, dryRun: { type: 'boolean' } },
      }),
      responses: { 204: { description: 'Done.' }, default: { description: 'Not.', ...json({ type: 'object' }) } },
    },
  });
  return documentOf(
    '3.1.0',
    Object.fromEntries(times((index) => [`setting.${index}`, schema(index)], length)),
    Object.fromEntries(times((index) => [`/settings/${index}`, operation(index)], length / 2)),
  );
}
