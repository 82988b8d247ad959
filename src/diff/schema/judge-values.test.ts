import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { diffDocuments, type DiffOptions } from '../diff-documents.js';
import type { SeverityId } from '../severity-id.js';
import type { Level } from '../../report/level.js';

const body = (schema: Json) => ({ content: { 'application/json': { schema } } });
const document = (operation: JsonObject, schemas: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Zoo', version: '1' },
  paths: { '/pets': { post: operation } },
  components: { schemas },
});
const sends = (schema: Json, schemas: JsonObject = {}) =>
  document({ requestBody: body(schema), responses: { 200: { description: '' } } }, schemas);
const answers = (schema: Json, schemas: JsonObject = {}) =>
  document({ responses: { 200: { description: '', ...body(schema) } } }, schemas);
const asks = (schema: Json) =>
  document({ parameters: [{ name: 'q', in: 'query', schema }], responses: { 200: { description: '' } } }, {});
const found = (base: JsonObject, revision: JsonObject) =>
  diffDocuments(base, revision, { asOf: '2026-11-20', minNotice: null })
    .filter(({ id }) => !id.startsWith('api-'))
    .map(({ level, id }) => `${level} ${id}`);
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const integer = { type: 'integer' };

describe('schemas that accept the same values have no findings', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['base64 as an encoding and as a format', { ...text, contentEncoding: 'base64' }, { ...text, format: 'byte' }],
    [
      'no more items and a number of items',
      { type: 'array', prefixItems: [text, integer], items: false },
      { type: 'array', prefixItems: [text, integer], maxItems: 2 },
    ],
    ['no items', { type: 'array', items: false }, { type: 'array', maxItems: 0 }],
    [
      'integers of 32 bits and a range',
      { ...integer, format: 'int32' },
      { ...integer, minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
    ],
  ])('%s', (_, left, right) => {
    for (const use of [sends, answers]) {
      expect(found(use(left), use(right))).toEqual([]);
      expect(found(use(right), use(left))).toEqual([]);
    }
  });

  it('base64 in a parameter, where every value is a text', () => {
    const [encoding, format] = [asks({ ...text, contentEncoding: 'base64' }), asks({ ...text, format: 'byte' })];
    expect([...found(encoding, format), ...found(format, encoding)]).toEqual([]);
  });
});

describe('what breaks by the letter alone', () => {
  const one = { type: 'object', properties: { a: text } };
  const other = { type: 'object', properties: { b: text } };
  const closed = (...names: readonly string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, text])),
    additionalProperties: false,
  });
  const marks = (base: JsonObject, revision: JsonObject, severity: DiffOptions['severity'] = new Map()) =>
    diffDocuments(base, revision, { asOf: '2026-11-20', severity })
      .filter(({ witness }) => witness)
      .map(({ id, level, isByTheLetter = false }) => [id, level, isByTheLetter]);

  it('is a value that a oneOf takes twice', () => {
    expect(marks(answers({ oneOf: [one, other] }), answers({ oneOf: [one] }))).toEqual([
      ['response-body-one-of-removed', 'info', true],
    ]);
    expect(marks(sends({ oneOf: [one, text] }), sends({ oneOf: [one] }))).toEqual([
      ['request-body-one-of-removed', 'error', false],
    ]);
  });

  it('is a new member of a closed answer, but not a member that a closed request refuses', () => {
    expect(marks(answers(closed('a')), answers(closed('a', 'b')))).toEqual([
      ['response-optional-property-added', 'info', true],
    ]);
    expect(marks(answers({ unevaluatedProperties: false }), answers({ ...closed('a') }))).toContainEqual([
      expect.any(String),
      'info',
      true,
    ]);
    expect(marks(sends(closed('a', 'b')), sends(closed('a')))).toEqual([['request-property-removed', 'error', false]]);
  });

  it('has the level that a severity file gives it, unless its check has one', () => {
    const [base, revision] = [answers(closed('a')), answers(closed('a', 'b'))];
    const level = (...entries: readonly (readonly [SeverityId, Level])[]) =>
      marks(base, revision, new Map(entries)).map((mark) => mark[1]);
    expect(level()).toEqual(['info']);
    expect(level(['by-the-letter', 'warning'])).toEqual(['warning']);
    const strict = (document: JsonObject, to: string): JsonObject => ({ ...document, 'x-svc-by-the-letter': to });
    for (const [from, to] of [
      [strict(base, 'error'), revision],
      [strict(base, 'error'), strict(revision, 'info')],
      [strict(base, 'info'), strict(revision, 'error')],
    ] as const) {
      expect(marks(from, to).map((mark) => mark[1])).toEqual(['error']);
      expect(marks(from, to, new Map([['by-the-letter', 'info']])).map((mark) => mark[1])).toEqual(['info']);
    }
    expect(level(['by-the-letter', 'info'], ['response-optional-property-added', 'warning'])).toEqual(['warning']);
    expect(
      marks(sends({ enum: [1, 2] }), sends({ enum: [1] }), new Map([['by-the-letter', 'info']])).map((mark) => mark[1]),
    ).toEqual(['error']);
  });
});

it('a list of numbers in a parameter may be long', () => {
  const list = (maxItems: number) => asks({ type: 'array', items: integer, maxItems });
  expect(found(list(50), list(10))).toEqual(['error request-parameter-max-items-decreased']);
  expect(found(list(10), list(50))).toEqual(['info request-parameter-max-items-increased']);
});

describe('integers of 32 and of 64 bits', () => {
  const [small, large] = [
    { ...integer, format: 'int32' },
    { ...integer, format: 'int64' },
  ];

  it('requests may grow and answers may shrink', () => {
    expect(found(sends(small), sends(large))).toEqual(['info request-body-type-generalized']);
    expect(found(answers(large), answers(small))).toEqual(['info response-body-type-specialized']);
  });

  it('the smallest number that no longer fits is the witness', () => {
    const [finding] = diffDocuments(sends(large), sends(small), { asOf: '2026-11-20' }).filter(
      ({ level }) => level === 'error',
    );
    expect(finding).toMatchObject({ id: 'request-body-type-changed', witness: { value: 2 ** 31 } });
    expect(finding!.message).not.toContain('possibly');
  });
});

describe('alternatives', () => {
  const named = (name: string) => ({ type: 'object', required: [name], properties: { [name]: text } });
  const pets = { Dog: named('bark'), Cat: named('meow'), Hare: named('ears') };

  it('a new one of a request breaks nobody, although an object could match two at once', () => {
    expect(found(sends({ oneOf: [ref('Dog')] }, pets), sends({ oneOf: [ref('Dog'), ref('Cat')] }, pets))).toEqual([
      'info request-body-one-of-added',
    ]);
  });

  it('a new one of an answer is an error', () => {
    const [before, after] = [{ anyOf: [ref('Dog'), ref('Cat')] }, { anyOf: [ref('Dog'), ref('Cat'), ref('Hare')] }];
    expect(found(answers(before, pets), answers(after, pets))).toEqual(['error response-body-any-of-added']);
  });

  it.each(['anyOf', 'allOf'])('a component that repeats another member of %s is named as an info', (keyword) => {
    const twins = { Dog: named('bark'), Cat: named('meow'), Tomcat: named('meow') };
    const [before, after] = [
      { [keyword]: [ref('Dog'), ref('Cat')] },
      { [keyword]: [ref('Dog'), ref('Cat'), ref('Tomcat')] },
    ];
    const words = keyword.replace('Of', '-of');
    expect(found(sends(before, twins), sends(after, twins))).toEqual([`info request-body-${words}-added`]);
    expect(found(answers(after, twins), answers(before, twins))).toEqual([`info response-body-${words}-removed`]);
  });
});

describe('each finding has a witness of its own', () => {
  const numbers = (limits: JsonObject) => ({ type: 'array', contains: { type: 'integer' }, ...limits });
  const kind = (values: readonly string[], more: JsonObject = {}) => ({
    type: 'object',
    properties: { kind: { enum: [...values] } },
    ...more,
  });

  it('limits of what a list contains', () => {
    const [before, after] = [numbers({ minContains: 1, maxContains: 3 }), numbers({ minContains: 2, maxContains: 5 })];
    expect(found(sends(before), sends(after))).toEqual([
      'info request-body-max-contains-increased',
      'error request-body-min-contains-increased',
    ]);
    expect(found(answers(before), answers(after))).toEqual([
      'error response-body-max-contains-increased',
      'info response-body-min-contains-increased',
    ]);
  });

  it('a member that became required, and has another value', () => {
    expect(found(answers(kind(['a'])), answers(kind(['a', 'b'], { required: ['kind'] })))).toEqual([
      'info response-property-became-required',
      'error response-property-enum-value-added',
    ]);
  });

  it.each<[string, JsonObject, JsonObject, readonly string[]]>([
    [
      'patterns of names',
      { patternProperties: { '^a': text } },
      { patternProperties: { '^b': text } },
      ['info request-body-pattern-property-removed', 'error request-body-pattern-property-added'],
    ],
    [
      'names that require others',
      { dependentRequired: { a: ['b'], c: ['d', 'e'] } },
      { dependentRequired: { a: ['b', 'x'], c: ['d'] } },
      ['error request-body-dependent-required-changed', 'info request-body-dependent-required-changed'],
    ],
    [
      'a property that is gone, and a pattern that refuses another',
      { type: 'object', properties: { a: text } },
      { type: 'object', patternProperties: { '^x-': text } },
      ['error request-body-pattern-property-added', 'warning request-property-removed'],
    ],
    [
      'a member beside items that cannot be counted',
      { type: 'object', contains: text, unevaluatedItems: text, properties: { a: text } },
      { type: 'object', contains: text, unevaluatedItems: text, properties: { a: { ...text, maxLength: 3 } } },
      ['error request-property-max-length-set'],
    ],
    [
      'items and the first of them',
      { items: text },
      { prefixItems: [text], items: integer },
      ['error request-property-type-changed', 'error request-body-prefix-items-added'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(found(sends(before), sends(after))).toEqual(expected);
  });

  it.each<[string, JsonObject, JsonObject, Json]>([
    ['a list instead of a text', { type: 'array', items: text }, text, ['0', '0']],
    ['a text', text, { ...text, minLength: 2 }, ''],
    ['a list of texts', { type: 'array', items: text }, { type: 'array', items: text, minItems: 1 }, []],
    ['texts twice', { type: 'array', items: text }, { type: 'array', items: text, uniqueItems: true }, ['0', '0']],
  ])('a parameter has one that it could be sent with: %s', (_, before, after, value) => {
    const [finding] = diffDocuments(asks(before), asks(after), { asOf: '2026-11-20' });
    expect(finding).toMatchObject({ level: 'error', witness: { value } });
  });
});

it.each(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'])(
  'a schema for anything that becomes one of the type %s, and back, at any place',
  (type) => {
    const inside = (schema: Json): Json => ({ type: 'object', properties: { a: schema } });
    for (const [at, name] of [[(schema: Json) => schema, 'body'] as const, [inside, 'property'] as const]) {
      const [before, after] = [at({}), at({ type })];
      expect(found(sends(before), sends(after))).toEqual([`error request-${name}-type-changed`]);
      expect(found(sends(after), sends(before))).toEqual([`info request-${name}-type-generalized`]);
      expect(found(answers(before), answers(after))).toEqual([`info response-${name}-type-specialized`]);
      expect(found(answers(after), answers(before))).toEqual([`error response-${name}-type-generalized`]);
    }
  },
);

it('a component that becomes false is found where it is referred to', () => {
  const whole = (schema: Json) => ({
    ...sends({ $ref: '#/components/schemas/A' }),
    components: { schemas: { A: schema } },
  });
  expect(found(whole({}), whole(false))).toEqual(['error request-body-not-added']);
  expect(found(whole(false), whole(true))).toEqual(['info request-body-not-removed']);
});

describe('parameters', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['an enum with and without a type', { enum: [1, 2] }, { type: 'integer', enum: [1, 2] }],
    ['a constant and its type', { const: 5 }, integer],
    ['an enum of texts that spell numbers', { enum: [1] }, { type: 'string', enum: ['1'] }],
    ['one value and a list', { ...text, default: 'id' }, { type: 'array', items: text, default: ['id'] }],
    ['one of some values and a list', { enum: ['a'] }, { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 }],
    ['one value and a list of few', integer, { type: 'array', items: integer, maxItems: 3, uniqueItems: true }],
  ])('%s are no error', (_, before, after) => {
    expect(found(asks(before), asks(after)).filter((one) => !one.startsWith('info'))).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['another value', { ...text, default: 'id' }, { type: 'array', items: text, default: ['name'] }],
    ['other items', text, { type: 'array', items: integer }],
    ['more items', text, { type: 'array', items: text, minItems: 2 }],
    ['one value of a list', { type: 'array', items: text }, text],
  ])('a list with %s is an error', (_, before, after) => {
    expect(found(asks(before), asks(after)).filter((one) => one.startsWith('error'))).toHaveLength(1);
  });
});

describe('a parameter of one value that becomes a list', () => {
  const styles = {
    query: ['form', 'spaceDelimited', 'pipeDelimited'],
    path: ['simple', 'label', 'matrix'],
    header: ['simple'],
    cookie: ['form'],
  };
  const forms = Object.entries(styles).flatMap(([carrier, names]) =>
    names.flatMap((style) => [true, false].map((explode) => [carrier, style, explode] as const)),
  );
  const listed = forms.filter(([, style, explode]) => !explode || !style.endsWith('Delimited'));
  it.each(listed)('in a %s, %s, exploded: %s', (carrier, style, explode) => {
    const path = carrier === 'path' ? '/pets/{q}' : '/pets';
    const asksFor = (schema: Json): JsonObject => {
      const parameter = { name: 'q', in: carrier, required: carrier === 'path', style, explode, schema };
      return { ...sends({}), paths: { [path]: { get: { parameters: [parameter] } } } };
    };
    const list = (items: JsonObject, more: JsonObject = {}) => ({ type: 'array', items, ...more });
    const became = (before: Json, after: Json) => found(asksFor(before), asksFor(after));
    expect(became({ ...integer, default: 5 }, list(integer, { default: [5] }))).toEqual([
      'info request-parameter-became-list',
    ]);
    expect(became({ enum: ['a', 'b'] }, list({ enum: ['a', 'b'] }))).toEqual(['info request-parameter-became-list']);
    expect(became(integer, list(integer, { minItems: 2 }))[0]).toMatch(/^error /);
    const isApart = explode && (style === 'form' || style === 'matrix');
    expect(became(text, list(text))).toEqual([`${isApart ? 'info' : 'error'} request-parameter-became-list`]);
    const mayHaveDot = style === 'label' && explode;
    expect(became({ type: 'number' }, list({ type: 'number' })).some((one) => one.startsWith('error'))).toBe(
      mayHaveDot,
    );
    expect(became(list(integer), integer)).toContain('error request-parameter-type-changed');
    expect(became({ oneOf: [text, list(text)] }, list(text)).some((one) => one.startsWith('error'))).toBe(false);
  });
});

describe('enums of many values', () => {
  const list = (start: string, count: number) => ({
    enum: Array.from({ length: count }, (_, index) => `${start}${index}`),
  });

  it('are told as one where more than a hundred values are gone or new', () => {
    const [before, after] = [list('a', 10_000), list('b', 10_000)];
    expect(found(sends(before), sends(after))).toEqual([
      'info request-body-enum-value-added',
      'error request-body-enum-value-removed',
    ]);
    const [, gone] = diffDocuments(sends(before), sends(after), { asOf: '2026-11-20' });
    expect(gone).toMatchObject({
      message: 'request body: no longer allows "a0", "a1", "a2" and 9997 more values',
      witness: { value: 'a0' },
    });
  });

  it('are told one by one up to that', () => {
    expect(found(sends(list('a', 100)), sends(list('b', 100)))).toHaveLength(200);
  });
});

describe('levels', () => {
  it('a discriminator with another property is an error in both directions', () => {
    const pet = { type: 'object', required: ['kind', 'type'], properties: { kind: text, type: text } };
    const by = (propertyName: string) => ({ oneOf: [ref('Pet')], discriminator: { propertyName } });
    const [before, after] = [by('kind'), by('type')];
    expect(found(sends(before, { Pet: pet }), sends(after, { Pet: pet }))).toEqual([
      'error request-body-discriminator-property-name-changed',
    ]);
    expect(found(answers(before, { Pet: pet }), answers(after, { Pet: pet }))).toEqual([
      'error response-body-discriminator-property-name-changed',
    ]);
  });

  it('a component that joins with an optional property is an info', () => {
    const make = (...names: string[]) => ({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, text])),
    });
    expect(
      found(sends(make('a', 'b')), sends({ allOf: [ref('Base'), make('b')] }, { Base: make('a', 'c') })).filter(
        (one) => !one.startsWith('info'),
      ),
    ).toEqual([]);
  });

  it('a format that nobody can check is a warning', () => {
    expect(found(sends(text), sends({ ...text, format: 'iban' }))).toEqual(['warning request-body-type-changed']);
  });
});

it('what is inside a header has no checks of its own, and is an error where it allows more', () => {
  const header = (items: JsonObject) =>
    document({ responses: { 200: { description: '', headers: { Tags: { schema: { type: 'array', items } } } } } }, {});
  const [short, long] = [header({ ...text, maxLength: 5 }), header({ ...text, maxLength: 9 })];
  expect(found(short, long)).toEqual(['error response-header-allows-more']);
  expect(found(long, short)).toEqual([]);
});

describe('what a schema above may make up for', () => {
  it('is a warning where that is not decided', () => {
    const either = (maxLength: number) => ({
      anyOf: [
        { type: 'object', properties: { a: { type: 'string', maxLength } } },
        { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)\\1$' } } },
      ],
    });
    expect(found(sends(either(9)), sends(either(5)))).toEqual(['warning request-property-max-length-decreased']);
    expect(found(answers(either(5)), answers(either(9)))).toEqual(['warning response-property-max-length-increased']);
  });
});
