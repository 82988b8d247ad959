import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { listAt, type Json, type JsonObject } from '../../json/json.js';
import { tokensOf, valueAt } from '../../json/pointer.js';
import { createContainmentSearch, type Use } from './containment.js';
import { usualLimits, type SearchLimits } from './limited-search.js';
import type { SchemaSource } from './schema-source.js';
import { createOracle } from './testing/oracle.js';
import { anySchema, anyValue } from './testing/schemas.js';

const request: Use = { direction: 'request', textual: 'no' };
const answer: Use = { direction: 'response', textual: 'no' };
const sourceOf = (root: JsonObject = {}, ignoresSiblings = false): SchemaSource => ({
  target: ({ $ref }) => valueAt(root, tokensOf(String($ref))),
  members: (node) => listAt(node['allOf']),
  ignoresSiblings,
});
const searchIn = (base: JsonObject, revision: JsonObject, limits: Partial<SearchLimits> = {}) =>
  createContainmentSearch({ base: sourceOf(base), revision: sourceOf(revision) }, { ...usualLimits, ...limits });
const refusedOf = (base: Json, revision: Json, use = request) =>
  searchIn({}, {}).findRefused({ base, revision }, use, 'usual');
const witnessOf = (base: Json, revision: Json, use = request) => {
  const found = refusedOf(base, revision, use);
  return found.kind === 'witness' ? found.witness : found.kind;
};

describe('witnesses', () => {
  it.each<[string, Json, Json, Json, string]>([
    ['a type', { type: ['string', 'number'] }, { type: 'number' }, '', 'must be number'],
    ['a bound', { type: 'integer' }, { type: 'integer', maximum: 9 }, 10, 'must not be greater than 9'],
    [
      'an open bound',
      { type: 'integer', maximum: 9 },
      { type: 'integer', exclusiveMaximum: 9 },
      9,
      'must be less than 9',
    ],
    ['a length', { type: 'string' }, { type: 'string', maxLength: 1 }, 'aa', 'must not be longer than 1'],
    [
      'a pattern',
      { type: 'string', pattern: '^[a-z]+$' },
      { type: 'string', pattern: '^[b-z]+$' },
      'a',
      'must match the pattern',
    ],
    [
      'a pattern that JavaScript would take years for',
      { type: 'string', pattern: '^a{60}[a!]?$' },
      { type: 'string', pattern: '^(a+)+$', minLength: 60, maxLength: 61 },
      `${'a'.repeat(60)}!`,
      'must match the pattern',
    ],
    ['a format', { type: 'string' }, { type: 'string', format: 'date' }, '', 'must have the format "date"'],
    ['a value', { enum: ['a', 'b'] }, { enum: ['a'] }, 'b', 'must be one of ["a"]'],
    ['a required member', { type: 'object' }, { type: 'object', required: ['a'] }, {}, 'must have the property "a"'],
    [
      'a member',
      { type: 'object', properties: { price: { type: ['number', 'string'] } } },
      { type: 'object', properties: { price: { type: 'number' } } },
      { price: '' },
      '/price must be number',
    ],
    ['an item', { type: 'array' }, { type: 'array', items: { type: 'null' } }, [0], '/0 must be null'],
    [
      'a number of items',
      { type: 'array', items: { const: 1 } },
      { type: 'array', items: { const: 1 }, maxItems: 1 },
      [1, 1],
      'must not have more than 1 items',
    ],
  ])('%s', (_, base, revision, value, why) => {
    expect(witnessOf(base, revision)).toEqual({ value, acceptedBy: 'base', refusedBy: 'revision', why });
    expect(witnessOf(revision, base, answer)).toEqual({ value, acceptedBy: 'revision', refusedBy: 'base', why });
    expect(refusedOf(revision, base).kind).not.toBe('witness');
  });

  it('a schema that contains itself has a finite one', () => {
    const tree = (leaf: Json) => ({ Tree: { type: 'object', properties: { leaf, next: { $ref: '#/Tree' } } } });
    const [base, revision] = [tree({ type: ['string', 'null'] }), tree({ type: 'string' })];
    const nodes = { base: { $ref: '#/Tree' }, revision: { $ref: '#/Tree' } };
    expect(searchIn(base, revision).findRefused(nodes, request, 'usual')).toMatchObject({
      witness: { value: { leaf: null } },
    });
    expect(searchIn(revision, base).findRefused(nodes, request, 'usual').kind).toBe('contained');
    expect(searchIn(base, structuredClone(base)).areEqual(nodes, request)).toBe(true);
  });

  it('a budget that is used up leaves it undecided', () => {
    const base = { allOf: [{ type: 'integer' }] };
    expect(
      searchIn({}, {}, { ofOne: 1 }).findRefused({ base, revision: { type: 'integer', maximum: 3 } }, request, 'usual'),
    ).toEqual({ kind: 'unknown', isOutOfSteps: false });
  });
});

describe('work that is counted', () => {
  /** Alternatives with a tag each, of which every one may hold any again. */
  const hub = (count: number, lengthOf: (index: number) => number) => ({
    Hub: { oneOf: Array.from({ length: count }, (_, index) => ({ $ref: `#/S${index}` })) },
    ...Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `S${index}`,
        {
          type: 'object',
          required: ['tag'],
          properties: {
            tag: { enum: [`t${index}`] },
            text: { type: 'string', maxLength: lengthOf(index) },
            next: { anyOf: [{ $ref: '#/Hub' }, { type: 'null' }] },
          },
        },
      ]),
    ),
  });
  const nodes = { base: { $ref: '#/Hub' }, revision: { $ref: '#/Hub' } };

  it.each([
    [12, 100_000],
    [48, 800_000],
  ])('%i linked alternatives are decided within %i steps', (count, steps) => {
    const [wide, narrow] = [hub(count, () => 9), hub(count, (index) => (index === 5 ? 8 : 9))];
    expect(searchIn(wide, narrow, { ofOne: steps }).findRefused(nodes, request, 'usual')).toMatchObject({
      witness: { value: { tag: 't5', text: 'aaaaaaaaa' } },
    });
    expect(searchIn(narrow, wide, { ofOne: steps }).findRefused(nodes, request, 'usual').kind).toBe('contained');
  });

  it('searches that decide nothing beyond the steps of all are not gone on with', () => {
    const [wide, narrow] = [hub(12, () => 9), hub(12, (index) => (index === 5 ? 8 : 9))];
    const easy = { base: { type: 'integer' }, revision: { type: 'integer', maximum: 3 } };
    const search = searchIn(wide, narrow, { ofOne: 3000, ofAll: 3000, few: 500, inVain: 1200 });
    const isHard = () => expect(search.findRefused(nodes, request, 'usual').kind).toBe('unknown');
    isHard();
    expect(search.findRefused(easy, request, 'usual').kind).toBe('witness');
    for (let asked = 0; asked < 4; asked += 1) isHard();
    expect(search.findRefused(easy, request, 'strict').kind).toBe('unknown');
    expect(search.areEqual(easy, request)).toBeNull();
  });

  it('patterns take the steps of all, and what is asked after that is not decided for want of steps', () => {
    const search = searchIn({}, {}, { ofAll: 20_000, few: 10, ofFew: 10 });
    const ask = (base: Json, revision: Json) => search.findRefused({ base, revision }, request, 'usual');
    const nested = (times: number) => ({ type: 'string', pattern: `^(((a?){20}){20}){${times}}$` });
    const easy = [{ type: 'string' }, { type: 'string', maxLength: 5 }] as const;
    expect(ask(...easy).kind).toBe('witness');
    expect(ask(nested(20), nested(19))).toEqual({ kind: 'unknown', isOutOfSteps: true });
    expect(ask({ type: 'integer' }, { type: 'integer', maximum: 5 })).toEqual({ kind: 'unknown', isOutOfSteps: true });
  });

  it('steps that run out anywhere prove nothing, however often it is asked', () => {
    const [wide, narrow] = [hub(4, () => 9), hub(4, (index) => (index === 2 ? 8 : 9))];
    const kinds = new Set<string>();
    for (let steps = 1; steps < 20_000; steps = Math.ceil(steps * 1.1)) {
      const search = searchIn(wide, narrow, { ofOne: steps });
      for (let time = 0; time < 3; time += 1) {
        kinds.add(search.findRefused(nodes, request, 'usual').kind);
        expect(search.areEqual(nodes, request)).not.toBe(true);
      }
    }
    expect([...kinds].toSorted()).toEqual(['unknown', 'witness']);
  });

  it('values too large to write are not made up', () => {
    const grid = (minItems: number): Json => {
      const row = { type: 'array', minItems: 60, items: { type: 'string', minLength: 4000 } };
      return { type: 'array', minItems, items: { type: 'array', minItems: 60, items: row } };
    };
    expect(witnessOf(grid(59), grid(60))).toBe('unknown');
  });

  it('joined schemas are compared by what their references lead to', () => {
    const joined: Json = { 'joined members': [{ properties: { a: { $ref: '#/A' } } }] };
    const source = (type: string): SchemaSource => ({
      ...sourceOf({ A: { type } }),
      members: (node) => [...listAt(node['allOf']), ...listAt(node['joined members'])],
    });
    const search = createContainmentSearch({ base: source('string'), revision: source('integer') });
    expect(search.findRefused({ base: joined, revision: structuredClone(joined) }, request, 'usual').kind).toBe(
      'witness',
    );
  });
});

describe('lists of values', () => {
  it('are read a few times for each value that is looked at, not compared with each other', () => {
    let reads = 0;
    const countReads = (values: Json[]): Json[] =>
      new Proxy(values, {
        get: (target, key, receiver) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
    const values = (start: string) => Array.from({ length: 300 }, (_, index) => `${start}${index}`);
    const nodes = { base: { enum: countReads(values('a')) }, revision: { enum: countReads(values('b')) } };
    const search = searchIn({}, {});
    for (const value of values('a')) {
      const found = search.findRefused(nodes, request, 'usual', { keywords: ['enum'], values: [value] });
      expect(found).toMatchObject({ witness: { value } });
    }
    expect(reads).toBeLessThan(300 * 300 * 4);
  });
});

describe('patterns', () => {
  const text = (pattern: string, more: JsonObject = {}): Json => ({ type: 'string', pattern, ...more });

  it.each<[string, Json, Json]>([
    ['written otherwise', text('^[0-9]+$'), text('^\\d+$')],
    ['and lengths', text('^[a-z]+$', { minLength: 2, maxLength: 3 }), text('^[a-z]{2,3}$')],
    ['in two schemas', { allOf: [text('^a'), text('b$')] }, text('^a[^]*b$')],
    ['and a look-ahead', text('^(?!x)[a-z]+$'), text('^[a-wyz][a-z]*$')],
    ['and what is not one', { type: 'string', not: { pattern: '^a' } }, text('^(?!a)')],
    ['and values', { type: 'string', enum: ['a', 'b'] }, text('^[ab]$')],
    ['without some values', text('^[abc]$', { not: { enum: ['c'] } }), text('^[ab]$')],
  ])('%s are equal', (_, base, revision) => {
    expect(searchIn({}, {}).areEqual({ base, revision }, request)).toBe(true);
  });

  it.each<[string, Json, Json, Json]>([
    ['that is wider', text('^[a-z]+$'), text('^(?!x)[a-z]+$'), 'x'],
    ['without line breaks', text('^[^]*$'), text('^.*$'), '\u2028'],
    ['with nested repetition', text('^(a+)+c$'), text('^(a+)+b$'), 'ac'],
    ['that is longer', text('^[a-z]{1,21}$'), text('^[a-z]{1,20}$'), 'a'.repeat(21)],
    ['for a length', text('^(?:[A-Z]{2}\\d{4})?$'), { type: 'string', maxLength: 5 }, 'AA0000'],
    ['without a value', text('^[abc]$'), text('^[abc]$', { not: { const: 'b' } }), 'b'],
  ])('%s have a witness', (_, base, revision, value) => {
    expect(witnessOf(base, revision)).toMatchObject({ value });
  });
});

describe('patterns of names', () => {
  const named = (patterns: Record<string, Json>, more: JsonObject = {}): Json => ({
    type: 'object',
    patternProperties: patterns,
    ...more,
  });
  const closed = { additionalProperties: false };

  it.each<[string, Json, Json]>([
    ['written otherwise', named({ '^[0-9]+$': { type: 'null' } }), named({ '^\\d+$': { type: 'null' } })],
    [
      'that close an object',
      named({ '^[a-z]+$': true }, closed),
      { type: 'object', propertyNames: { pattern: '^[a-z]+$' } },
    ],
    [
      'in two parts',
      named({ '^a': { type: 'null' }, '^[^a]|^$': { type: 'null' } }),
      { type: 'object', additionalProperties: { type: 'null' } },
    ],
    [
      'and lengths',
      { type: 'object', propertyNames: { maxLength: 3 } },
      { type: 'object', propertyNames: { pattern: '^[^]{0,3}$' } },
    ],
    [
      'and values',
      { type: 'object', propertyNames: { enum: ['a', 'b'] } },
      { type: 'object', properties: { a: true, b: true }, additionalProperties: false },
    ],
  ])('%s are equal', (_, base, revision) => {
    expect(searchIn({}, {}).areEqual({ base, revision }, request)).toBe(true);
  });

  it.each<[string, Json, Json, Json]>([
    ['that are narrower', named({ '^[a-z]+$': true }, closed), named({ '^[b-z]+$': true }, closed), { a: 0 }],
    ['that need a look-ahead', named({ '^[q]+$': true }, closed), named({ '^(?!qq)': true }, closed), { qq: 0 }],
    [
      'of a length',
      { type: 'object', propertyNames: { minLength: 4 } },
      { type: 'object', propertyNames: { pattern: '^[a-d]+$' } },
      { other: 0 },
    ],
  ])('%s have a witness', (_, base, revision, value) => {
    expect(witnessOf(base, revision)).toMatchObject({ value });
  });
});

describe('a pattern that is not decided', () => {
  const pattern = '^(a+)\\1$';

  it.each<[string, Json, Json]>([
    ['of a text', { type: 'string', minLength: 2 }, { type: 'string', pattern }],
    ['that a text has to miss', { type: 'string', pattern: '^a+$' }, { type: 'string', not: { pattern } }],
    [
      'of the name of a required member',
      { type: 'object', required: ['aa'], properties: { aa: { type: 'string' } } },
      { type: 'object', required: ['aa'], patternProperties: { [pattern]: { type: 'integer' } } },
    ],
  ])('%s proves nothing', (_, base, revision) => {
    expect(witnessOf(base, revision)).toBe('unknown');
    expect(witnessOf(revision, base)).not.toBe('contained');
  });
});

describe('what is usually sent', () => {
  it('a member that only the receiver names is not, unless the sender names none', () => {
    const open = { type: 'object', properties: { a: { type: 'string' } } };
    const more = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
    expect(witnessOf(open, more)).toBe('contained');
    expect(searchIn({}, {}).findRefused({ base: open, revision: more }, request, 'strict').kind).toBe('witness');
    expect(witnessOf({ type: 'object' }, more)).toMatchObject({ value: { a: 0 } });
    expect(witnessOf(open, { ...open, additionalProperties: false })).toMatchObject({ value: { x: 0 } });
  });

  it('read-only properties are not part of requests, nor write-only ones of answers', () => {
    const make = (keyword: string, type: string) => ({
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type, [keyword]: true }, name: { type: 'string' } },
    });
    expect(witnessOf(make('readOnly', 'string'), make('readOnly', 'integer'))).toBe('contained');
    expect(witnessOf(make('writeOnly', 'string'), make('writeOnly', 'integer'), answer)).toBe('contained');
    expect(witnessOf(make('readOnly', 'string'), make('readOnly', 'integer'), answer)).toMatchObject({
      acceptedBy: 'revision',
    });
  });
});

describe('schemas of JSON Schema 2020-12, with Ajv as judge', () => {
  it('a witness is one, equal schemas accept the same values, and contained ones refuse none', () => {
    const compile = createOracle();
    const tries = runs(50);
    const counts = { witness: 0, contained: 0, unknown: 0, equal: 0 };
    fc.assert(
      fc.property(
        anySchema,
        anySchema,
        fc.boolean(),
        fc.array(anyValue, { minLength: 30, maxLength: 30 }),
        (one, other, isNear, values) => {
          const nodes = { base: one, revision: isNear ? { anyOf: [one, other] } : other };
          const [before, after] = [compile(nodes.base), compile(nodes.revision)];
          const search = searchIn({}, {});
          const found = search.findRefused(nodes, request, 'strict');
          counts[found.kind] += 1;
          if (found.kind === 'witness')
            expect([before(found.witness.value), after(found.witness.value)]).toEqual([true, false]);
          if (found.kind === 'contained') expect(values.filter((value) => before(value) && !after(value))).toEqual([]);
          if (search.areEqual(nodes, request) === true) {
            counts.equal += 1;
            expect(values.filter((value) => before(value) !== after(value))).toEqual([]);
          }
        },
      ),
      tries,
    );
    expect(counts.equal).toBeGreaterThan(tries.numRuns / 20);
    expect(counts.unknown).toBeLessThan(tries.numRuns / 20);
  });
});

describe('spellings of OpenAPI 3.0', () => {
  it('what stands beside a $ref is ignored, nullable adds null, and bounds may be exclusive', () => {
    const root: JsonObject = { Name: { type: 'string' } };
    const search = createContainmentSearch({ base: sourceOf(root, true), revision: sourceOf(root) });
    const isEqual = (base: Json, revision: Json) => search.areEqual({ base, revision }, request);
    expect(isEqual({ $ref: '#/Name', maxLength: 3 }, { type: 'string' })).toBe(true);
    expect(isEqual({ type: 'string', nullable: true }, { type: ['null', 'string'] })).toBe(true);
    expect(
      isEqual({ type: 'number', maximum: 3, exclusiveMaximum: true }, { type: 'number', exclusiveMaximum: 3 }),
    ).toBe(true);
    expect(isEqual({ type: 'string', format: 'byte' }, { type: 'string', contentEncoding: 'base64' })).toBe(true);
  });
});
