import { describe, expect, it } from 'vitest';
import { diffPlaces, type DiffOptions } from './diff-documents.js';
import type { Json, JsonObject } from '../json/json.js';
import { readSchemas, sayTheSame } from '../jsonschema/read-schemas.js';
import { openDocument } from '../openapi/open-document.js';

const document = (paths: JsonObject, rest: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths,
  ...rest,
});
const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const sends = (schema: Json, components: JsonObject = {}, rest: JsonObject = {}): JsonObject =>
  document(
    { '/orders': { post: { requestBody: json(schema), responses: {} } } },
    { components: { schemas: components }, ...rest },
  );
const answers = (schema: Json, components: JsonObject = {}): JsonObject =>
  document(
    { '/orders': { get: { responses: { 200: { description: '', ...json(schema) } } } } },
    { components: { schemas: components } },
  );
const diff = (base: JsonObject, revision: JsonObject, options: Partial<DiffOptions> = {}) =>
  diffPlaces(base, revision, { asOf: '2026-11-20', ...options });
const ids = (base: JsonObject, revision: JsonObject, options: Partial<DiffOptions> = {}) =>
  diff(base, revision, options).map(({ id }) => id);
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const text: JsonObject = { type: 'string' };

describe('spellings that mean the same', () => {
  it.each<[string, Json, Json]>([
    ['nullable and a type array', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['nullable and a choice with null', { type: 'string', nullable: true }, { anyOf: [text, { type: 'null' }] }],
    [
      'boolean and numeric exclusive bounds',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      { type: 'number', exclusiveMinimum: 1, maximum: 9 },
    ],
    ['one type and a list of one', text, { type: ['string'] }],
    ['a choice of types and a list of types', { oneOf: [text, { type: 'integer' }] }, { type: ['integer', 'string'] }],
    [
      'a choice of constants and an enum',
      {
        anyOf: [
          { type: 'string', const: 'a' },
          { type: 'string', const: 'b' },
        ],
      },
      { type: 'string', enum: ['a', 'b'] },
    ],
    ['a constant and an enum of one', { type: 'string', const: 'a' }, { type: 'string', enum: ['a'] }],
    [
      'allowed and unmentioned additional properties',
      { type: 'object', additionalProperties: true },
      { type: 'object' },
    ],
    ['a lower bound of zero and none', { type: 'string', minLength: 0 }, text],
  ])('%s', (_, left, right) => {
    expect(ids(sends(left), sends(right, {}, { openapi: '3.0.3' }))).toEqual([]);
    expect(ids(answers(right), answers(left))).toEqual([]);
  });

  describe('explode where nothing is exploded', () => {
    const components = { Name: text, Names: { type: 'array', items: text } };
    const single: readonly Json[] = [text, ref('Name'), { allOf: [ref('Name')] }, { oneOf: [text, { const: 1 }] }];

    it.each(single)('a parameter and a header of %j', (schema) => {
      const asks = (explode: boolean) =>
        document(
          {
            '/a': {
              get: {
                parameters: [{ in: 'query', name: 'q', explode, schema }],
                responses: { 200: { description: '', headers: { 'X-A': { explode, schema } } } },
              },
            },
          },
          { components: { schemas: components } },
        );
      expect(ids(asks(true), asks(false))).toEqual([]);
      expect(ids(asks(false), asks(true))).toEqual([]);
    });

    it('a list in the path, which has commas either way, but not in the query', () => {
      const asks = (carrier: string, explode: boolean) =>
        document(
          {
            '/{q}': { get: { parameters: [{ in: carrier, name: 'q', explode, schema: ref('Names') }], responses: {} } },
          },
          { components: { schemas: components } },
        );
      expect(ids(asks('path', true), asks('path', false))).toEqual([]);
      expect(ids(asks('query', true), asks('query', false))).toEqual(['request-parameter-explode-changed']);
    });
  });

  it('a referenced schema and the same schema written out', () => {
    const order = { type: 'object', properties: { id: { type: 'integer' } } };
    expect(ids(sends(ref('Order'), { Order: order }), sends(order, { Order: order }))).toEqual([]);
  });

  it('properties that moved into a component joined by allOf', () => {
    const plain = { type: 'object', required: ['id'], properties: { id: text, note: text } };
    const joined = { allOf: [ref('Base')], type: 'object', properties: { note: text } };
    const base = { Base: { type: 'object', required: ['id'], properties: { id: text } } };
    expect(ids(sends(plain, base), sends(joined, base))).toEqual([]);
    expect(ids(answers(joined, base), answers(plain, base))).toEqual([]);
  });

  it.each(['$anchor', '$dynamicAnchor', '$comment', 'title'])('a choice of types, one of which has a %s', (keyword) => {
    const choice = { anyOf: [{ type: 'string', [keyword]: 'name' }, { type: 'integer' }] };
    const view = (schema: Json) => readSchemas(openDocument({})).view(schema);
    expect(view(choice).types).toEqual(['integer', 'string']);
    expect(sayTheSame(view({ type: 'string', [keyword]: 'one' }), view({ type: 'string', [keyword]: 'other' }))).toBe(
      true,
    );
  });

  it('a property that is named only in required on both sides', () => {
    const schema = { type: 'object', required: ['ghost'] };
    expect(ids(sends(schema), sends(structuredClone(schema)))).toEqual([]);
  });
});

describe('what several members of allOf say', () => {
  const item = (name: string) => ({ contains: { type: 'object', required: [name] } });
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['multipleOf', { type: 'integer', multipleOf: 2 }, { multipleOf: 3 }, { multipleOf: 15 }],
    ['contains', { type: 'array', ...item('a') }, item('b'), { ...item('b'), minContains: 2 }],
    [
      'if',
      { type: 'string', if: { minLength: 9 }, else: { pattern: '^a' } },
      { if: { minLength: 7 }, then: { maxLength: 20 } },
      { if: { minLength: 7 }, then: { maxLength: 10 } },
    ],
    [
      'dependentRequired',
      { type: 'object', dependentRequired: { a: ['b'] } },
      { dependentRequired: { a: ['c'] } },
      { dependentRequired: { a: ['c', 'd'] } },
    ],
    [
      'prefixItems',
      { type: 'array', prefixItems: [{ type: 'string' }] },
      { prefixItems: [{ maxLength: 9 }] },
      { prefixItems: [{ maxLength: 3 }] },
    ],
  ])('is compared, also where their %s cannot be one', (_, first, second, stricter) => {
    const [wide, narrow] = [{ allOf: [first, second] }, { allOf: [first, stricter] }];
    expect(diff(sends(wide), sends(narrow)).map(({ level }) => level)).toContain('error');
    expect(diff(sends(wide), sends(wide))).toEqual([]);
  });
});

describe('directions', () => {
  it('a narrower request breaks clients, a narrower response does not', () => {
    const [wide, narrow] = [
      { type: 'object', properties: { a: { type: 'string', maxLength: 9 } } },
      { type: 'object', properties: { a: { type: 'string', maxLength: 3 } } },
    ];
    expect(diff(sends(wide), sends(narrow)).map(({ level }) => level)).toEqual(['error']);
    expect(diff(answers(wide), answers(narrow)).map(({ level }) => level)).toEqual(['info']);
    expect(diff(answers(narrow), answers(wide)).map(({ level }) => level)).toEqual(['error']);
  });

  it('the request of a webhook is received by the client, so it is compared as a response', () => {
    const hook = (schema: Json) =>
      document({}, { webhooks: { paid: { post: { requestBody: json(schema), responses: {} } } } });
    const [narrow, wide] = [
      { type: 'object', properties: { a: text } },
      { type: 'object', properties: { a: { type: ['string', 'null'] } } },
    ];
    expect(ids(hook(narrow), hook(wide))).toEqual(['response-property-became-nullable']);
    expect(diff(hook(wide), hook(narrow)).map(({ level }) => level)).toEqual(['info']);
  });

  it('a read-only property may change in requests, and a write-only one in responses', () => {
    const hide = (keyword: string, maxLength: number) => ({
      type: 'object',
      properties: { a: { type: 'string', [keyword]: true, pattern: `^.{${maxLength}}$`, maxLength } },
    });
    expect(diff(sends(hide('readOnly', 9)), sends(hide('readOnly', 3))).every(({ level }) => level === 'info')).toBe(
      true,
    );
    expect(
      diff(answers(hide('writeOnly', 3)), answers(hide('writeOnly', 9))).every(({ level }) => level === 'info'),
    ).toBe(true);
    expect(diff(sends(hide('writeOnly', 9)), sends(hide('writeOnly', 3))).some(({ level }) => level === 'error')).toBe(
      true,
    );
  });
});

it('of two new members of allOf, the one that refuses a value has the error', () => {
  const own = { properties: { a: text } };
  const found = diff(sends(own), sends({ ...own, allOf: [{ properties: { a: {} } }, { required: ['a'] }] }));
  expect(found.filter(({ id }) => id.includes('all-of')).map(({ level, message }) => [level, message])).toEqual([
    ['error', 'request body: must now also match #2 (allOf)'],
  ]);
});

describe('a read-only property that is required', () => {
  const members: JsonObject = { properties: { id: { ...text, readOnly: true }, name: text } };
  const required = ['id', 'name'];
  it.each<[string, JsonObject]>([
    ['by the schema itself', { ...members, required }],
    ['around the allOf that has it', { required, allOf: [members] }],
    ['by another member of allOf', { allOf: [members, { required }] }],
    ['by another component', { allOf: [ref('Members'), ref('Required')] }],
    ['by a member of a member', { allOf: [{ allOf: [{ required }] }, { allOf: [members] }] }],
  ])('%s is not asked of requests', (_, schema) => {
    const components = { Members: members, Required: { required } };
    const plain = { ...members, required };
    for (const kind of [sends, answers]) {
      expect(ids(kind(plain, components), kind(schema, components))).toEqual([]);
      expect(ids(kind(schema, components), kind(plain, components))).toEqual([]);
    }
    const errors = diff(sends(members, components), sends(schema, components)).filter(({ level }) => level === 'error');
    expect(errors.map(({ message }) => message).filter((message) => !message.includes('allOf'))).toEqual([
      'request property "name": became required',
    ]);
    expect(errors.map(({ witness }) => witness?.why)).toEqual(errors.map(() => 'must have the property "name"'));
  });
});

describe('references', () => {
  it('a schema that contains itself is compared once at each place', () => {
    const tree = (maxLength: number) => ({
      Node: {
        type: 'object',
        properties: { name: { type: 'string', maxLength }, left: ref('Node'), right: ref('Node') },
      },
    });
    const found = diff(sends(ref('Node'), tree(9)), sends(ref('Node'), tree(3)));
    expect(found.map(({ id, pointer }) => [id, pointer.split('/schema')[1]])).toEqual([
      ['request-property-max-length-decreased', '/properties/name/maxLength'],
    ]);
  });

  it('a change with many paths to it is reported at a few of them, and quickly', () => {
    const levels = Array.from(
      { length: 40 },
      (_, index) =>
        [`L${index}`, { type: 'object', properties: { a: ref(`L${index + 1}`), b: ref(`L${index + 1}`) } }] as const,
    );
    const grow = (maxLength: number) => ({ ...Object.fromEntries(levels), L40: { type: 'string', maxLength } });
    const found = diff(sends(ref('L0'), grow(9)), sends(ref('L0'), grow(3)));
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(['request-property-max-length-decreased']));
    expect(found.length).toBeLessThanOrEqual(4);
  });

  it('a harmless use does not hide a harmful one', () => {
    const make = (maxLength: number) => ({ Name: { type: 'string', maxLength } });
    const readOnly = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`a${index}`, { allOf: [ref('Name')], readOnly: true }]),
    );
    const schema = {
      type: 'object',
      properties: { ...readOnly, deep: { type: 'object', properties: { name: ref('Name') } } },
    };
    const found = diff(sends(schema, make(9)), sends(schema, make(3)));
    expect(found.find(({ pointer }) => pointer.includes('/deep/'))?.level).toBe('error');
  });

  it('a schema that several alternatives share is reported once for each place that clients see', () => {
    const make = (maxLength: number): JsonObject => ({ Name: { type: 'string', maxLength } });
    const member = (kind: string, ...names: readonly string[]) => ({
      type: 'object',
      properties: { kind: { const: kind }, ...Object.fromEntries(names.map((name) => [name, ref('Name')])) },
    });
    const choice = { oneOf: [member('a', 'owner'), member('b', 'owner', 'keeper'), member('c', 'keeper')] };
    expect(
      diff(sends(choice, make(9)), sends(choice, make(3))).map(({ pointer, message }) => [
        pointer.split('/schema/')[1],
        message,
      ]),
    ).toEqual([
      ['oneOf/0/properties/owner/maxLength', 'request property "owner": maximum length decreased from 9 to 3'],
      ['oneOf/1/properties/keeper/maxLength', 'request property "keeper": maximum length decreased from 9 to 3'],
    ]);
    const own = (first: number, second: number) => ({
      oneOf: [first, second].map((maxLength, index) => ({
        type: 'object',
        properties: { kind: { const: index }, owner: { type: 'string', maxLength } },
      })),
    });
    expect(diff(sends(own(9, 9)), sends(own(3, 3)))).toHaveLength(2);
  });

  it('joining recursive components with each other ends', () => {
    const node = (name: string, other: string, maxLength: number) => ({
      type: 'object',
      properties: { name: { type: 'string', maxLength }, next: { allOf: [ref(name), ref(other)] }, child: ref(other) },
    });
    const make = (maxLength: number) => ({ A: node('A', 'B', maxLength), B: node('B', 'A', 9) });
    const found = ids(sends({ allOf: [ref('A'), ref('B')] }, make(9)), sends({ allOf: [ref('A'), ref('B')] }, make(3)));
    expect(new Set(found)).toEqual(new Set(['request-property-max-length-decreased']));
  });

  it('names that objects inherit are ordinary names', () => {
    const make = (name: string) =>
      sends({ type: 'object', properties: JSON.parse(`{"${name}":{"type":"string"}}`) as Json });
    expect(ids(make('constructor'), make('__proto__'))).toEqual([
      'new-optional-request-property',
      'request-property-removed',
    ]);
  });

  it('broken and circular references do not stop the comparison', () => {
    const broken = sends({ type: 'object', properties: { a: ref('Missing'), b: ref('Loop') } }, { Loop: ref('Loop') });
    expect(ids(broken, structuredClone(broken))).toEqual([]);
  });

  it('references of parameters, bodies, responses and headers are followed', () => {
    const make = (maxLength: number): JsonObject =>
      document(
        { '/orders': { $ref: '#/components/pathItems/orders' } },
        {
          components: {
            pathItems: {
              orders: {
                post: {
                  parameters: [{ $ref: '#/components/parameters/q' }],
                  requestBody: { $ref: '#/components/requestBodies/order' },
                  responses: { 200: { $ref: '#/components/responses/ok' } },
                },
              },
            },
            parameters: { q: { name: 'q', in: 'query', schema: ref('Text') } },
            requestBodies: { order: json(ref('Text')) },
            responses: { ok: { description: '', headers: { X: { $ref: '#/components/headers/x' } } } },
            headers: { x: { schema: ref('Text') } },
            schemas: { Text: { type: 'string', maxLength } },
          },
        },
      );
    expect(ids(make(9), make(3)).toSorted()).toEqual([
      'request-body-max-length-decreased',
      'request-parameter-max-length-decreased',
      'response-header-max-length-decreased',
    ]);
  });
});

describe('choices', () => {
  const cat = { type: 'object', properties: { kind: { const: 'cat' }, lives: { type: 'integer', maximum: 9 } } };
  const dog = { type: 'object', properties: { kind: { const: 'dog' }, age: { type: 'integer' } } };
  it('alternatives are matched by their constant, in any order, and compared', () => {
    const tamer = { ...cat, properties: { ...cat.properties, lives: { type: 'integer', maximum: 7 } } };
    expect(ids(sends({ oneOf: [cat, dog] }), sends({ oneOf: [dog, tamer] }))).toEqual([
      'request-property-max-decreased',
    ]);
  });

  it('a property made nullable by an alternative of null is one change', () => {
    const make = (schema: Json) =>
      answers(
        { type: 'object', properties: { owner: schema } },
        { Owner: { type: 'object', properties: { name: text } } },
      );
    expect(ids(make(ref('Owner')), make({ oneOf: [ref('Owner'), { type: 'null' }] }))).toEqual([
      'response-property-became-nullable',
    ]);
  });
});

describe('a new choice', () => {
  const choice = { oneOf: [text, { type: 'object', properties: { code: text } }] };
  it('widens the schema when one alternative is the schema as it was', () => {
    expect(ids(sends(text), sends(choice))).toEqual(['request-body-one-of-added']);
    expect(ids(answers(text), answers(choice))).toEqual(['response-body-one-of-added']);
  });

  it('breaks requests when no alternative is', () => {
    expect(ids(sends({ ...text, maxLength: 9 }), sends(choice))).toEqual(['request-body-wrapped-in-one-of']);
    expect(ids(sends({}), sends(choice))).toEqual(['request-body-wrapped-in-one-of']);
  });

  it('breaks requests when it is required in addition', () => {
    const order = { type: 'object', properties: { a: text, b: text } };
    const found = diff(sends(order), sends({ ...order, anyOf: [{ required: ['a'] }, { required: ['b'] }] }));
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(['request-body-wrapped-in-any-of']));
  });
});

describe('operations', () => {
  const users = (version: string, schema: Json): JsonObject =>
    document({
      [`/api/v${version}/users/{id}`]: {
        get: {
          'x-svc-version': version,
          operationId: `list_v${version}`,
          responses: { 200: { description: '', ...json(schema) } },
        },
      },
    });
  it('two versions are matched by path without the version', () => {
    const [one, two] = [
      users('1', { type: 'object', properties: { name: text } }),
      users('2', { type: 'object', properties: {} }),
    ];
    expect(ids(one, two, { alignment: 'unversioned path' })).toEqual(['response-optional-property-removed']);
    expect(diff(one, two, { alignment: 'unversioned path' })[0]).toMatchObject({
      apiVersion: '2',
      path: '/api/v2/users/{id}',
      method: 'GET',
    });
    expect(ids(one, two)).toEqual(['api-path-removed-without-deprecation', 'endpoint-added']);
  });

  it('versions side by side have dates of their own, and one lacks what is absent in it', () => {
    const marks = (sunset: string) => ({ deprecated: true, 'x-sunset': sunset });
    const version = (name: string, parameters: Json, operations: JsonObject = {}) =>
      document({
        [`/v${name}/users`]: { get: { 'x-svc-version': name, parameters, responses: {} } },
        ...operations,
      });
    const deprecated = (name: string, sunset: string) => ({ in: 'query', name, schema: text, ...marks(sunset) });
    const gone = (path: string, sunset?: string) => ({
      [path]: { get: { ...(sunset !== undefined && marks(sunset)), responses: {} } },
    });
    const one = version(
      '1',
      [deprecated('kept', '2027-06-01'), deprecated('later', '2027-06-01'), deprecated('past', '2026-01-01')],
      {
        ...gone('/v1/later', '2027-06-01'),
        ...gone('/v1/past', '2026-01-01'),
        ...gone('/v1/plain'),
      },
    );
    const two = version('2', [deprecated('kept', '2026-12-01')]);
    const found = diff(one, two, { alignment: 'unversioned path', minNotice: null, apiVersion: '2' });
    expect(found.map(({ level, path, message }) => `${level} ${path}: ${message}`)).toEqual([
      'error /v1/later: the operation is absent in version 2',
      'info /v1/past: the operation is absent in version 2, as announced',
      'error /v1/plain: the operation is absent in version 2',
      'warning /v2/users: query parameter "later" is absent in version 2',
      'info /v2/users: query parameter "past" is absent in version 2, as announced',
    ]);
  });

  describe('a path that moves between the address of the server and the paths', () => {
    const get = { get: { responses: {} } };
    const at = (url: string, paths: JsonObject) => document(paths, { servers: [{ url }] });
    const long = at('https://api.example', { '/v1/users/{id}': get, '/v1/teams': get });
    const short = at('https://api.example/v1', { '/users/{user}': get, '/teams': get });

    it('moves no operation and no server', () => {
      expect(ids(short, long)).toEqual([]);
      expect(ids(long, short)).toEqual([]);
    });

    it('moves none where an operation has servers of its own', () => {
      const own = (url: string, path: string) =>
        at('https://api.example', { [path]: { get: { responses: {}, servers: [{ url }] } } });
      expect(ids(own('https://b.example/v1', '/users'), own('https://b.example', '/v1/users'))).toEqual([]);
    });

    it('takes the place of an operation with the same path elsewhere', () => {
      const both = at('https://api.example', { '/v1/users/{id}': get, '/v1/teams': get, '/teams': get });
      expect(diff(short, both).map(({ id, path }) => [id, path])).toEqual([['endpoint-added', '/teams']]);
    });

    it('is another place at another host, with another path, and where it changes for some alone', () => {
      expect(ids(short, at('https://new.example', { '/v1/users/{id}': get, '/v1/teams': get }))).toEqual([
        'api-global-server-added',
        'api-global-server-removed',
      ]);
      expect(ids(short, at('https://api.example', { '/v2/users/{id}': get, '/v1/teams': get }))).toEqual([
        'api-path-removed-without-deprecation',
        'endpoint-added',
      ]);
      expect(ids(short, at('https://api.example/v2', { '/users/{id}': get, '/teams': get }))).toEqual([
        'api-global-server-added',
        'api-global-server-removed',
      ]);
    });
  });

  it('a route that moved under a version is reported as version-specific', () => {
    const versioning = { 'x-svc-versioning': { type: 'uri', defaultVersion: [] } };
    const base = document({ '/api/users': { get: { responses: {} } } }, versioning);
    const revision = document({ '/api/v1/users': { get: { 'x-svc-version': '1', responses: {} } } }, versioning);
    expect(ids(base, revision)).toEqual(['api-route-became-version-specific', 'endpoint-added']);
  });

  it('a single status replaced by its range is not removed', () => {
    const make = (status: string) =>
      document({ '/a': { get: { responses: { [status]: { description: '', ...json(text) } } } } });
    expect(ids(make('201'), make('2XX'))).toEqual(['response-success-status-added']);
  });

  it('a callback is compared within its operation, in the other direction', () => {
    const make = (schema: Json) =>
      document({
        '/a': {
          post: {
            responses: {},
            callbacks: { done: { '{$url}': { post: { requestBody: json(schema), responses: {} } } } },
          },
        },
      });
    const found = diff(make({ ...text, maxLength: 3 }), make({ ...text, maxLength: 9 }));
    expect(found.map(({ id, method, path }) => [id, method, path])).toEqual([
      ['response-body-max-length-increased', 'POST', '/a'],
    ]);
  });

  it('findings name the declaration that the caller locates', () => {
    const found = diff(sends(text), sends({ type: 'integer' }), {
      locate: ({ method, path }) => (method === 'POST' && path === '/orders' ? { file: 'orders.ts', line: 7 } : null),
    });
    expect(found[0]).toMatchObject({ file: 'orders.ts', line: 7 });
  });
});

describe('levels', () => {
  it('an override replaces the default level', () => {
    const found = diff(sends(text), sends({ type: 'integer' }), {
      severity: new Map([['request-body-type-changed', 'info']]),
    });
    expect(found.map(({ level }) => level)).toEqual(['info']);
  });

  it('an invalid date is rejected', () => {
    expect(() => diff(sends(text), sends(text), { asOf: 'tomorrow' })).toThrow(
      'asOf is not a date: "tomorrow". Write YYYY-MM-DD.',
    );
  });
});

describe('the promised notice', () => {
  const operation = (rest: JsonObject) =>
    document({ '/a': { get: { responses: {}, ...rest } }, '/b': { get: { responses: {} } } });
  const gone = document({ '/b': { get: { responses: {} } } });
  const deprecated = { deprecated: true, 'x-deprecated-since': '2026-06-01', 'x-sunset': '2026-11-20' };
  it('an operation may be removed on its sunset date, not before', () => {
    expect(ids(operation(deprecated), gone, { asOf: '2026-11-20' })).toEqual(['api-path-removed-with-deprecation']);
    expect(ids(operation(deprecated), gone, { asOf: '2026-11-19' })).toEqual(['api-path-removed-before-sunset']);
  });

  it('the notice counts from the deprecation to the sunset', () => {
    expect(ids(operation(deprecated), gone, { minNotice: 172 })).toEqual(['api-path-removed-with-deprecation']);
    expect(ids(operation(deprecated), gone, { minNotice: 173 })).toEqual(['api-removed-with-short-notice']);
  });

  it('a date that becomes invalid has the check of oasdiff, and a new deprecation with one its own', () => {
    const invalid = { ...deprecated, 'x-sunset': 'next summer' };
    expect(ids(operation(deprecated), operation(invalid))).toEqual(['api-path-sunset-parse']);
    expect(ids(operation(invalid), operation(deprecated))).toEqual(['api-path-sunset-parse']);
    expect(ids(operation(invalid), operation(deprecated), { minNotice: null })).toEqual([]);
    expect(ids(operation({}), operation(invalid))).toEqual(['api-deprecated-sunset-parse']);
    expect(ids(operation(invalid), gone)).toEqual(['api-path-sunset-parse']);
    const hook = (marks: JsonObject): JsonObject => ({
      ...operation({}),
      webhooks: { made: { post: { ...marks, responses: {} } } },
    });
    expect(ids(hook(deprecated), hook(invalid))).toEqual(['api-deprecated-sunset-parse']);
  });

  it('a sunset may move later', () => {
    expect(ids(operation(deprecated), operation({ ...deprecated, 'x-sunset': '2027-01-01' }))).toEqual([]);
  });

  it('what is a draft or alpha may be deprecated and go without a word', () => {
    const of = (level: string, marks: object = {}) => ({
      get: { 'x-stability-level': level, responses: {}, ...marks },
    });
    const levels = (base: object, revision: object) =>
      diff(document(base as JsonObject), document(revision as JsonObject), { minNotice: 30 }).map(
        ({ id, level }) => `${level} ${id}`,
      );
    for (const level of ['draft', 'alpha']) {
      expect(levels({ '/a': of(level) }, {})).toEqual(['info api-path-removed-without-deprecation']);
      expect(levels({ '/a': of(level) }, { '/a': of(level, { deprecated: true }) })).toEqual([
        'info api-deprecated-sunset-missing',
      ]);
    }
    expect(levels({ '/a': of('beta') }, {})).toEqual(['error api-path-removed-without-deprecation']);
    expect(levels({ '/a': of('beta') }, { '/a': of('alpha', { deprecated: true }) })).toEqual([
      'error api-deprecated-sunset-missing',
      'error api-stability-decreased',
    ]);
  });

  it('without a promised notice, a deprecation needs no sunset date and allows the removal', () => {
    expect(ids(operation({}), operation({ deprecated: true }), { minNotice: null })).toEqual(['endpoint-deprecated']);
    expect(ids(operation({ deprecated: true }), gone, { minNotice: null })).toEqual([
      'api-path-removed-with-deprecation',
    ]);
  });
});

describe('webhooks', () => {
  it('a webhook that loses a method is reported with that method', () => {
    const make = (...methods: readonly string[]) =>
      document({}, { webhooks: { paid: Object.fromEntries(methods.map((method) => [method, { responses: {} }])) } });
    expect(diff(make('post', 'put'), make('post')).map(({ id, pointer }) => [id, pointer])).toEqual([
      ['webhook-removed', '/webhooks/paid/put'],
    ]);
  });
});
