/** Pairs of documents in which everything changes: each family is a row that says what one of its many parts is, before and after. */

const documentOf = (paths, more = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Large', version: '1.0.0' },
  paths,
  ...more,
});
const json = (schema) => ({ content: { 'application/json': { schema } } });
const done = { 200: { description: 'Done.' } };
const reference = (name) => ({ $ref: `#/components/schemas/${name}` });

/** Numbers from 0. */
const many = (count, of) => Array.from({ length: count }, (_, index) => of(index));
const named = (count, of, prefix = 'p') => Object.fromEntries(many(count, (index) => [`${prefix}${index}`, of(index)]));

/** One schema that an operation sends and receives. */
const sent = (schema, schemas = {}) =>
  documentOf(
    { '/all': { post: { requestBody: json(schema), responses: { 200: { description: 'Done.', ...json(schema) } } } } },
    { components: { schemas } },
  );

/** How a schema holds many parts. */
const holders = {
  properties: (all) => ({ type: 'object', properties: Object.fromEntries(all.map((one, at) => [`p${at}`, one])) }),
  allOf: (all) => ({ allOf: all }),
  anyOf: (all) => ({ anyOf: all }),
  oneOf: (all) => ({ oneOf: all }),
  prefixItems: (all) => ({ type: 'array', prefixItems: all }),
};

const text = { type: 'string' };
const number = { type: 'integer' };
const list = { type: 'array' };
const object = { type: 'object' };

/** A part before and after, with its index where texts must differ. */
const parts = {
  types: [() => number, () => text],
  'lists of types': [() => ({ type: ['string', 'integer'] }), () => ({ type: ['string', 'null'] })],
  nullability: [() => ({ type: ['string', 'null'] }), () => text],
  lengths: [() => ({ ...text, maxLength: 90 }), () => ({ ...text, maxLength: 50 })],
  'both lengths': [() => ({ ...text, minLength: 1, maxLength: 90 }), () => ({ ...text, minLength: 2, maxLength: 50 })],
  ranges: [() => ({ ...number, minimum: 1 }), () => ({ ...number, minimum: 5 })],
  'open ranges': [() => ({ ...number, exclusiveMaximum: 90 }), () => ({ ...number, exclusiveMaximum: 50 })],
  multipleOf: [(at) => ({ multipleOf: 2 + (at % 90) }), (at) => ({ multipleOf: 3 + (at % 90) })],
  patterns: [(at) => ({ ...text, pattern: `^a${at}` }), (at) => ({ ...text, pattern: `^b${at}` })],
  'unicode patterns': [
    (at) => ({ ...text, pattern: `^\\p{L}{${1 + (at % 9)}}${at}` }),
    (at) => ({ ...text, pattern: `^\\p{Lu}{${1 + (at % 9)}}${at}` }),
  ],
  'patterns of repetitions': [
    (at) => ({ ...text, pattern: `^([a-z]{1,9}-?){1,9}${at}$` }),
    (at) => ({ ...text, pattern: `^([a-z]{1,9}-?){1,8}${at}$` }),
  ],
  formats: [() => ({ ...text, format: 'date' }), () => ({ ...text, format: 'date-time' })],
  'unknown formats': [() => text, (at) => ({ ...text, format: `own-${at}` })],
  enums: [(at) => ({ enum: [`a${at}`, 'b'] }), (at) => ({ enum: [`a${at}`, 'c'] })],
  constants: [(at) => ({ const: at }), (at) => ({ const: at + 1 })],
  defaults: [(at) => ({ ...text, default: `a${at}` }), (at) => ({ ...text, default: `b${at}` })],
  deprecations: [() => text, () => ({ ...text, deprecated: true })],
  'read-only members': [() => text, () => ({ ...text, readOnly: true })],
  'write-only members': [() => ({ ...text, writeOnly: true }), () => text],
  items: [() => ({ ...list, items: number }), () => ({ ...list, items: text })],
  'numbers of items': [() => ({ ...list, maxItems: 9 }), () => ({ ...list, maxItems: 5 })],
  uniqueItems: [() => list, () => ({ ...list, uniqueItems: true })],
  contains: [(at) => ({ contains: { const: at } }), (at) => ({ contains: { const: `${at}` } })],
  'numbers of matches': [
    (at) => ({ contains: { const: at }, minContains: 1 }),
    (at) => ({ contains: { const: at }, minContains: 2 }),
  ],
  'first items': [() => ({ prefixItems: [text, number] }), () => ({ prefixItems: [number, text] })],
  unevaluatedProperties: [
    () => ({ ...object, properties: { a: text } }),
    () => ({ ...object, properties: { a: text }, unevaluatedProperties: false }),
  ],
  additionalProperties: [() => object, () => ({ ...object, additionalProperties: false })],
  patternProperties: [() => ({ patternProperties: { '^x-': number } }), () => ({ patternProperties: { '^x-': text } })],
  propertyNames: [() => ({ propertyNames: { maxLength: 9 } }), () => ({ propertyNames: { maxLength: 5 } })],
  'numbers of properties': [() => ({ ...object, maxProperties: 9 }), () => ({ ...object, maxProperties: 5 })],
  'required members': [(at) => ({ required: [`a${at}`] }), (at) => ({ required: [`b${at}`] })],
  dependentRequired: [() => ({ dependentRequired: { a: ['b'] } }), () => ({ dependentRequired: { a: ['c'] } })],
  dependentSchemas: [
    () => ({ dependentSchemas: { a: { required: ['b'] } } }),
    () => ({ dependentSchemas: { a: { required: ['c'] } } }),
  ],
  not: [(at) => ({ not: { const: at } }), (at) => ({ not: { const: `${at}` } })],
  'if, then and else': [
    (at) => ({ if: { required: [`a${at}`] }, then: { required: ['b'] }, else: { required: ['c'] } }),
    (at) => ({ if: { required: [`a${at}`] }, then: { required: ['c'] }, else: { required: ['b'] } }),
  ],
  'choices of two': [() => ({ anyOf: [number, text] }), () => ({ anyOf: [number, { type: 'boolean' }] })],
  'tagged choices': [
    (at) => ({ oneOf: [tagged(`a${at}`), tagged(`b${at}`)] }),
    (at) => ({ oneOf: [tagged(`a${at}`), tagged(`c${at}`)] }),
  ],
  tagged: [(at) => tagged(`a${at}`, number), (at) => tagged(`a${at}`, text)],
  'content types': [
    () => ({ ...text, contentMediaType: 'text/csv' }),
    () => ({ ...text, contentMediaType: 'text/html' }),
  ],
  'open enums': [() => ({ ...text, 'x-extensible-enum': ['a', 'b'] }), () => ({ 'x-extensible-enum': ['a', 'c'] })],
  objects: [() => ({ ...object, properties: { a: number } }), () => ({ ...object, properties: { a: text } })],
};

function tagged(tag, member = text) {
  return { ...object, required: ['tag'], properties: { tag: { const: tag }, a: member } };
}

/** Parts that one schema holds many of. */
const held = (holder, part) => (count, isAfter) => sent(holders[holder](many(count, parts[part][Number(isAfter)])));

/** A component for each part, all of which one object refers to. */
const asComponents = (part) => (count, isAfter) =>
  sent(
    { ...object, properties: named(count, (at) => reference(`S${at}`)) },
    named(count, parts[part][Number(isAfter)], 'S'),
  );

/** An operation that has many of something. */
const around = (operationOf) => (count, isAfter) => documentOf({ '/all': { post: operationOf(count, isAfter) } });
const parameters = (of) =>
  around((count, isAfter) => ({
    parameters: many(count, (at) => ({ in: 'query', ...of(at, isAfter) })),
    responses: done,
  }));
const eachOperation =
  (of, more = () => ({})) =>
  (count, isAfter) =>
    documentOf(
      named(count, (at) => ({ post: { responses: done, ...of(at, isAfter) } }), '/p'),
      more(count, isAfter),
    );

/** The families that no holder and part make: from a count and a side to a document. */
const others = {
  'properties: renamed': (count, isAfter) =>
    sent({ ...object, properties: named(count, (at) => ({ const: at }), isAfter ? 'new' : 'old') }),
  'properties: required and renamed': (count, isAfter) => {
    const properties = named(count, (at) => ({ const: at }), isAfter ? 'new' : 'old');
    return sent({ ...object, properties, required: Object.keys(properties) });
  },
  'properties: removed': (count, isAfter) =>
    sent({ ...object, properties: isAfter ? {} : named(count, () => text) }, isAfter ? {} : { Unused: object }),
  'properties: new and required': (count, isAfter) => {
    const properties = named(count, () => text);
    return sent(isAfter ? { ...object, properties, required: Object.keys(properties) } : object);
  },
  'properties: required': (count, isAfter) => {
    const properties = named(count, () => text);
    return sent({ ...object, properties, ...(isAfter && { required: Object.keys(properties) }) });
  },
  'prefixItems: shifted': (count, isAfter) => {
    const all = many(count + 1, (at) => ({ const: at }));
    return sent({ ...list, prefixItems: isAfter ? all.slice(1) : all.slice(0, -1) });
  },
  'enum: every value replaced': (count, isAfter) =>
    sent({ enum: many(count, (at) => `${isAfter ? 'new' : 'old'}-${at}`) }),
  'anyOf: constants replaced': (count, isAfter) =>
    sent({ anyOf: many(count, (at) => ({ const: isAfter ? -at : at })) }),
  'dependentRequired: every list': (count, isAfter) =>
    sent({ ...object, dependentRequired: named(count, (at) => [`p${at + (isAfter ? 1 : 2)}`]) }),
  'discriminator: every mapping': (count, isAfter) =>
    sent(
      {
        oneOf: [reference('A'), reference('B')],
        discriminator: {
          propertyName: 'tag',
          mapping: named(count, (at) => `#/components/schemas/${(at % 2 === 0) === isAfter ? 'A' : 'B'}`),
        },
      },
      { A: tagged('a'), B: tagged('b', number) },
    ),
  'ring of unions: an operation for each': (count, isAfter) => ({
    ...documentOf(named(count, (at) => ({ post: { requestBody: json(reference(`R${at}`)), responses: done } }), '/p')),
    components: {
      schemas: named(
        count,
        (at) => ({
          oneOf: [
            { ...tagged(`a${at}`, isAfter ? text : number), next: reference(`R${(at + 1) % count}`) },
            {
              ...object,
              required: ['tag'],
              properties: { tag: { const: `b${at}` }, next: reference(`R${(at + 1) % count}`) },
            },
          ],
        }),
        'R',
      ),
    },
  }),
  'chain of components: each a member': (count, isAfter) =>
    sent(
      reference('S0'),
      named(
        count,
        (at) => ({
          ...object,
          properties: { a: isAfter ? text : number, next: at + 1 < count ? reference(`S${at + 1}`) : text },
        }),
        'S',
      ),
    ),
  'parameters: types': parameters((at, isAfter) => ({ name: `q${at}`, schema: isAfter ? number : text })),
  'parameters: renamed': parameters((at, isAfter) => ({ name: `${isAfter ? 'n' : 'o'}${at}`, schema: text })),
  'parameters: required': parameters((at, isAfter) => ({ name: `q${at}`, required: isAfter, schema: text })),
  'parameters: styles': parameters((at, isAfter) => ({ name: `q${at}`, explode: isAfter, schema: list })),
  'headers: types': around((count, isAfter) => ({
    responses: {
      200: { description: 'Done.', headers: named(count, () => ({ schema: isAfter ? text : number }), 'X-') },
    },
  })),
  'media types: renamed': around((count, isAfter) => ({
    requestBody: { content: named(count, () => ({}), `application/${isAfter ? 'x' : 'y'}-`) },
    responses: done,
  })),
  'media types: bodies': around((count, isAfter) => ({
    requestBody: { content: named(count, () => ({ schema: isAfter ? text : number }), 'application/x-') },
    responses: done,
  })),
  'form parts: content types': around((count, isAfter) => ({
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: { ...object, properties: named(count, () => text) },
          encoding: named(count, () => ({ contentType: isAfter ? 'text/csv' : 'text/html' })),
        },
      },
    },
    responses: done,
  })),
  'statuses: replaced': around((count, isAfter) => ({
    responses: Object.fromEntries(many(Math.min(count, 200), (at) => [at + (isAfter ? 300 : 200), done[200]])),
    description: 'd'.repeat(count),
  })),
  'tags: replaced': around((count, isAfter) => ({
    tags: many(count, (at) => `${isAfter ? 'n' : 'o'}${at}`),
    responses: done,
  })),
  'callbacks: bodies': around((count, isAfter) => ({
    callbacks: named(
      count,
      () => ({ '{$url}': { post: { requestBody: json(isAfter ? text : number), responses: done } } }),
      'c',
    ),
    responses: done,
  })),
  'webhooks: bodies': (count, isAfter) =>
    documentOf({}, { webhooks: named(count, () => ({ post: { requestBody: json(isAfter ? text : number) } }), 'w') }),
  'security: alternatives replaced': (count, isAfter) =>
    documentOf(
      { '/all': { get: { responses: done } } },
      {
        security: many(count, (at) => ({ [`${isAfter ? 'n' : 'o'}${at}`]: [] })),
        components: { securitySchemes: named(2, () => ({ type: 'http', scheme: 'basic' }), isAfter ? 'n' : 'o') },
      },
    ),
  'security schemes: other headers': (count, isAfter) =>
    documentOf(
      { '/all': { get: { responses: done } } },
      {
        security: many(count, (at) => ({ [`k${at}`]: [] })),
        components: {
          securitySchemes: named(count, () => ({ type: 'apiKey', in: 'header', name: isAfter ? 'a' : 'b' }), 'k'),
        },
      },
    ),
  'servers: replaced': (count, isAfter) =>
    documentOf(
      { '/all': { get: { responses: done } } },
      { servers: many(count, (at) => ({ url: `https://${isAfter ? 'n' : 'o'}${at}.example.com` })) },
    ),
  'operations: removed': (count, isAfter) => eachOperation(() => ({}))(isAfter ? 0 : count, isAfter),
  'operations: new': (count, isAfter) => eachOperation(() => ({}))(isAfter ? count : 0, isAfter),
  'operations: other ids': eachOperation((at, isAfter) => ({ operationId: `${isAfter ? 'n' : 'o'}${at}` })),
  'operations: bodies': eachOperation((_, isAfter) => ({ requestBody: json(isAfter ? text : number) })),
  'operations: one shared schema': eachOperation(
    () => ({ requestBody: json(reference('S')) }),
    (_, isAfter) => ({ components: { schemas: { S: isAfter ? text : number } } }),
  ),
  'components: unused and removed': (count, isAfter) =>
    documentOf({}, { components: { schemas: isAfter ? {} : named(count, () => text, 'S') } }),
};

const allOfParts = [
  'contains',
  'not',
  'multipleOf',
  'required members',
  'if, then and else',
  'patterns',
  'enums',
  'dependentRequired',
  'choices of two',
  'unevaluatedProperties',
  'propertyNames',
];

/** The families by name: from a count, and whether the document is the revision, to a document. */
export const everything = Object.fromEntries([
  ...Object.keys(parts).map((part) => [`properties: ${part}`, held('properties', part)]),
  ...allOfParts.map((part) => [`allOf: ${part}`, held('allOf', part)]),
  ...['required members', 'constants', 'objects', 'patterns'].map((part) => [`anyOf: ${part}`, held('anyOf', part)]),
  ...['tagged', 'enums', 'required members'].map((part) => [`oneOf: ${part}`, held('oneOf', part)]),
  ...['types', 'objects'].map((part) => [`prefixItems: ${part}`, held('prefixItems', part)]),
  ...['lengths', 'tagged choices', 'objects'].map((part) => [`components: ${part}`, asComponents(part)]),
  ...Object.entries(others),
]);

/** Both documents of a pair, the larger of which is just below a number of characters. */
export function everythingOf(name, size) {
  const make = (count) => [false, true].map((isAfter) => everything[name](count, isAfter));
  const lengthOf = (count) => Math.max(...make(count).map((one) => JSON.stringify(one).length));
  let [low, high] = [1, 2];
  while (lengthOf(high) < size) [low, high] = [high, high * 2];
  while (high - low > Math.max(1, low >> 7)) {
    const middle = (low + high) >> 1;
    if (lengthOf(middle) < size) low = middle;
    else high = middle;
  }
  const [base, revision] = make(low);
  return { count: low, base, revision };
}
