import fc, { type Arbitrary } from 'fast-check';
import { format, util } from 'prettier';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { columnsOf } from '../../text/columns-of.js';
import { groupBy } from '../../text/group-by.js';
import { call, type Chain, type Expression, list, literal, method, name, object, zod } from '../syntax.js';
import { writeConstant } from './write-source.js';

const words = fc.constantFrom(
  'a',
  'id',
  'title',
  'createdAt',
  'aRatherLongMemberName',
  'x-y',
  '1',
  '__proto__',
  "it's",
  'é',
);
const texts = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'say "no"',
    "don't",
    'both "\'',
    'a\\b',
    'a\nb\u2028\u202e',
    '東京の本屋にある新しい本',
    '한국어 책',
    'cafe\u0301',
    '👩‍👩‍👧 😀',
    '${x}',
  ),
  fc.string({ maxLength: 60 }),
);
const literals: Arbitrary<Expression> = fc
  .oneof(texts, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null))
  .map(literal);
const patterns: Arbitrary<Expression> = fc
  .constantFrom('^a', '^[a-z]+(?:-[a-z]+)*$', '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}$')
  .map((source) => ({ kind: 'pattern', source, flags: 'u' }));
const names = fc.constantFrom('Book', 'BookWithARatherLongName', 'listBooksQuery');

const expressions = fc.letrec<{ any: Expression; schema: Chain; value: Expression }>((tie) => {
  const bases = fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(zod('string'), zod('int'), zod('boolean'), zod('iso.date'), zod('unknown')),
    fc
      .dictionary(words, tie('schema'), { maxKeys: 4, noNullPrototype: true })
      .map((shape) => zod('object', object(Object.entries(shape).map(([key, value]) => ({ key, value }))))),
    fc
      .dictionary(words, fc.tuple(tie('schema'), fc.integer({ min: 0, max: 4 })), {
        minKeys: 1,
        maxKeys: 3,
        noNullPrototype: true,
      })
      .map((shape) =>
        zod(
          'object',
          object(
            Object.entries(shape).map(([key, [value, kind]]) => ({
              key,
              value,
              ...(kind === 0 && { comment: '/** What it is. */' }),
              ...(kind === 1 && { getter: 'z.ZodOptional<typeof Book>' }),
            })),
          ),
        ),
      ),
    tie('schema').map((one) => zod('array', one)),
    fc.array(tie('schema'), { maxLength: 3 }).map((some) => zod('union', list(some))),
    fc.array(tie('schema'), { maxLength: 3 }).map((some) => zod('tuple', list(some), zod('unknown'))),
    fc
      .tuple(patterns, tie('schema'))
      .map(([pattern, one]) => zod('record', method(zod('string'), 'regex', pattern), one)),
    fc.array(texts, { maxLength: 6 }).map((some) => zod('enum', list(some.map(literal)))),
    fc.array(fc.integer(), { maxLength: 40 }).map((some) => zod('literal', list(some.map(literal)))),
    names.map((target) => zod('lazy', { kind: 'later', name: target })),
    fc.tuple(names, tie('schema')).map(([target, one]) => method(name(target), 'and', one)),
    names.map((target) => method(name(target), 'optional')),
    tie('schema').map((one) => call('frozen', literal('Book'), one)),
  );
  const steps = fc.array(
    fc.tuple(fc.constantFrom('min', 'regex', 'meta', 'optional', 'default'), fc.oneof(tie('value'), patterns)),
    { maxLength: 4 },
  );
  return {
    any: fc.oneof(tie('schema'), tie('value'), patterns, names.map(name)),
    schema: fc
      .tuple(bases, steps)
      .map(([base, some]) =>
        base.steps[0]?.member === undefined
          ? base
          : some.reduce(
              (target, [step, value]) => (step === 'optional' ? method(target, step) : method(target, step, value)),
              base,
            ),
      ),
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      literals,
      fc.array(tie('value'), { maxLength: 4 }).map(list),
      fc.array(fc.integer().map(literal), { maxLength: 30 }).map(list),
      fc
        .dictionary(words, tie('value'), { maxKeys: 3, noNullPrototype: true })
        .map((members) => object(Object.entries(members).map(([key, value]) => ({ key, value })))),
    ),
  };
});

describe('written source', () => {
  it("is what Prettier's defaults leave as it is", async () => {
    await fc.assert(
      fc.asyncProperty(names, expressions.any, async (constant, value) => {
        const text = `${writeConstant(constant, value)}\n`;
        expect(await format(text, { parser: 'typescript' })).toBe(text);
      }),
      runs(150),
    );
  });

  it.each([null, -1, 1, true, 1.5, 'a'])('keeps %j at the end of the line where Prettier does', async (value) => {
    for (const key of ['a', 'ab', 'default'])
      for (const depth of [33, 34, 35, 36, 37]) {
        const deep = Array.from({ length: depth }).reduce<Expression>(
          (inner) => object([{ key: 'k', value: inner }]),
          object([{ key, value: literal(value) }]),
        );
        const text = `${writeConstant('Book', deep)}\n`;
        expect(await format(text, { parser: 'typescript' })).toBe(text);
      }
  });

  it('measures each character as Prettier does', () => {
    const known = Array.from({ length: 0x10_ffff - 0x9f }, (_, index) => String.fromCodePoint(index + 0xa0)).filter(
      (character) => !/[\p{Cn}\p{Cs}]/u.test(character),
    );
    // Prettier compiles a long pattern for each text, so that it measures a hundred characters at once, apart from each other.
    for (const [columns, alike] of groupBy(known, columnsOf))
      for (let index = 0; index < alike.length; index += 100) {
        const some = alike.slice(index, index + 100);
        const separators = some.length - 1;
        expect(util.getStringWidth(some.join(' ')), some.join(' ')).toBe(some.length * columns + separators);
      }
  });

  it('writes any key as Prettier does, at any width', async () => {
    const keys = fc.oneof(
      fc.constantFrom('toString', '__proto__', 'constructor', 'class', 'get', '', ' ', 'a-b', 'a b', "it's", '"'),
      fc.constantFrom('0', '1', '01', '1.5', '.5', '-1', '1e3', '1e21', '0x1', '1_0', '9007199254740993', 'NaN'),
      fc.constantFrom(
        'é',
        'e\u0301',
        '日本',
        '한국어',
        '𝒜𝒷',
        '𠮷',
        'Ⅷ',
        'a\u200d',
        '👩‍👩‍👧',
        '\u2028',
        '\ud800',
        '$',
        '_',
      ),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.nat().map(String),
    );
    const long = fc.nat({ max: 70 }).map((count) => 'k'.repeat(count));
    const members = fc.uniqueArray(
      fc.tuple(
        fc.oneof(
          keys,
          fc.tuple(keys, long).map(([a, b]) => a + b),
        ),
        expressions.any,
      ),
      {
        selector: ([key]) => key,
        minLength: 1,
        maxLength: 4,
      },
    );
    await fc.assert(
      fc.asyncProperty(members, async (some) => {
        const text = `${writeConstant('Book', zod('object', object(some.map(([key, value]) => ({ key, value })))))}\n`;
        expect(await format(text, { parser: 'typescript' })).toBe(text);
      }),
      runs(60),
    );
  });
});
